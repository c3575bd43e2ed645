import type { Refused } from '../domain/candidate.ts';
import type { Flag } from '../domain/evaluation.ts';
import { type AuditPlan, type ChangedFile, flagsOf } from './5-audit.ts';
import { constantsIn } from './mechanical-answers.ts';
import { cachesIn } from './mechanical-caches.ts';
import { weakenedBy } from './mechanical-gates.ts';
import { readFile } from './mechanical-text.ts';

/** All that somebody has changed of the parent. */
export interface Changed {
  readonly files: readonly Edited[];
  /** Edits that were left out; `known`: of files that the parent has. */
  readonly refused: readonly (Refused & { readonly known?: true })[];
}

/** Without `before` it is new, without `after` it is gone. */
export interface Edited {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

export interface Examined {
  /** What must not be measured as it is: each says where, what and what to do. */
  readonly findings: readonly string[];
  /** What is suspicious and may be honest: for whoever verifies. */
  readonly flags: readonly Flag[];
}

/** More tell nobody anything new. */
const MOST_FINDINGS = 12;

/**
 * What code can tell of a change before anybody thinks about it. Contract: a finding is seldom wrong about honest code, since
 * it costs its author a turn.
 */
export async function mechanical(
  { files, refused }: Changed,
  names: Pick<AuditPlan, 'harness' | 'heldOut'>,
): Promise<Examined> {
  const there = files.filter(isThere);
  const flagged = await flagsOf(there, names);
  const [bad, flags] = [
    flagged.filter(({ rule }) => ADVICE[rule] !== undefined),
    flagged.filter(({ rule }) => ADVICE[rule] === undefined),
  ];
  const findings = [
    ...refusals(refused, there),
    ...files.flatMap(weakenedBy),
    ...bad.map(({ rule, path, line, text }) => `${path}:${line}: this ${rule} (${text}). ${ADVICE[rule]}`),
  ];
  for (const file of there) {
    if (findings.length >= MOST_FINDINGS) break;
    const read = await readFile(file);
    if (read !== undefined) findings.push(...constantsIn(read), ...cachesIn(read));
  }
  return { findings: [...new Set(findings)].slice(0, MOST_FINDINGS), flags };
}

const isThere = (file: Edited): file is Edited & ChangedFile => file.after !== undefined;

/** Rules of the audit that no honest change breaks, and what to do. */
const ADVICE: Readonly<Record<string, string>> = {
  'patches a timer': 'Leave the clock alone.',
  'changes what prints': 'Leave the output alone.',
  'changes what is built in': 'Leave it alone: others rely on it.',
  'names the harness': 'The code must not know what measures it.',
  'names what is held out': 'The code must not know what is held out.',
  'names the result channel': 'The result is for the benchmark to report.',
};

/** What was left out and mattered: edits of files that are there, and new files that the change relies on. */
function refusals(refused: Changed['refused'], files: readonly ChangedFile[]): readonly string[] {
  return refused.flatMap(({ path, reason, known }) => {
    if (known === true) return [`${path}: it may not change (${reason}). The edit is undone; do without it.`];
    const name = (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
    const user = name.length > 2 ? files.find(({ after }) => names(after, name)) : undefined;
    if (user === undefined) return [];
    return [
      `${path}: a new file that is not taken (${reason}), but ${user.path} relies on it. Put it where files may be added, or do without it.`,
    ];
  });
}

/** In an import, an include or a path. */
const names = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?:import|from|require|include|use|mod|open|read)\b[^\n]{0,200}\b${escaped(name)}\b`).test(
    text,
  );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
