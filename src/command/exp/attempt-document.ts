import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Attempt, GateResult } from '../../domain/experiment.ts';
import { difference } from '../document.ts';
import { attemptFolder } from './folders.ts';
import type { Lab } from './lab.ts';

/** An attempt as `--json` has it. */
export interface AttemptDocument {
  readonly attempt: number;
  /** `running` while it has no end. */
  readonly outcome: 'committed' | 'evaluated' | 'failed' | 'running';
  readonly cause: string | null;
  readonly reason: string | null;
  readonly score: number | null;
  readonly parent_score: number | null;
  readonly delta: number | null;
  readonly epoch: number;
  readonly rescore: boolean;
  readonly gates: readonly GateResult[];
  readonly change_files: readonly string[];
  readonly lines: { readonly added: number; readonly removed: number };
  readonly left_out: readonly { readonly path: string; readonly reason: string }[];
  readonly commit: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** Relative to the repository's root; null where nothing is left of it. */
  readonly folder: string | null;
}

export function attemptDocument(
  { root, stateDir, run }: Pick<Lab, 'root' | 'stateDir' | 'run'>,
  id: string,
  one: Attempt,
): AttemptDocument {
  const folder = attemptFolder(stateDir, run.id, id, one.attempt);
  const { end } = one;
  const against = end?.against?.score ?? null;
  return {
    attempt: one.attempt,
    outcome: end?.outcome ?? 'running',
    cause: end?.cause ?? null,
    reason: end?.reason ?? null,
    score: end?.score ?? null,
    parent_score: against,
    delta: difference(end?.score ?? null, against),
    epoch: one.epoch,
    rescore: one.rescore === true,
    gates: end?.gates ?? [],
    ...changesIn(join(folder, 'diff.patch')),
    left_out: one.refused,
    commit: one.commit,
    started_at: new Date(one.startedAt).toISOString(),
    finished_at: end === undefined ? null : new Date(end.endedAt).toISOString(),
    folder: existsSync(folder) ? relative(root, folder) : null,
  };
}

/** So much of a patch is looked at. */
const LOOKED_AT = 1_000_000;

function changesIn(patch: string): Pick<AttemptDocument, 'change_files' | 'lines'> {
  const files = new Set<string>();
  let [added, removed, inHunk] = [0, 0, false];
  for (const line of headOf(patch).split('\n')) {
    const named = /^diff --git "?a\/.*"? "?b\/(.*?)"?$/.exec(line);
    if (named !== null) files.add(named[1] ?? '');
    if (named !== null) inHunk = false;
    else if (line.startsWith('@@')) inHunk = true;
    else if (inHunk && line.startsWith('+')) added++;
    else if (inHunk && line.startsWith('-')) removed++;
  }
  return { change_files: [...files].sort(), lines: { added, removed } };
}

function headOf(path: string): string {
  if (!existsSync(path)) return '';
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(LOOKED_AT);
    return bytes.subarray(0, readSync(file, bytes, 0, LOOKED_AT, 0)).toString('utf8');
  } finally {
    closeSync(file);
  }
}
