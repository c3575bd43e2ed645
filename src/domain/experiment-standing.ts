import { settled, welcomed } from './best.ts';
import type { CandidateId } from './candidate.ts';
import { COMMITTED, type Experiment, FRONTIER, NO_STATUSES, type Status } from './experiment.ts';
import { arrived, departed, type Residence } from './residence.ts';
import { type EntryRow, need, type RunRow, type Tables } from './tables.ts';

/**
 * Replaces an experiment's row, and keeps true what follows from it: among the committed live those that were kept and whose
 * measurement counts, on the frontier those of them that are not pruned and have no such child; and the counts by status.
 */
export function update(tables: Tables, run: RunRow, before: EntryRow, after: EntryRow, _seq: number): RunRow {
  const now = housed(after, run);
  tables.putEntry(now);
  const parent = now.kin.parent;
  const change = Number(branches(now)) - Number(branches(before));
  if (parent !== undefined && change !== 0) {
    const { entry, experiment } = experimentOf(tables, parent);
    const grown = { ...entry, experiment: { ...experiment, branches: experiment.branches + change } };
    tables.putEntry(onFrontier(grown));
  }
  const seed = now.proposal.operator === 'seed';
  return seed ? run : recount(run, before.experiment?.status, now.experiment?.status);
}

/** Where a row lives follows from itself and the epoch. */
function housed(row: EntryRow, run: RunRow): EntryRow {
  const homes = row.homes ?? [];
  const now = counts(row, run) ? arrived(homes, stay(row, COMMITTED)) : departed(homes, COMMITTED);
  return onFrontier(row.homes === undefined && now.length === 0 ? row : { ...row, homes: now });
}

/** Equals are told apart by when they were proposed: who was measured first hangs on how much was done at once. */
const stay = ({ proposal }: EntryRow, name: string): Residence => ({ name, since: proposal.batch, nth: proposal.ord });

function onFrontier(row: EntryRow): EntryRow {
  if (row.homes === undefined) return row;
  const isFree = branches(row) && row.experiment?.branches === 0;
  const homes = isFree ? arrived(row.homes, stay(row, FRONTIER)) : departed(row.homes, FRONTIER);
  return { ...row, homes, alive: homes.length > 0 };
}

/** What was pruned as exhausted still counts; what is being measured again does not. */
function counts({ placement, evaluation, experiment }: EntryRow, run: RunRow): boolean {
  if (experiment === undefined || experiment.invalid !== undefined) return false;
  if (experiment.status !== 'committed' && experiment.status !== 'pruned') return false;
  return placement?.kind === 'kept' && evaluation?.outcome === 'scored' && evaluation.epoch === (run.epoch ?? 0);
}

const branches = ({ homes = [], experiment }: EntryRow): boolean =>
  experiment?.status === 'committed' && homes.some(({ name }) => name === COMMITTED);

/**
 * Says of an experiment and of all that comes of it which of its ancestors is invalid, the nearest, itself included, and who is
 * best then. Costs what comes of it.
 */
export function marked(tables: Tables, run: RunRow, from: CandidateId, seq: number): RunRow {
  const moved: CandidateId[] = [];
  const open = [from];
  let after = run;
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const { entry, experiment } = experimentOf(tables, id);
    const { invalid: before, ...known } = experiment;
    const now = invalidOf(tables, entry, experiment);
    if (now === before) continue;
    const said = { ...known, ...(now === undefined ? {} : { invalid: now }) };
    after = update(tables, after, entry, { ...entry, experiment: said }, seq);
    moved.push(id);
    open.push(...tables.offspring(id, Number.MAX_SAFE_INTEGER).map(({ proposal }) => proposal.id));
  }
  // Who was best before is asked first, so that nobody is best for a moment.
  const isOther = (id: CandidateId): number => Number(need(tables, id).experiment?.led === undefined);
  return moved
    .toSorted((a, b) => isOther(a) - isOther(b))
    .reduce((latest, id) => welcomed(tables, latest, id), settled(tables, after));
}

function invalidOf(tables: Tables, { proposal, kin }: EntryRow, { status, laid }: Experiment): CandidateId | undefined {
  if (status === 'pruned' && laid?.kind === 'invalid') return proposal.id;
  return kin.parent === undefined ? undefined : tables.entry(kin.parent)?.experiment?.invalid;
}

/** One more of a status, one less of another. */
export function recount(run: RunRow, from: Status | undefined, to: Status | undefined): RunRow {
  if (from === to) return run;
  const numbers = { ...(run.statuses ?? NO_STATUSES) };
  if (from !== undefined) numbers[from]--;
  if (to !== undefined) numbers[to]++;
  return { ...run, statuses: numbers };
}

export function experimentOf(
  tables: Tables,
  id: CandidateId,
): { readonly entry: EntryRow; readonly experiment: Experiment } {
  const entry = need(tables, id);
  if (entry.experiment === undefined) throw new Error(`${id} is no experiment`);
  return { entry, experiment: entry.experiment };
}
