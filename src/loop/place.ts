import type { Home, Placement, Resident } from '../domain/archive.ts';
import type { Candidate } from '../domain/candidate.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Strategy } from '../domain/strategy.ts';
import type { Entry, View } from '../domain/view.ts';
import type { Machine } from './machine.ts';

/** Where the strategy's archive puts an entry that is dropped or evaluated. */
export function placementOf(strategy: Strategy, view: View, entry: Entry): Placement {
  const { proposal, dropped, evaluation, sameAs } = entry;
  if (dropped !== undefined) return { kind: 'refused', reason: dropped.kind };
  // Twins would crowd out others, and crossing them brings nothing.
  if (sameAs !== undefined) return { kind: 'refused', reason: `same as ${sameAs}` };
  const twin = entry.candidate === undefined ? undefined : twinOf(view, entry.candidate);
  if (twin !== undefined) return { kind: 'refused', reason: `same as ${twin.proposal.id}` };
  if (evaluation === undefined || evaluation.outcome === 'broken') throw new Error(`${proposal.id} is not evaluated`);
  const world = { home: (name: string) => homeOf(view, name), added: view.counts().added };
  return strategy.archive.place(homeOf(view, proposal.home), resident(entry, evaluation), world);
}

/** An earlier candidate that counts as the same: by its files, or where the run says so by its syntax. */
export function twinOf(view: View, { tree, form }: Candidate): Entry | undefined {
  const same = view.sameTree(tree);
  if (same !== undefined || form === undefined || view.run()?.config.fixed.dedupe !== 'syntax') return same;
  return view.sameForm(form);
}

/** Places the first unplaced proposal, in order, so that each placement sees the one before; false when there is none. */
export async function placeNext(strategy: Strategy, machine: Machine): Promise<boolean> {
  const recorded = await machine.append((view) => {
    const entry = view.unplaced();
    return entry === undefined
      ? []
      : [{ type: 'placed', proposal: entry.proposal.id, placement: placementOf(strategy, view, entry) }];
  });
  return recorded.length > 0;
}

function homeOf(view: View, name: string): Home {
  return {
    name,
    size: view.homeSize(name),
    worst: () => residentOf(view.worst(name)),
    top: (k) => view.top(name, k).flatMap((entry) => residentOf(entry) ?? []),
  };
}

function residentOf(entry: Entry | undefined): Resident | undefined {
  return entry?.evaluation === undefined ? undefined : resident(entry, entry.evaluation);
}

function resident({ proposal, candidate }: Entry, evaluation: Evaluation): Resident {
  const { traits } = candidate ?? {};
  return { id: proposal.id, evaluation, ...(traits === undefined ? {} : { traits }) };
}
