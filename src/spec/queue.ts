import type { QueueItem } from '../domain/work-item.ts';

const ITEM = /^\s*\d+\.(?:\s+|$)(.*)$/;
const BLOCKER = /\(?\**\bblocker:\**\s*(?:`([^`]+)`|([\w][\w.#/-]*))\s*\)?/i;

/**
 * The items of a queue, in order: numbered lines, each with the lines that go on with it. The id is the first back-ticked text of
 * the line that does not name a blocker. Contract: never throws; a text without numbered lines has no items.
 */
export function queueIn(text: string): readonly QueueItem[] {
  const groups: string[][] = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const item = ITEM.exec(line)?.[1];
    if (item !== undefined) groups.push([item.trim()]);
    // A heading and a paragraph of its own say nothing of an item.
    else if (open && (/^\s+\S/.test(line) || line.trim() === '')) groups.at(-1)?.push(line.trim());
    open = item !== undefined || (open && (/^\s/.test(line) || line === ''));
  }
  return groups
    .filter((group) => group.join('').trim() !== '')
    .map(([title = '', ...more], index): QueueItem => {
      const blocker = [title, ...more].map(blockerOf).find((one) => one !== undefined);
      const id = /`([^`]+)`/.exec(title.replace(BLOCKER, ''))?.[1]?.trim();
      return {
        id: id === undefined || id === '' ? `item-${index + 1}` : id,
        title,
        text: [title, ...more].join('\n').trim(),
        ...(blocker === undefined ? {} : { blocker }),
      };
    });
}

function blockerOf(line: string): string | undefined {
  const [, quoted, word] = BLOCKER.exec(line) ?? [];
  const id = (quoted ?? word)?.trim();
  return id === undefined || id === '' || (quoted === undefined && /^(none|no|n\/a)$/i.test(id)) ? undefined : id;
}
