import { type CycleResult, discoverKey, landKey, validateKey } from '../../../domain/cycle.ts';
import { LADDER } from '../../../domain/ladder.ts';
import type { Entry, RunFacts, View } from '../../../domain/view.ts';
import { endAt, openingAt, pickAt, sessionIn } from '../../../strategy/strategy.ts';

/** What a cycle is doing. */
export type CyclePhase =
  | 'measuring'
  | 'selecting'
  | 'discovery'
  | 'implementation'
  | 'gate'
  | 'validation'
  | 'landing'
  | 'closing'
  | 'teardown'
  | 'closed';

/** How far the cycles of a session have come. */
export interface CycleProgress {
  /** Of the ledger: earlier sessions count. */
  readonly cycle: number;
  readonly phase: CyclePhase;
  /** What it works on. */
  readonly target?: string;
  readonly source?: string;
  /** Cycles of this session, at most how many, and what came of them. */
  readonly cycles: number;
  readonly most?: number;
  readonly productive: number;
  readonly regressed: number;
  readonly idle: number;
  readonly last?: { readonly target: string; readonly result: CycleResult };
}

/** undefined before the first cycle. */
export function cyclesOf(view: View, run: RunFacts): CycleProgress | undefined {
  const session = sessionIn(view);
  if (session === undefined) return undefined;
  const { cycle } = session;
  const opening = openingAt(view, cycle);
  const end = endAt(view, cycle);
  const state = end?.state ?? opening?.state;
  const pick = pickAt(view, cycle);
  const [work] = pick?.choice.kind === 'work' ? pick.choice.works : [];
  const most = (run.config.adjustable.ladder ?? LADDER).maxCycles;
  const last = end?.line ?? endAt(view, cycle - 1)?.line;
  const phase = phaseOf(view, run, cycle, session.first);
  return {
    // The next one may have been opened, and found that it must not begin.
    cycle: phase === 'closed' ? (state?.cycle ?? cycle) : cycle,
    phase,
    ...(work === undefined ? {} : { target: work.target, source: work.source }),
    cycles: state?.cycles ?? 0,
    ...(most === undefined ? {} : { most }),
    productive: state?.productive ?? 0,
    regressed: state?.regressed ?? 0,
    idle: state?.idle ?? 0,
    ...(last === undefined ? {} : { last: { target: last.target, result: last.result } }),
  };
}

function phaseOf(view: View, run: RunFacts, cycle: number, first: number): CyclePhase {
  if (run.end?.kind === 'finished') return 'closed';
  if (sessionIn(view)?.end !== undefined) return 'teardown';
  if (endAt(view, cycle) !== undefined) return 'closing';
  const opening = openingAt(view, cycle);
  const base = opening === undefined ? undefined : view.entry(opening.base);
  if (base?.evaluation === undefined) return 'measuring';
  const pick = pickAt(view, cycle);
  if (pick === undefined) return 'selecting';
  const newest = view
    .entries(cycle - first + 1)
    .findLast(({ proposal }) => proposal.turn !== undefined && proposal.turn.kind !== 'base');
  if (newest !== undefined) return workPhase(view, newest);
  return view.asked(discoverKey(cycle, 0, 1)) ? 'discovery' : 'selecting';
}

function workPhase(view: View, { proposal, candidate, evaluation, dropped }: Entry): CyclePhase {
  const { id } = proposal;
  if (view.asked(landKey(id))) return 'landing';
  if (dropped !== undefined || (candidate === undefined && evaluation === undefined)) return 'implementation';
  if (evaluation === undefined) return 'gate';
  return isOpen(view, validateKey(id)) ? 'validation' : 'implementation';
}

const isOpen = (view: View, key: string): boolean => view.asked(key) && view.answer(key) === undefined;

/** Where it stands, in a few words. */
export function cyclesText({ cycle, phase, target, source, cycles, most }: CycleProgress): string {
  const at = target === undefined ? '' : ` on ${target}${source === undefined ? '' : ` (${source})`}`;
  const of = most === undefined ? '' : ` of ${most}`;
  const done = `${cycles}${of} ${cycles === 1 && most === undefined ? 'cycle' : 'cycles'} done`;
  return phase === 'closed' ? `${done}, the last was cycle ${cycle}` : `cycle ${cycle}, ${phase}${at} · ${done}`;
}
