import fc from 'fast-check';
import type { Event } from '../../src/domain/event.ts';
import { COMMITTED, STATUSES, type Status } from '../../src/domain/experiment.ts';
import { DISCARDED } from '../../src/domain/experiment-fold.ts';
import type { Entry, View } from '../../src/domain/view.ts';
import { begun, concludedAs, concluding, idOf, measured, proposedAs } from './experiments.ts';

/** What people and agents may do to a run of experiments, each with the one that it concerns drawn from those it may concern. */
const GROWTH = [
  'grow',
  'grow',
  'grow',
  'grow',
  'new',
  'seat',
  'begin',
  'evaluate',
  'evaluate',
  'conclude',
  'conclude',
] as const;
const STATE = ['discard', 'prune', 'invalidate', 'restore', 'restore', 'rescore', 'rescore root', 'sample'] as const;
const KINDS = [
  ...GROWTH,
  ...GROWTH,
  ...STATE,
  ...STATE,
  ...(['break', 'rebase', 'tag', 'gate', 'ungate', 'annotate', 'note', 'infra', 'direct', 'acknowledge'] as const),
  ...(['lease', 'release', 'abort', 'retry', 'object', 'observe', 'spend'] as const),
] as const;

export interface Move {
  readonly kind: (typeof KINDS)[number];
  readonly whom: number;
  readonly value: number;
  readonly tasks: readonly number[];
}

export const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom(...KINDS),
  whom: fc.nat(1000),
  value: fc.nat(9),
  tasks: fc.array(fc.nat(3), { maxLength: 3 }),
});

/** The events of a move; none where nobody could make it now. */
export function eventsOf(view: View, { kind, whom, value, tasks }: Move): readonly Event[] {
  const of = (wanted: (entry: Entry) => boolean): Entry | undefined => {
    const found = all(view).filter(wanted);
    return found[whom % Math.max(1, found.length)];
  };
  const is =
    (...statuses: readonly Status[]) =>
    (entry: Entry) =>
      !isRoot(entry) && statuses.includes(statusOf(entry));
  const run = view.run();
  const isOpen = run?.blocked !== true;
  switch (kind) {
    case 'new': {
      const parent = of((entry) => lives(entry) && statusOf(entry) === 'committed');
      const nth = view.counts().proposed + 1;
      return parent === undefined ? [] : [proposedAs(nth, (run?.batch ?? 0) + 1, parent.proposal.id)];
    }
    case 'seat': {
      const parent = of((entry) => lives(entry) && statusOf(entry) === 'committed');
      return parent === undefined ? [] : [seatedAs(view, parent.proposal.id)];
    }
    case 'retry': {
      const entry = of(is('evaluated', 'failed'));
      return entry === undefined ? [] : [{ type: 'retried', experiment: entry.proposal.id, reason: `r${value}` }];
    }
    case 'object': {
      const entry = of((one) => is('active')(one) && one.evaluation?.outcome === 'scored');
      return entry === undefined ? [] : objection(view, entry);
    }
    case 'spend':
      return value < 3 ? [{ type: 'infra', reason: 'no money', spent: true }] : [];
    case 'grow': {
      const parent = of((entry) => lives(entry) && statusOf(entry) === 'committed');
      return parent === undefined ? [] : grown(view, parent, value, tasks);
    }
    case 'begin':
      return isOpen ? beginning(of(is('pending', 'evaluated', 'failed'))) : [];
    case 'rescore':
      return isOpen ? beginning(of(is('committed')), true) : [];
    case 'rescore root':
      return beginning(
        of((entry) => isRoot(entry) && statusOf(entry) === 'committed'),
        true,
      );
    case 'evaluate': {
      const entry = of((one) => statusOf(one) === 'active' && one.evaluation === undefined);
      const evaluation =
        value === 0
          ? ({ outcome: 'invalid', epoch: epochOf(view, entry), reason: 'exit 1', stages: [] } as const)
          : measured(value, epochOf(view, entry), resultsOf(tasks));
      return entry === undefined ? [] : [{ type: 'evaluated', candidate: entry.proposal.id, evaluation }];
    }
    case 'conclude': {
      const entry = of((one) => statusOf(one) === 'active');
      return entry === undefined ? [] : conclusion(view, entry);
    }
    case 'discard': {
      const entry = of((one) => is('pending', 'active', 'evaluated', 'failed')(one) && childless(view, one));
      if (entry === undefined) return [];
      const { id } = entry.proposal;
      const refused: Event = { type: 'placed', proposal: id, placement: { kind: 'refused', reason: DISCARDED } };
      return [
        { type: 'discarded', experiment: id, reason: `no ${value}` },
        ...(entry.placement === undefined ? [refused] : []),
      ];
    }
    case 'prune':
    case 'invalidate': {
      const entry = of(is('committed', 'evaluated'));
      const how = kind === 'prune' ? 'exhausted' : 'invalid';
      return entry === undefined
        ? []
        : [{ type: 'pruned', experiment: entry.proposal.id, kind: how, reason: `${value}` }];
    }
    case 'restore': {
      const entry = of(is('discarded', 'pruned'));
      return entry === undefined ? [] : [{ type: 'restored', experiment: entry.proposal.id }];
    }
    case 'break':
      return value < 3 ? [{ type: 'infra', reason: 'a new machine', noted: true, breaking: true }] : [];
    case 'rebase':
      return value < 2 ? [{ type: 'based', base: { commit: `b${whom}`, tree: 't' }, reason: 'another harness' }] : [];
    case 'sample': {
      const entry = of(({ evaluation }) => evaluation?.outcome === 'scored');
      return entry === undefined || value > 1
        ? []
        : [{ type: 'sampled', candidate: entry.proposal.id, samples: tasks.length === 0 ? [value] : tasks }];
    }
    default:
      return said(view, kind, of(() => true)?.proposal.id ?? 'root', value, run?.lastAt ?? 0);
  }
}

