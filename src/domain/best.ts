import type { CandidateId } from './candidate.ts';
import { better, byRankKey, promotes, rankKey, scoreOf } from './compare.ts';
import { COMMITTED } from './experiment.ts';
import { type EntryRow, need, type RunRow, type Tables } from './tables.ts';
import type { Entry } from './view.ts';

/** What was given up was not confirmed, and an experiment counts while it lives. */
export function leads(tables: Tables, run: RunRow, row: EntryRow): boolean {
  const { proposal, evaluation, dropped, experiment, alive } = row;
  if (evaluation === undefined || dropped !== undefined) return false;
  if (experiment !== undefined && !alive) return false;
  const best = run.best === undefined ? undefined : tables.entry(run.best)?.evaluation;
  return promotes(
    { id: proposal.id, evaluation },
    run.best === undefined || best === undefined ? undefined : { id: run.best, evaluation: best },
    {
      direction: run.config.fixed.direction,
      noisy: run.noisy === true,
      holdout: run.config.fixed.holdout !== undefined,
    },
  );
}

/** One that has its place already may still turn out to be the best. */
export function promoted(tables: Tables, run: RunRow, id: CandidateId): RunRow {
  const entry = need(tables, id);
  if (id === run.best || entry.placement === undefined || !leads(tables, run, entry)) return run;
  return crowned(tables, run, id, run.batch);
}

export function crowned(tables: Tables, run: RunRow, best: CandidateId, bestBatch: number): RunRow {
  const { charged, idle } = run.counts;
  const nth = run.bests ?? 0;
  const after = { ...fresh(run), best, bestBatch, bestAt: charged - idle, bests: nth + 1 };
  tables.putImprovement(nth, { candidate: best, evaluations: charged, score: bestScore(tables, after) ?? Number.NaN });
  return after;
}

/** The best has just been measured. */
export const fresh = (run: RunRow): RunRow => ({ ...run, freshAt: run.counts.charged });

export function bestScore(tables: Tables, run: RunRow): number | undefined {
  const best = run.best === undefined ? undefined : tables.entry(run.best)?.evaluation;
  return best === undefined ? undefined : (scoreOf(best) ?? undefined);
}

/**
 * Whoever is best lives. Each of the others was found better than its parent, so the best that is left needs no further proof; and
 * who leaves needs none to be the best again, as long as nobody better has come.
 */
export function settled(tables: Tables, run: RunRow): RunRow {
  const { best, ...rest } = run;
  const left = best === undefined ? undefined : tables.entry(best);
  if (left?.experiment === undefined || left.alive) return run;
  const [next] = tables.top(COMMITTED, 1);
  const led = { epoch: run.epoch ?? 0, ...(next === undefined ? {} : { next: next.proposal.id }) };
  tables.putEntry({ ...left, experiment: { ...left.experiment, led } });
  return next === undefined ? rest : succeeded(rest, next);
}

/** One that became so without having been better than the last: what was charged counts from when it had its place. */
function succeeded(run: Omit<RunRow, 'best'>, { proposal, experiment }: Entry): RunRow {
  const bestAt = experiment?.chargedAt ?? 0;
  return { ...run, best: proposal.id, bestBatch: proposal.batch, bestAt, freshAt: bestAt };
}

/** An experiment has come to live among the committed, for the first time or again. */
export function welcomed(tables: Tables, run: RunRow, id: CandidateId): RunRow {
  const row = need(tables, id);
  if (row.experiment === undefined || !row.alive || run.best === id) return run;
  const { led, ...known } = row.experiment;
  if (led?.epoch !== (run.epoch ?? 0) || !isBestAgain(tables, run, row, led.next))
    return leads(tables, run, row) || isFirstOfEquals(tables, run, row)
      ? crowned(tables, run, id, row.proposal.batch)
      : run;
  tables.putEntry({ ...row, experiment: known });
  return succeeded(run, row);
}

/** Of equals in a round the first in order is best, whoever had its place first. */
function isFirstOfEquals(tables: Tables, run: RunRow, { proposal, evaluation }: EntryRow): boolean {
  const best = run.best === undefined ? undefined : tables.entry(run.best);
  if (run.noisy === true || run.config.fixed.holdout !== undefined) return false;
  if (best?.evaluation === undefined || evaluation === undefined || proposal.seat === undefined) return false;
  if (best.proposal.batch !== proposal.batch || best.proposal.ord <= proposal.ord) return false;
  const { direction } = run.config.fixed;
  return byRankKey(rankKey(evaluation, direction), rankKey(best.evaluation, direction)) === 0;
}

function isBestAgain(tables: Tables, run: RunRow, { evaluation }: EntryRow, next: CandidateId | undefined): boolean {
  if (run.best === undefined) return true;
  // Medians say little where there is noise, and it was found better before.
  if (run.noisy === true && run.best === next) return true;
  const best = tables.entry(run.best)?.evaluation;
  return evaluation !== undefined && best !== undefined && better(evaluation, best, run.config.fixed.direction);
}
