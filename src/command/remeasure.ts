import { gain } from '../domain/compare.ts';
import type { Base } from '../domain/event.ts';
import type { Version } from '../domain/lane.ts';
import { isSideBySideAnswer } from '../domain/question.ts';
import type { RunFacts, View } from '../domain/view.ts';
import { formatNumber } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import { MachineFailure } from '../loop/loop.ts';
import type { Repository } from '../workspace/workspace.ts';
import type { Context } from './contract.ts';
import { judgingAside } from './judging-aside.ts';
import { openSite } from './site.ts';

/** The user's code with and without a candidate's change, measured in turns. */
export interface Measured {
  readonly yours: readonly number[];
  readonly merged: readonly number[];
  readonly delta: number;
  readonly percent: number | null;
}

/** As many as at a run's own end. */
const REPEATS = 3;

/**
 * Measures the merged code beside the user's, sealed, on the harness that the user has now.
 * Contract: throws UserError unless the merged code passes all gates and is better.
 */
export async function remeasure(
  repository: Repository,
  { view, run }: { readonly view: View; readonly run: RunFacts },
  yours: Base,
  merged: Version,
  context: Context,
): Promise<Measured> {
  const { fixed, adjustable } = run.config;
  const config = { ...run.config, adjustable: { ...adjustable, parallel: 1 } };
  const first = view.entries(0)[0]?.evaluation;
  const seed = {
    id: 'yours',
    base: yours,
    ...(first?.outcome === 'scored' ? { channel: first.channel, evaluation: first } : {}),
  };
  // Nothing is bred here, so whoever bred need not be there any more.
  const engine = { ...(await context.engine()), operators: () => ({}) };
  // A driver of the run has checkouts of its own.
  const repeats = Math.max(REPEATS, fixed.repeat);
  const aside = judgingAside(run.config, fixed.repeat + 2 * repeats, context);
  const site = await openSite(repository, `${run.id}/apply`, config, seed, engine, aside.ledger);
  await using lanes = site.lanes;
  const evaluation = await lanes.evaluate({ candidate: merged, attempt: 1 }, context.signal);
  if (evaluation.outcome === 'broken')
    throw new MachineFailure(`the merged code can't be measured: ${evaluation.reason}`);
  if (evaluation.outcome === 'invalid') throw refused(merged.id, `does not pass: ${evaluation.reason}`);
  const version: Version = { id: seed.id, commit: yours.commit, tree: yours.tree };
  const candidates = [version, merged] as const;
  const question = {
    key: `apply/${merged.id}`,
    of: 'side-by-side' as const,
    candidates: [version.id, merged.id] as const,
    repeats,
  };
  const answered = await lanes.answer({ question, candidates }, context.signal);
  aside.done();
  if (answered.kind === 'broken') throw new MachineFailure(`the merged code can't be measured: ${answered.reason}`);
  if (!isSideBySideAnswer(answered.answer)) throw new Error('nothing was measured');
  const { samples, failed } = answered.answer;
  if (failed !== undefined) throw refused(merged.id, `can't be compared: ${failed}`);
  const [before = [], after = []] = samples;
  const { delta, percent, better } = gain(after, before, fixed.direction);
  if (!better)
    throw refused(
      merged.id,
      `is not better: ${after.map(formatNumber).join(', ')} against ${before.map(formatNumber).join(', ')} without it`,
    );
  return { yours: before, merged: after, delta, percent };
}

const refused = (id: string, why: string): UserError =>
  new UserError(
    `Your code has changed since the run started, and with ${id} it ${why}. Nothing was changed: start a new run, or apply it all the same with --no-measure.`,
  );
