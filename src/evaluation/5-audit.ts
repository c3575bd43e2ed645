import { commentsIn, languageNameOf } from '../code/code.ts';
import type { Evaluation, Flag } from '../domain/evaluation.ts';
import type { EvaluateJob, Version } from '../domain/lane.ts';
import { type AuditRule, RULES } from './audit-rules.ts';

/** A file that a candidate changed: as in the seed, absent when it is new, and as it is now. */
export interface ChangedFile {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}

/** What an audit looks at beside the change itself. */
export interface AuditPlan {
  /** The files in scope that differ from the seed's. */
  changed(version: Version): Promise<readonly ChangedFile[]>;
  /** Shell lines that measure, and paths that only the held-out command sees: a candidate has no business with either. */
  readonly harness: readonly string[];
  readonly heldOut: readonly string[];
}

/** More tell nobody anything new. */
const MOST_FLAGS = 20;
const MOST_TEXT = 120;
/** The beginning of a larger file is looked at: nobody writes so much code by hand. */
const MOST_CHARACTERS = 400_000;
/** Of one rule in one file. */
const MOST_MATCHES = 200;

/**
 * The evaluation with the lines of the change that look like attempts at the measurement. A flag is for those who read it:
 * neither the score nor the place of the candidate depends on it.
 */
export async function audited(
  plan: AuditPlan | undefined,
  { candidate }: EvaluateJob,
  evaluation: Evaluation,
): Promise<Evaluation> {
  if (plan === undefined || evaluation.outcome === 'broken') return evaluation;
  const flags = await flagsOf(await plan.changed(candidate), plan);
  return flags.length === 0 ? evaluation : { ...evaluation, flags };
}

export async function flagsOf(
  files: readonly ChangedFile[],
  names: Pick<AuditPlan, 'harness' | 'heldOut'>,
): Promise<readonly Flag[]> {
  const rules = [...RULES, ...namingRules(names)];
  const flags: Flag[] = [];
  for (const file of files) {
    if (flags.length < MOST_FLAGS) flags.push(...(await flagsIn(file, rules)));
  }
  return flags.slice(0, MOST_FLAGS);
}

async function flagsIn(file: ChangedFile, rules: readonly AuditRule[]): Promise<readonly Flag[]> {
  const { path } = file;
  const after = file.after.slice(0, MOST_CHARACTERS);
  const before = (file.before ?? '').slice(0, MOST_CHARACTERS);
  const language = languageNameOf(path);
  const lines = linesOf(after);
  const known = new Set(before.split('\n').map((line) => line.trim()));
  const isNew = (line: Line) => line.text.trim() !== '' && !known.has(line.text.trim());
  const found = rules
    .filter(({ languages }) => languages === undefined || languages.includes(language ?? ''))
    .flatMap((rule) => {
      const pattern = language === 'Python' ? withImports(rule.pattern, after) : rule.pattern;
      if (rule.unlessSeedDoes === true && before.search(pattern) >= 0) return [];
      return [...after.matchAll(pattern)].slice(0, MOST_MATCHES).flatMap(({ index, 0: text }) => {
        const start = index + text.search(/\S/);
        const touched = lines.filter((line) => line.start < index + text.length && line.end > start);
        const [line] = touched;
        return line !== undefined && touched.some(isNew) ? [{ of: rule, line, index: start }] : [];
      });
    })
    .sort((a, b) => a.index - b.index);
  if (found.length === 0) return [];
  const comments = await commentsIn(path, after);
  const isCode = (index: number) => !comments.some(({ start, end }) => start <= index && index < end);
  const flags = found
    .filter(({ index, of }) => of.inComments === true || isCode(index))
    .map(({ of: { rule }, line }) => ({ rule, path, line: line.number, text: line.text.trim().slice(0, MOST_TEXT) }));
  return flags.filter(
    (flag, nth) => flags.findIndex(({ rule, line }) => rule === flag.rule && line === flag.line) === nth,
  );
}

interface Line {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split('\n').map((line, index) => {
    const own = { number: index + 1, start, end: start + line.length + 1, text: line };
    start = own.end;
    return own;
  });
}

/** `@time` in a pattern stands for the names that the file knows the module by. */
function withImports(pattern: RegExp, text: string): RegExp {
  if (!pattern.source.includes('@')) return pattern;
  const source = pattern.source.replace(/@(\w+)/g, (_, module: string) => {
    const aliases = [...text.matchAll(new RegExp(String.raw`\bimport\s+${module}\s+as\s+(\w+)`, 'g'))].map(
      ([, alias]) => alias ?? module,
    );
    const imported = String.raw`__import__\(\s*['"]${module}['"]\s*\)`;
    return `(?:${[module, ...aliases, imported].join('|')})`;
  });
  return new RegExp(source, pattern.flags);
}

/** Names of files in shell lines. */
const FILE = /[\w.-]*\w\.\w+(?![\w.])/g;

/** What the harness and the held-out data are called is of no use to an honest candidate. */
function namingRules({ harness, heldOut }: Pick<AuditPlan, 'harness' | 'heldOut'>): readonly AuditRule[] {
  const hidden = heldOut.map((path) => path.split('/').filter(Boolean).at(-1) ?? '').filter((name) => name.length > 2);
  return [
    ...named('names the harness', [...new Set(harness)]),
    ...named('names what is held out', [...new Set(hidden)]),
  ];
}

function named(rule: string, names: readonly string[]): readonly AuditRule[] {
  if (names.length === 0) return [];
  const whole = names.map(escaped).join('|');
  const stems = names.map((name) => escaped(name.replace(/\.\w+$/, ''))).join('|');
  const imported = String.raw`^[ \t]*(?:import|from)[ \t]+(?:[\w.]+\.)?(?:${stems})\b(?![ \t]*(?:from\b[ \t]*['"]|\{))`;
  const quoted = String.raw`\b(?:require|import|from|import_module|__import__)\s*\(?\s*['"\x60](?:[^'"\x60\n]{0,80}/)?(?:${stems})['"\x60]`;
  return [{ rule, pattern: new RegExp(String.raw`(?<![\w-])(?:${whole})(?![\w-])|${imported}|${quoted}`, 'gm') }];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The files that shell lines name, without those that may change. */
export function filesNamed(commands: readonly string[], scope: (name: string) => boolean): readonly string[] {
  return commands.flatMap((command) => command.match(FILE) ?? []).filter((name) => /[a-z]/i.test(name) && !scope(name));
}