function said(view: View, kind: Move['kind'], experiment: string, value: number, salt: number): readonly Event[] {
  const task = value > 4 ? {} : { task: `t${value}` };
  const about = value > 5 ? {} : { experiment };
  switch (kind) {
    case 'tag':
      return [{ type: 'tagged', experiment, tags: [`tag${value}`] }];
    case 'gate':
      return [{ type: 'gated', experiment, gate: { name: `g${value % 3}`, command: `c${salt}`, phase: 'post' } }];
    case 'ungate':
      return [{ type: 'ungated', experiment, name: `g${value % 3}` }];
    case 'annotate':
      return [{ type: 'annotated', experiment, text: `a${value}`, ...task }];
    case 'note':
      return [{ type: 'noted', text: `n${value}`, ...about }];
    case 'infra':
      return [{ type: 'infra', reason: `i${value}`, noted: true }];
    case 'observe':
      return [{ type: 'observed', kind: value > 4 ? 'hint' : 'alert', text: `o${value}` }];
    case 'direct':
      return [{ type: 'directed', directive: `d${view.directives(99).length + 1}`, text: `${value}`, ...about }];
    case 'acknowledge':
      return [{ type: 'acknowledged', directive: `d${value}`, by: 'ann', ...about }];
    case 'lease': {
      const where = `slot${value}`;
      if (view.run()?.leases?.[where] !== undefined) return [];
      return [{ type: 'leased', experiment, place: { kind: value > 4 ? 'pool' : 'worktree', where } }];
    }
    case 'release':
      return [{ type: 'released', experiment }];
    case 'abort':
      return [{ type: 'abort-requested', experiment, attempt: view.entry(experiment)?.experiment?.attempt ?? 0 }];
    default:
      return [];
  }
}

/** A child from its proposal to its place at once, better than its parent unless the value is 0. */
function grown(view: View, parent: Entry, value: number, tasks: Move['tasks']): readonly Event[] {
  const nth = view.counts().proposed + 1;
  const [id, run] = [idOf(nth), view.run()];
  const score = value + (parent.evaluation?.outcome === 'scored' ? (parent.evaluation.samples[0] ?? 0) : 0);
  return [
    proposedAs(nth, (run?.batch ?? 0) + 1, parent.proposal.id),
    begun(id, 1),
    { type: 'evaluated', candidate: id, evaluation: measured(score, run?.epoch, resultsOf(tasks)) },
    ...concludedAs(id, 1, value === 0 ? 'evaluated' : 'committed', score, 'candidate'),
  ];
}

/** One of a driver's, in the batch that there is: several of its experiments share one. */
function seatedAs(view: View, parent: string): Event {
  const nth = view.counts().proposed + 1;
  const brief = { objective: `idea ${nth}`, boundaries: [], pointers: [] };
  const seat = { round: 1, lane: 1, iteration: nth };
  const place = { batch: Math.max(1, view.run()?.batch ?? 0), ord: 1000 + nth, home: COMMITTED };
  const proposal = { id: idOf(nth), ...place, operator: 'brief' as const, by: 'ann', seat };
  return { type: 'proposed', proposal: { ...proposal, parents: [parent], inspirations: [], brief } };
}

/** Better, and found to be a cheat. */
function objection(view: View, entry: Entry): readonly Event[] {
  const [concluded, placed] = concluding(view, entry.proposal.id, 'committed', 1);
  const pruned: Event = { type: 'pruned', experiment: entry.proposal.id, kind: 'invalid', reason: 'a table' };
  return concluded === undefined || placed === undefined ? [] : [concluded, pruned, placed];
}

const resultsOf = (tasks: Move['tasks']) =>
  tasks.length === 0 ? undefined : Object.fromEntries(tasks.map((result, task) => [`t${task}`, result]));

function beginning(entry: Entry | undefined, rescore?: true): readonly Event[] {
  if (entry?.experiment === undefined) return [];
  return [begun(entry.proposal.id, entry.experiment.attempt + 1, rescore)];
}

/** Committed is what is better than its parent now, measured in this epoch; of the root whatever has a score. */
function conclusion(view: View, entry: Entry): readonly Event[] {
  const { id, parents } = entry.proposal;
  if (entry.evaluation === undefined) return concluding(view, id, 'failed', null, 'machine');
  if (entry.evaluation.outcome !== 'scored') return concluding(view, id, 'failed', null);
  const [score = 0] = entry.evaluation.samples;
  const parent = view.entry(parents[0])?.evaluation;
  const against = parent?.outcome === 'scored' && parent.epoch === entry.evaluation.epoch ? parent.samples[0] : 0;
  return concluding(view, id, isRoot(entry) || score > (against ?? 0) ? 'committed' : 'evaluated', score);
}

/** What an attempt measures belongs to the epoch in which it began. */
const epochOf = (view: View, entry: Entry | undefined): number =>
  entry === undefined ? 0 : (view.attempts(entry.proposal.id).at(-1)?.epoch ?? 0);

export const all = (view: View): readonly Entry[] => view.entriesAfter(-1, 0, 10_000);

const isRoot = ({ proposal }: Entry): boolean => proposal.operator === 'seed';
const lives = ({ alive }: Entry): boolean => alive;
const statusOf = ({ experiment }: Entry): Status => experiment?.status ?? STATUSES[0];
const childless = (view: View, { proposal }: Entry): boolean =>
  view.offspring(proposal.id, 99).every(({ experiment }) => experiment?.status === 'discarded');
