/** Whether a text has a word that is this name. */
export function mentions(text: string, name: string): boolean {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|#]/g, '\\$&');
  return new RegExp(String.raw`(?<![\w$])${escaped}(?![\w$])`).test(text);
}
