import type { Directive, Remark } from '../../domain/experiment.ts';
import { gatesFor, type Inherited } from '../../domain/inheritance.ts';
import type { View } from '../../domain/view.ts';
import { type Alike, alike } from './alike.ts';
import { type Awaiting, awaitingOf } from './awaiting.ts';
import { documentIn, type ExperimentDocument } from './document.ts';
import { frontierNow, ruleOf } from './frontier-now.ts';
import type { Lab } from './lab.ts';
import { type LabStatus, labStatus } from './status.ts';

/** What whoever works next has to know. */
export interface Facts {
  readonly status: LabStatus;
  readonly goal: string;
  /** From the root on; of a long one the end. */
  readonly best_path: readonly ExperimentDocument[];
  /** Of the best path, how many come before. */
  readonly before: number;
  /** Ranked by the rule of the run. */
  readonly frontier: { readonly rule: string; readonly seed: number; readonly nodes: readonly ExperimentDocument[] };
  readonly awaiting: readonly Awaiting[];
  /** All of them, whoever has read them; newest first. */
  readonly directives_in_force: readonly Directive[];
  readonly gates: readonly Inherited[];
  /** The latest of each task, and all that are about none. */
  readonly annotations: readonly Remark[];
  /** Discarded and pruned, the newest first; those that say nearly the same once. */
  readonly avoid: readonly Alike<ExperimentDocument>[];
  readonly infra: { readonly noted: readonly Remark[]; readonly machine: readonly Alike<Remark>[] };
  readonly notes: readonly Remark[];
  /** What the analyst has seen, newest first. */
  readonly observed: { readonly alerts: readonly Remark[]; readonly hints: readonly Remark[] };
}

export type Desk = Pick<Lab, 'view' | 'run' | 'stateDir' | 'journal'>;

/** Each is asked for so many at most: whatever the history, the cost is the same. */
const PATH = 20;
const NODES = 12;
const WAITING = 20;
const REMARKS = 200;
const LAID = 60;
const DIRECTIVES = 50;
const OBSERVED = 30;

export function factsOf(desk: Desk): Facts {
  const { view, run } = desk;
  const best = view.best()?.proposal.id;
  const path = best === undefined ? [] : view.lineage(best, PATH);
  const depth = best === undefined ? 0 : (view.kin(best)?.depth ?? 0) + 1;
  // Reading twice says the same, as long as nothing has happened.
  const seed = desk.journal.tail(1)[0]?.seq ?? 0;
  const { nodes } = frontierNow(desk, { seed });
  const shown = nodes.slice(0, NODES);
  const infra = view.remarks({ kind: 'infra' }, REMARKS);
  return {
    status: labStatus(desk),
    goal: run.config.adjustable.goal,
    best_path: path.map((entry) => documentIn(desk, entry)),
    before: depth - path.length,
    frontier: { rule: ruleOf(desk).kind, seed, nodes: shown.map((entry) => documentIn(desk, entry)) },
    awaiting: awaitingOf(desk, WAITING),
    directives_in_force: view.directives(DIRECTIVES).map(({ heard: _heard, ...one }) => one),
    gates: gatesOf(view, ['root', ...shown.map(({ proposal }) => proposal.id)]),
    annotations: latest(view.remarks({ kind: 'annotation' }, REMARKS)),
    avoid: alike(laidAside(desk), ({ hypothesis }) => hypothesis),
    infra: {
      noted: infra.filter(({ noted }) => noted === true),
      machine: alike(
        infra.filter(({ noted }) => noted !== true),
        ({ text }) => text,
      ),
    },
    notes: view.remarks({ kind: 'note' }, REMARKS),
    observed: {
      alerts: view.remarks({ kind: 'alert' }, OBSERVED),
      hints: view.remarks({ kind: 'hint' }, OBSERVED),
    },
  };
}

/** Those that children of these must pass, each once. */
function gatesOf(view: View, ids: readonly string[]): readonly Inherited[] {
  const all = ids.flatMap((id) => gatesFor(view, id, true));
  return [...new Map(all.map((one) => [JSON.stringify([one.from, one.gate.name]), one])).values()];
}

function latest(annotations: readonly Remark[]): readonly Remark[] {
  const seen = new Set<string>();
  return annotations.filter(({ task }) => {
    if (task === undefined) return true;
    const isNew = !seen.has(task);
    seen.add(task);
    return isNew;
  });
}

function laidAside(desk: Desk): readonly ExperimentDocument[] {
  return (['discarded', 'pruned'] as const)
    .flatMap((status) => desk.view.experiments(status, LAID))
    .map((entry) => documentIn(desk, entry))
    .sort((a, b) => b.changed_at.localeCompare(a.changed_at) || b.id.localeCompare(a.id));
}
