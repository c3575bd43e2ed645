import { inputsOf, lineAt, type ReadFile, type Routine, word } from './mechanical-text.ts';

const NUMBER = String.raw`-?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?[a-zA-Z]{0,3}`;
const STRING = String.raw`"(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}'|\x60[^\x60$]{0,400}\x60`;
const LIST = String.raw`[([][-\d\s.,'"]{1,400}[)\]]`;
const LITERAL = `(?:${STRING}|${NUMBER}|${LIST}|[Tt]rue|[Ff]alse|None|null)`;

/** Fewer are a choice, not a table of answers. */
const LEAST_ENTRIES = 3;

/** Answers that stand in the code instead of being computed from the input. */
export function constantsIn(file: ReadFile): readonly string[] {
  return [...ignoring(file), ...tables(file), ...cases(file)];
}

/** Functions that looked at their inputs, and now give a constant or an entry of a table that is written out. */
function ignoring({ path, language, before, after }: ReadFile): readonly string[] {
  const known = new Map(before.functions.map((one) => [one.symbol, one]));
  return after.functions.flatMap((one) => {
    const was = known.get(one.symbol);
    if (was === undefined || was.body === one.body) return [];
    const looked = inputsOf(was, language).some((name) => uses(was, name)) && COMPUTES.test(was.body);
    const inputs = inputsOf(one, language);
    if (!looked || inputs.length === 0) return [];
    const place = `${path}:${one.line}: ${one.symbol}`;
    if (!inputs.some((name) => uses(one, name)) && isConstant(one.body))
      return [`${place} gives a constant, whatever it is given, and computed before. Compute it from the input.`];
    const table = lookedUp(one.body, inputs);
    if (table !== undefined && !isConstantTable(table, before.text) && isConstantTable(table, after.text))
      return [
        `${place} looks its answer up in a table that is written out, and computed before. Compute it, or have the table made by code.`,
      ];
    return [];
  });
}

