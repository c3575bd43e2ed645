/** What stands in the way. */
const SAID = /\b(?:blocked by|requires|depends on|waits for)\s+(`[^`]+`|"[^"]+"|'[^']+'|[\w./@-]+)/gi;

/** What compilers and interpreters say of something that is not there. */
const MISSING = [
  /cannot find module ['"`]([^'"`]+)['"`]/i,
  /no module named ['"`]?([\w.]+)/i,
  /cannot find package ['"`]([^'"`]+)['"`]/i,
  /unresolved import ['"`]?([\w:]+)/i,
  /no required module provides package ([\w./-]+)/i,
  /undefined reference to ['"`]([^'"`]+)['"`]/i,
  /could not resolve ['"`]([^'"`]+)['"`]/i,
];

/**
 * Names of what must be done first, as a failure tells it: the known ones that it names, what it says it needs, what a build misses. The
 * most certain first.
 */
export function blockersIn(text: string, known: readonly string[]): readonly string[] {
  const names = known.filter((id) => mentions(text, id));
  const said = [...text.matchAll(SAID)].flatMap(([, name = '']) => {
    const plain = name.replace(/^[`"']|[`"'.,]+$/g, '');
    return plain !== name.replace(/[.,]+$/, '') || isId(plain) ? [plain] : [];
  });
  const missing = MISSING.flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  return [...new Set([...names, ...said, ...missing])].filter((name) => name !== '' && name.length <= 100);
}

/** Issues have numbers or dashes in their names; words have not. */
const isId = (word: string): boolean => /^[A-Za-z]\w*[-.]\w+/.test(word) || /^[A-Za-z]+\d+$/.test(word);

function mentions(text: string, id: string): boolean {
  const at = text.indexOf(id);
  if (at < 0) return false;
  const around = `${text[at - 1] ?? ' '}${text[at + id.length] ?? ' '}`;
  return !/[\w-]/.test(around) || mentions(text.slice(at + id.length), id);
}
