import { type CycleResult, isClosedAnswer, isLandAnswer, landKey, TEARDOWN } from '../../../domain/cycle.ts';
import type { RunFacts, View } from '../../../domain/view.ts';
import { endAt, sessionIn } from '../../../strategy/strategy.ts';
import type { State } from '../../document.ts';
import { type CyclesStanding, cyclesStanding } from './standing.ts';

/** What a session has come to, as `--json` has it. */
export interface CyclesEnded extends CyclesStanding {
  readonly run: string;
  /** `interrupted`: somebody ended the driver; the same command goes on. */
  readonly state: State;
  readonly stop: { readonly cause: string; readonly reason: string } | null;
  /** The cycles of the session, the oldest first. */
  readonly cycles: readonly CycleDocument[];
  /** Of them, those whose work is on the branch. */
  readonly landed: number;
  /** As the teardown writes it; empty before the end. */
  readonly report: string;
  readonly next: readonly string[];
}

export interface CycleDocument {
  readonly cycle: number;
  readonly target: string;
  readonly result: CycleResult;
  /** Of an idle one: what it tried. */
  readonly attempted?: string;
  readonly source: string | null;
  /** The commit of the work, where it has landed. */
  readonly commit: string | null;
  readonly reason: string | null;
}

/** More cycles than these show their last. */
const SHOWN = 1000;

/** What the record says of a session; `how` is said of one whose driver was interrupted. */
export function cyclesEnded(view: View, run: RunFacts, state: State, how?: 'interrupted'): CyclesEnded {
  const cycles = cyclesIn(view);
  const standing = cyclesStanding(view, run);
  const stop = how !== undefined || run.end === undefined ? null : { cause: run.end.cause, reason: run.end.reason };
  const landed = cycles.filter(({ commit, result }) => commit !== null && result === 'improved').length;
  const closed = view.answer(TEARDOWN);
  const report = isClosedAnswer(closed) ? (closed.report ?? '') : '';
  const ended = { run: run.id, state: how ?? state, stop, ...standing, cycles, landed, report };
  return { ...ended, next: nextFor(ended) };
}

function cyclesIn(view: View): readonly CycleDocument[] {
  const session = sessionIn(view);
  if (session === undefined) return [];
  const first = Math.max(session.first, session.cycle - SHOWN + 1);
  return Array.from({ length: session.cycle - first + 1 }, (_, index) => first + index).flatMap((cycle) => {
    const end = endAt(view, cycle);
    if (end?.line === undefined) return [];
    const { target, result, source, reason, canonicalSha, attempted } = end.line;
    const answer = end.after === undefined ? undefined : view.answer(landKey(end.after));
    const landed = isLandAnswer(answer) && answer.kind === 'landed' ? answer.canonical : undefined;
    return [
      {
        ...{ cycle, target, result },
        ...(attempted === undefined ? {} : { attempted }),
        source: source ?? null,
        commit: (result === 'improved' ? (landed ?? canonicalSha) : undefined) ?? null,
        reason: reason ?? null,
      },
    ];
  });
}

function nextFor({
  state,
  stop,
  landed,
  branch,
}: Pick<CyclesEnded, 'state' | 'stop' | 'landed' | 'branch'>): readonly string[] {
  const took = landed === 0 || branch === null ? [] : [`git log ${branch}`, `git merge ${branch}`];
  return [...took, ...again(state, stop)];
}

/** What goes on from here. */
function again(state: State, stop: CyclesEnded['stop']): readonly string[] {
  switch (stop?.cause) {
    case 'dry-run':
      return ['evolve goals run'];
    case 'cycles':
      return ['evolve goals run --max-cycles N'];
    case 'minutes':
      return ['evolve goals run --budget-minutes N'];
    case 'usd':
      return ['evolve goals run --budget-usd N'];
    case 'tokens':
      return ['evolve goals run --budget-tokens N'];
    case 'evaluations':
      return ['evolve goals run --budget-evals N'];
    case 'kill-switch':
      return [`rm ${/^(.*?) says stop/.exec(stop.reason)?.[1] ?? '.agents/evolve/STOP'}`, 'evolve goals run'];
    default:
      return state === 'running' ? ['evolve status'] : ['evolve goals run'];
  }
}
