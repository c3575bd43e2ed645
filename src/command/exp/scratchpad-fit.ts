/** A part of a text that has so much room: a title, and items of which the last are left out first. */
export interface Section {
  readonly title: string;
  readonly items: readonly string[];
  /** Bytes that it has for itself, its title included; what others leave it may have, too. */
  readonly budget: number;
  /** How many there are that are not among the items. */
  readonly unseen?: number;
  /** Says how many are left out, and how to see them. */
  more(left: number): string;
  /** The first items are left out, not the last. */
  readonly fromEnd?: true;
}

/** The longest line. */
const LINE = 240;

/**
 * The sections that have items, in their order.
 * Contract: at most `room` bytes, as long as the budgets together are; what one doesn't need goes to the others, the first first.
 */
export function fitted(sections: readonly Section[], room: number): string {
  const filled = sections.filter(({ items }) => items.length > 0);
  const wholes = filled.map((section) => whole(section));
  const grants = filled.map(({ budget }, index) => Math.min(budget, bytes(wholes[index] ?? '')));
  let spare = room - grants.reduce((sum, one) => sum + one, 0);
  return filled
    .map((section, index) => {
      const wanted = bytes(wholes[index] ?? '') - (grants[index] ?? 0);
      const extra = Math.max(0, Math.min(wanted, spare));
      const shown = wanted <= extra ? (wholes[index] ?? '') : within(section, (grants[index] ?? 0) + extra);
      spare -= bytes(shown) - (grants[index] ?? 0);
      return shown;
    })
    .join('');
}

const bytes = (text: string): number => Buffer.byteLength(text);

const whole = (section: Section): string => rendered(section, section.items.length);

function rendered({ title, items, unseen = 0, more, fromEnd }: Section, count: number): string {
  const left = items.length - count + unseen;
  const note = left === 0 ? [] : [more(left)];
  const shown =
    fromEnd === true ? [...note, ...items.slice(items.length - count)] : [...items.slice(0, count), ...note];
  return [`## ${title}`, ...shown, ''].map((line) => `${line}\n`).join('');
}

/** As many items as there is room for; of the first at least its beginning. */
function within(section: Section, room: number): string {
  for (let count = section.items.length - 1; count > 0; count--) {
    const text = rendered(section, count);
    if (bytes(text) <= room) return text;
  }
  const items = section.fromEnd === true ? section.items.toReversed() : section.items;
  const frame = bytes(rendered({ ...section, items: [''], unseen: section.items.length }, 1));
  const one = cutBytes(items[0] ?? '', room - frame);
  return rendered({ ...section, items: [one], unseen: section.items.length - 1 + (section.unseen ?? 0) }, 1);
}

/** A text of at most so many bytes of UTF-8; an ellipsis says where it was cut. */
export function cutBytes(text: string, most: number): string {
  if (bytes(text) <= most) return text;
  let [kept, used] = ['', bytes('…')];
  for (const char of text) {
    used += bytes(char);
    if (used > most) break;
    kept += char;
  }
  return `${kept}…`;
}

/** One line that is not too long. */
export const lineOf = (text: string): string => cutBytes(text, LINE);
