import type { Placement } from '../../domain/archive.ts';
import type { Candidate } from '../../domain/candidate.ts';
import { type RunConfig, seedId } from '../../domain/config.ts';
import type { Base, Event, Recorded } from '../../domain/event.ts';
import { COMMITTED } from '../../domain/experiment.ts';
import type { Proposal } from '../../domain/proposal.ts';
import { fateOf } from './evo-fate.ts';
import type { EvoRun } from './evo-files.ts';
import { type History, isBreaking, reasonOf, type Try } from './evo-history.ts';

/** Commits of ours that hold what was tried, and the base of every epoch that has one. */
export interface Versions {
  base(epoch: number): Base | undefined;
  /** Of the run: the first epoch's, else what the user has. */
  readonly first: Base;
  candidate(one: Try): Candidate;
}

/** `rank` orders what happened in the same moment: an epoch begins before what belongs to it, the root is measured first. */
interface Dated {
  readonly at: number;
  readonly rank: number;
  readonly event: Event;
}

const ROOT = seedId('rounds');

/** The events of a run of evo, as if it had been ours. */
export function eventsOf(
  run: EvoRun,
  history: History,
  config: RunConfig,
  versions: Versions,
  anew: boolean,
): readonly Recorded[] {
  const dated = [
    ...rootEvents(history, versions, anew),
    ...run.nodes.flatMap((experiment, index) => experimentEvents(run, experiment, index, history, versions)),
    ...remarks(run, history),
  ];
  const opened: Event = { type: 'opened', config, base: versions.first };
  const imported: Event = { type: 'memo', key: 'imported', value: { from: 'evo', run: run.id } };
  const sorted = dated
    .map((one, index) => ({ ...one, index }))
    .sort((a, b) => a.at - b.at || a.rank - b.rank || a.index - b.index);
  return [{ at: history.from, event: opened }, { at: history.from, event: imported }, ...sorted].map(
    ({ at, event }, index) => ({ seq: index + 1, at, event }),
  );
}

function rootEvents(history: History, versions: Versions, anew: boolean): readonly Dated[] {
  const { from, to, breaks, baseline } = history;
  const brief = { objective: '', boundaries: [], pointers: [] };
  const origin = { batch: 0, ord: 0, home: COMMITTED, operator: 'seed' as const, by: 'user' };
  const opening: readonly Event[] = [
    { type: 'proposed', proposal: { id: ROOT, ...origin, parents: [ROOT], inspirations: [], brief } },
    { type: 'applied', candidate: rootCandidate(versions.first) },
  ];
  const dated = opening.map((event): Dated => ({ at: from, rank: 0, event }));
  const placed: Event = { type: 'placed', proposal: ROOT, placement: { kind: 'kept', home: COMMITTED, evicted: [] } };
  const one = baseline(1);
  if (one !== undefined && versions.base(1) !== undefined)
    dated.push(
      ...[{ type: 'evaluated' as const, candidate: ROOT, evaluation: one.ending.evaluation }, placed].map(
        (event): Dated => ({ at: one.finishedAt, rank: 2, event }),
      ),
    );
  let base = versions.first;
  for (const [index, { at, reason }] of breaks.entries()) {
    const epoch = index + 2;
    const now = versions.base(epoch);
    const isNew = now !== undefined && now.tree !== base.tree;
    const broke: Event = isNew
      ? { type: 'based', base: now, reason }
      : { type: 'infra', reason, noted: true, breaking: true };
    dated.push({ at, rank: 1, event: broke });
    base = now ?? base;
    const measured = baseline(epoch);
    if (measured === undefined) continue;
    const attempt = index + 1;
    const { evaluation, end } = measured.ending;
    const events: readonly Event[] = [
      { type: 'applied', candidate: rootCandidate(base), attempt, rescore: true },
      { type: 'evaluated', candidate: ROOT, evaluation },
      {
        type: 'concluded',
        experiment: ROOT,
        attempt,
        end: { outcome: 'committed', score: end.score, gates: end.gates },
      },
      placed,
    ];
    dated.push(...events.map((event): Dated => ({ at: measured.finishedAt, rank: 2, event })));
  }
  const missing = one === undefined && breaks.length === 0;
  const reason = missing ? NO_BASELINE : ANEW;
  if (missing || anew) dated.push({ at: to, rank: 9, event: { type: 'infra', reason, noted: true, breaking: true } });
  return dated;
}

const ANEW = 'imported from evo: its scores were measured another way';
const NO_BASELINE = 'imported from evo without a baseline: measure one with evolve exp rescore root';

const rootCandidate = ({ commit, tree }: Base): Candidate => ({
  id: ROOT,
  proposal: ROOT,
  parents: [],
  commit,
  tree,
  summary: 'the code as it was',
});

