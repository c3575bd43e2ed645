import { relative } from 'node:path';
import { EXPERIMENTING, type Experimenting } from '../../domain/config.ts';
import type { Attempt, GateResult } from '../../domain/experiment.ts';
import type { Entry } from '../../domain/view.ts';
import { formatNumber, formatScore, formatSigned, plural } from '../../lib/format.ts';
import { plain } from '../../lib/width.ts';
import { ofExperiment } from './document.ts';
import { attemptFolder } from './folders.ts';
import type { Lab } from './lab.ts';
import { factsNow } from './site.ts';

/** What an attempt came to, for whoever asked for it. */
export interface Result {
  readonly id: string;
  readonly outcome: 'committed' | 'evaluated' | 'failed';
  readonly cause: 'candidate' | 'machine' | 'aborted' | null;
  readonly reason: string | null;
  readonly score: number | null;
  /** What it was compared with. */
  readonly parent: string | null;
  readonly parent_score: number | null;
  readonly delta: number | null;
  readonly is_best: boolean;
  readonly gates: readonly GateResult[];
  readonly attempt: number;
  /** Attempts that are left. */
  readonly attempts_left: number;
  /** Attempts in a row without a score, and how many there may be. */
  readonly failures: number;
  readonly most_failures: number;
  readonly commit: string;
  /** Edits that were left out, each with its reason. */
  readonly left_out: readonly { readonly path: string; readonly reason: string }[];
  /** Relative to the repository's root. */
  readonly folder: string;
  readonly resumed: boolean;
  /** The files were edited after the attempt was begun: these edits are not in it. */
  readonly changed_since: boolean;
  readonly next: readonly string[];
}

export function resultOf(
  lab: Lab,
  entry: Entry,
  { attempt, end, commit, refused }: Attempt,
  { resumed, drifted }: { readonly resumed: boolean; readonly drifted: boolean },
): Result {
  if (end === undefined) throw new Error(`${entry.proposal.id} has not ended`);
  const { id } = entry.proposal;
  const experiment = ofExperiment(entry);
  const limits = factsNow(lab).config.adjustable.experiments ?? EXPERIMENTING;
  const against = end.against?.score ?? null;
  const facts = {
    id,
    outcome: end.outcome,
    cause: end.cause ?? null,
    reason: end.reason ?? null,
    score: end.score,
    parent: end.against?.id ?? null,
    parent_score: against,
    delta: end.score === null || against === null ? null : end.score - against,
    is_best: lab.journal.view().best()?.proposal.id === id,
    gates: end.gates,
    attempt,
    attempts_left: Math.max(0, limits.attempts - experiment.spent),
    failures: experiment.failures,
    most_failures: limits.failures,
    commit,
    left_out: refused,
    folder: relative(lab.root, attemptFolder(lab.stateDir, lab.run.id, id, attempt)),
    resumed,
    changed_since: drifted,
  };
  return { ...facts, next: nextOf(facts, limits, entry) };
}

function nextOf(
  {
    id,
    outcome,
    attempts_left,
    failures,
    cause,
  }: Pick<Result, 'id' | 'outcome' | 'attempts_left' | 'failures' | 'cause'>,
  limits: Experimenting,
  { proposal }: Entry,
): readonly string[] {
  if (outcome === 'committed') return [`evolve exp new --parent ${id} -m "…"`];
  if (proposal.operator === 'seed') return [`evolve exp rescore ${id}`];
  const discard = `evolve exp discard ${id} --reason "…"`;
  if (attempts_left === 0 || failures >= limits.failures) return [discard];
  return cause === 'machine' ? [`evolve exp eval ${id}`] : [`evolve exp eval ${id}`, discard];
}

export function resultText(result: Result): string {
  const { left_out, folder, changed_since, resumed, next, outcome, cause } = result;
  return [
    headline(result),
    ...gateLines(result.gates),
    ...leftOutLines(left_out),
    ...(changed_since
      ? [`The files were edited after attempt ${result.attempt} was begun: these edits are not in it.`]
      : []),
    ...(resumed ? [`It went on with attempt ${result.attempt}, which had been interrupted.`] : []),
    `logs  ${folder}`,
    `${outcome === 'committed' ? 'Go on' : cause === 'machine' ? 'Try again' : 'Edit and try again, or give it up'}: ${next.join('  ·  ')}`,
  ].join('\n');
}

function headline(result: Result): string {
  const { id, outcome, score, parent, parent_score, delta, reason, attempts_left, is_best } = result;
  switch (outcome) {
    case 'committed': {
      const over = parent === null || delta === null ? '' : ` (${formatSigned(delta)} over ${parent})`;
      return `COMMITTED ${id} ${formatScore(score)}${over}${is_best ? ', the best so far' : ''}`;
    }
    case 'evaluated': {
      const beside = parent_score === null ? '' : ` (${formatNumber(parent_score)})`;
      const told = plain(reason ?? 'not better');
      const why = parent !== null && told.endsWith(parent) ? `${told}${beside}` : told;
      return `EVALUATED ${id} ${score === null ? 'without a score' : formatNumber(score)}, ${why} · ${plural(attempts_left, 'attempt')} left`;
    }
    case 'failed':
      return `FAILED ${id}: ${plain(reason ?? 'no score')} (${countText(result)})`;
  }
}

function countText({ cause, failures, most_failures }: Result): string {
  if (cause !== 'candidate') return 'does not count';
  const left = most_failures - failures;
  return left > 0
    ? `does not count; ${left} more in a row and it must be discarded`
    : `${failures} in a row: it must be discarded`;
}

/** A line for each edit that is not measured. */
export const leftOutLines = (left: Result['left_out']): readonly string[] =>
  left.map(({ path, reason }) => `left out  ${plain(path)}: ${plain(reason)}`);

/** A line for each gate that has not passed. */
export const gateLines = (gates: readonly GateResult[]): readonly string[] =>
  gates
    .filter(({ passed }) => passed !== true)
    .map(({ name, from, passed, reason }) => {
      const of = from === 'config' ? '' : ` of ${from}`;
      return `gate ${plain(name)}${of}: ${passed === null ? 'not run' : 'failed'}${reason === undefined ? '' : `, ${plain(reason)}`}`;
    });