const COMPUTES = /\b(?:for|while|loop|if|switch|match|return|map|reduce|sum|sort\w*)\b|[-+*/%<>]|\w\s*\(/;

const uses = ({ body }: Routine, name: string): boolean => new RegExp(word(name)).test(body);

const MAKERS = /\b(?:list|tuple|dict|set|frozenset|Object\.freeze|new\s+(?:Map|Set|Array)|vec!|vec|Some|Ok)\s*[([]/g;
const TRIVIAL =
  /^(?:[Tt]rue|[Ff]alse|None|null|nil|undefined|NULL|nullptr|-?[01](?:\.0*)?|""|''|\[\s*\]|\{\s*\}|\(\s*\)|)$/;

/** All that is returned is written out, and is more than a default. */
function isConstant(body: string): boolean {
  const bare = body.replace(MAKERS, '[');
  if (/\w\s*\(|\b(?:for|while|loop|throw|raise|panic)\b/.test(bare.replace(/\b(?:if|switch|return|case)\b\s*\(/g, '')))
    return false;
  const returned = [...bare.matchAll(/\breturn\b[ \t]*([^;\n]*(?:\n\s+[^;\n]+)*)/g)].map(([, value = '']) =>
    value.trim(),
  );
  const values = returned.length > 0 ? returned : [bare.trim().replace(/;$/, '')];
  return (
    values.some((value) => !TRIVIAL.test(value)) && values.every((value) => !/^\W*$/.test(value) || TRIVIAL.test(value))
  );
}

/** The name of the table, or the table itself, of which a body is nothing but a lookup. */
function lookedUp(body: string, inputs: readonly string[]): string | undefined {
  const key = inputs.map((name) => name.replace(/[$]/g, '\\$')).join('|');
  const found = new RegExp(
    String.raw`^[\s{]*(?:return\s+)?([\s\S]{1,20000}?)(?:\.get\(|\[)\s*&?(?:${key})\s*(?:as\s+usize)?(?:,[^)\]]{0,40})?[)\]][\s;}]*$`,
  ).exec(body);
  return found?.[1]?.trim();
}

function isConstantTable(table: string, text: string): boolean {
  const literals = (all: string): boolean =>
    (all.match(new RegExp(`${STRING}|${NUMBER}`, 'g')) ?? []).length >= LEAST_ENTRIES &&
    !/\w\s*\(|\bfor\b/.test(all.replace(MAKERS, '['));
  if (!/^[\w$.]+$/.test(table)) return literals(table);
  const made = new RegExp(
    String.raw`${word(table.split('.').at(-1) ?? table)}[^=\n;]{0,200}=\s*([\s\S]{0,20000}?)(?:;|\n(?=\S)(?![\])}]))`,
  ).exec(`${text}\n\n`);
  return made?.[1] !== undefined && literals(made[1]);
}

interface Pair {
  readonly index: number;
  readonly end: number;
  readonly key: string;
  readonly value: string;
}

const KEY = `(${STRING}|${NUMBER}|${LIST})`;
const BY_KEY = String.raw`\.(?:get|has|contains_key|contains|find|at)\s*\(`;
/** Of a map that is written as one, and of one that is made from pairs, which may as well be points in a list. */
const ENTRIES = [
  {
    entry: new RegExp(String.raw`${KEY}\s*(?::|=>)\s*(${LITERAL})\s*,?`, 'g'),
    consulted: String.raw`(?:${BY_KEY}|\[)`,
  },
  { entry: new RegExp(String.raw`[[({]\s*${KEY}\s*,\s*(${LITERAL})\s*[\])}]\s*,?`, 'g'), consulted: BY_KEY },
];

/** Tables whose keys are inputs as a benchmark gives them, from which answers are taken. */
function tables({ path, before, after }: ReadFile): readonly string[] {
  return ENTRIES.flatMap(({ entry, consulted }) =>
    runsOf([...after.text.matchAll(entry)].map(pairOf), after.text).flatMap((run) => {
      const [first] = run;
      if (first === undefined || run.length < LEAST_ENTRIES) return [];
      if (before.text.includes(after.text.slice(first.index, first.end).trim())) return [];
      if (run.filter(isAnswer).length * 2 < run.length || !isConsulted(after.text, run, consulted)) return [];
      return [`${path}:${lineAt(after.text, first.index)}: a table of answers by input. Compute them from the input.`];
    }),
  );
}

const pairOf = (found: RegExpMatchArray): Pair => ({
  index: found.index ?? 0,
  end: (found.index ?? 0) + found[0].length,
  key: found[1] ?? '',
  value: found[2] ?? '',
});

/** Entries with nothing between them. */
function runsOf(pairs: readonly Pair[], text: string): readonly (readonly Pair[])[] {
  const runs: Pair[][] = [];
  for (const pair of pairs) {
    const last = runs.at(-1);
    const end = last?.at(-1)?.end;
    if (last !== undefined && end !== undefined && text.slice(end, pair.index).trim() === '') last.push(pair);
    else runs.push([pair]);
  }
  return runs;
}

/** A key that a program has no reason to know, and an answer to it. */
function isAnswer({ key, value }: Pair): boolean {
  const isInput = /^["'`]/.test(key)
    ? key.length > 13 || /\d[\d\s,.;:-]{3,}\d|[,[{]/.test(key.slice(1, -1))
    : /^[([]/.test(key);
  if (isInput) return true;
  return /^-?\d[\d_]{2,}/.test(key) && /^-?\d[\d_.]+|^[([]/.test(value);
}

/** Whether something is looked up in it by a key, rather than gone through. */
function isConsulted(text: string, run: readonly Pair[], consulted: string): boolean {
  const [start, end] = [run[0]?.index ?? 0, run.at(-1)?.end ?? 0];
  if (new RegExp(String.raw`^[\s\])}]*${consulted}`).test(text.slice(end, end + 80))) return true;
  const name = /([A-Za-z_$][\w$]*)\s*(?::[^=\n;]{0,80})?=[^=;]{0,80}$/.exec(
    text.slice(Math.max(0, start - 250), start),
  )?.[1];
  if (name === undefined) return false;
  const own = word(name);
  return new RegExp(String.raw`${own}\s*${consulted}|(?<!\bfor\b[^\n]{0,80})\bin\s+${own}(?!\.)`).test(text.slice(end));
}

const CASE = new RegExp(
  String.raw`(?:===?|\bcase\b|\bis\b)\s*(${STRING}|${NUMBER}|${LIST})\s*\)?\s*[:{]?\s*(?:return|=>)\s*(${LITERAL})\s*[;\n}]`,
  'g',
);

/** One input, compared with, and its answer. */
function cases({ path, before, after }: ReadFile): readonly string[] {
  const found = [...after.text.matchAll(CASE)]
    .map(pairOf)
    .filter((pair) => isAnswer(pair) && !before.text.includes(pair.key));
  return found
    .slice(0, 2)
    .map(
      ({ index, key, value }) =>
        `${path}:${lineAt(after.text, index)}: the answer ${value.slice(0, 40)} to one input, ${key.slice(0, 40)}, is written out. Compute it from the input.`,
    );
}
