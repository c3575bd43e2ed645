/** A piece of HTML or SVG that is safe to put into a page. */
export interface Markup {
  readonly markup: string;
}

export type Content = string | number | Markup | readonly Content[] | null | undefined | false;

/** Markup as it is written, with every value in it escaped. Contract: attributes are in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return { markup: parts.map((part, index) => part + textOf(values[index])).join('') };
}

/** Text of our own that is markup already: styles and scripts. */
export const trusted = (markup: string): Markup => ({ markup });

function textOf(value: Content): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'markup' in value ? value.markup : value.map(textOf).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What can't be seen, or turns the direction of reading, is shown as a box. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char).replace(UNSEEN, '\ufffd');