function experimentEvents(
  run: EvoRun,
  experiment: EvoRun['nodes'][number],
  index: number,
  history: History,
  versions: Versions,
): readonly Dated[] {
  const { node, parent } = experiment;
  const { id } = node;
  const { time, from, tries } = history;
  const own = tries.filter((one) => one.experiment === experiment);
  const createdAt = Math.max(time(node.created_at, from), bornAfter(run, parent, history));
  const event = (at: number, happened: Event): Dated => ({ at: Math.max(createdAt, at), rank: 3, event: happened });
  const objective = node.hypothesis ?? id;
  const proposal: Proposal = {
    id,
    batch: index + 1,
    ord: 0,
    home: COMMITTED,
    operator: 'brief',
    by: 'hand',
    hand: true,
    parents: [parent],
    inspirations: [],
    brief: { objective, boundaries: [], pointers: [] },
  };
  const tags = node.tags ?? [];
  const changedAt = time(node.updated_at, createdAt);
  const last = own.at(-1);
  const fate = fateOf(experiment, last);
  return [
    event(createdAt, { type: 'proposed', proposal }),
    ...own.flatMap((one) => attemptEvents(one, versions, event)),
    ...gates(id, node, event, history),
    ...(tags.length === 0 ? [] : [event(changedAt, { type: 'tagged', experiment: id, tags })]),
    ...fate.map((happened) => event(Math.max(changedAt, last?.finishedAt ?? createdAt), happened)),
  ];
}

/** A child that says that it is older than its parent comes right after it. */
function bornAfter(run: EvoRun, parent: string, { time, from }: History): number {
  let latest = from;
  for (let id = parent; id !== ROOT; ) {
    const found = run.nodes.find(({ node }) => node.id === id);
    if (found === undefined) break;
    latest = Math.max(latest, time(found.node.created_at, from));
    id = found.parent;
  }
  return latest;
}

function attemptEvents(one: Try, versions: Versions, event: (at: number, happened: Event) => Dated): readonly Dated[] {
  const { id } = one.experiment.node;
  const { attempt, startedAt, finishedAt } = one;
  const { evaluation, end } = one.ending;
  const placement: Placement =
    end.outcome === 'committed'
      ? { kind: 'kept', home: COMMITTED, evicted: [] }
      : { kind: 'refused', reason: end.reason ?? end.outcome };
  const isPlaced = end.cause !== 'machine';
  return [
    event(startedAt, { type: 'applied', candidate: versions.candidate(one), attempt }),
    event(finishedAt, { type: 'evaluated', candidate: id, evaluation }),
    event(finishedAt, { type: 'concluded', experiment: id, attempt, end }),
    ...(isPlaced ? [event(finishedAt, { type: 'placed', proposal: id, placement })] : []),
  ];
}

function gates(
  id: string,
  { gates: put, created_at }: EvoRun['nodes'][number]['node'],
  event: (at: number, happened: Event) => Dated,
  { time, from }: History,
): readonly Dated[] {
  return (put ?? []).map(({ name, command, phase, added_at }) =>
    event(time(added_at, time(created_at, from)), {
      type: 'gated',
      experiment: id,
      gate: { name, command, phase: phase ?? 'post' },
    }),
  );
}

function remarks(run: EvoRun, history: History): readonly Dated[] {
  const { time, from, to } = history;
  const ids = new Set([ROOT, ...run.nodes.map(({ node }) => node.id)]);
  const event = (at: number, happened: Event): Dated => ({ at, rank: 5, event: happened });
  const born = new Map(
    run.nodes.map(({ node, parent }) => [
      node.id,
      Math.max(time(node.created_at, from), bornAfter(run, parent, history)),
    ]),
  );
  const after = (id: string, at: number): number => Math.max(at, born.get(id) ?? from);
  const annotations = run.annotations.map(({ experiment_id: id, task_id: task, analysis: text, timestamp }): Dated => {
    const at = time(timestamp, to);
    if (id == null || !ids.has(id)) return event(at, { type: 'noted', text: id == null ? text : `${id}: ${text}` });
    return event(after(id, at), { type: 'annotated', experiment: id, text, ...(task == null ? {} : { task }) });
  });
  const nodes = [...run.nodes.map(({ node }) => node), ...(run.top === undefined ? [] : [{ ...run.top, id: ROOT }])];
  const noted = nodes.flatMap(({ id, notes }) =>
    (notes ?? []).map(({ text, timestamp }) =>
      event(after(id, time(timestamp, to)), { type: 'noted', text, experiment: id }),
    ),
  );
  const general = run.notes.map(({ text, timestamp }) => event(time(timestamp, to), { type: 'noted', text }));
  const infra = run.infra
    .filter((one) => !isBreaking(one))
    .map((one) => event(time(one.timestamp, to), { type: 'infra', reason: reasonOf(one), noted: true }));
  const top = run.top === undefined ? [] : gates(ROOT, run.top, event, history);
  return [...annotations, ...noted, ...general, ...infra, ...top];
}
