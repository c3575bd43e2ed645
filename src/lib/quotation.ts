/** Text of others in a prompt, as a fenced block that it can't close. */
export function fenced(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n+$/, '')}\n${fence}`;
}

/** At most so many bytes of the beginning, whole characters only. */
export function head(text: string, bytes: number): string {
  const all = Buffer.from(text);
  if (all.length <= bytes) return text;
  return `${decoded(all.subarray(0, bytes - MARK_BYTES)).replace(/\uFFFD+$/, '')}…`;
}

/** At most so many bytes of the end, of text that somebody printed: what could steer a terminal or swell a fence goes. */
export function printed(text: string, bytes: number): string {
  const clean = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(/`{10,}/g, '`````````')
    .trim();
  const all = Buffer.from(clean);
  if (all.length <= bytes) return clean;
  return `…${decoded(all.subarray(all.length - bytes + MARK_BYTES)).replace(/^\uFFFD+/, '')}`;
}

const decoded = (bytes: Buffer): string => new TextDecoder().decode(bytes);
const MARK_BYTES = Buffer.byteLength('…');
const ITEM_BYTES = 120;

/** A list with a dash before each, the rest counted. */
export function bullets(items: readonly string[], most: number, bytes = ITEM_BYTES): string {
  const shown = items.slice(0, most).map((item) => `- ${head(item.replace(/\s+/g, ' '), bytes)}`);
  return [...shown, ...(items.length > most ? [`- … and ${items.length - most} more`] : [])].join('\n');
}
