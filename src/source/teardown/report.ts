import type { HaltReason, SessionState } from '../../domain/cycle.ts';

/** What a report has to say that is not in the state. */
export interface ReportFacts {
  /** Why it ended, in words. */
  readonly text: string;
  /** Goals that failed and no longer do. */
  readonly fixed: number;
  /** Scores when it began and now, and what is open. */
  readonly quality?: {
    readonly start: number;
    readonly end: number;
    readonly high: number;
    readonly medium: number;
  };
  /** Items of the queue that are done, and those that are neither done nor given up. */
  readonly queue?: { readonly done: number; readonly remaining: readonly string[] };
}

/** More names than these say nothing. */
const MOST_NAMED = 20;

/** What a session came to: of a queue, of findings, else of cycles. */
export function reportOf(state: SessionState, reason: HaltReason, facts: ReportFacts): string {
  const lines = state.queue !== undefined ? pinned(state, facts) : facts.quality ? quality(state, facts) : plain(state);
  const why = facts.text === '' ? '' : ` (${facts.text})`;
  return ['## evolve complete', ...lines, `Stop reason: ${reason}${why}`, ''].join('\n');
}

const plain = ({ cycles, productive, regressed, idle }: SessionState): readonly string[] => [
  `Cycles: ${cycles} | Productive: ${productive} | Regressed: ${regressed} (not landed) | Idle: ${idle}`,
];

function quality({ cycles, resolved, idle }: SessionState, { fixed, quality: scores }: ReportFacts): readonly string[] {
  const { start, end, high, medium } = scores ?? { start: 0, end: 0, high: 0, medium: 0 };
  const delta = end - start;
  return [
    `Cycles: ${cycles} | Findings resolved: ${resolved} | Goals fixed: ${fixed} | Idle: ${idle}`,
    `Quality score: ${start} → ${end} (${delta < 0 ? '−' : '+'}${Math.abs(delta)})`,
    `Remaining unconsumed: ${high} high, ${medium} medium`,
  ];
}

function pinned(state: SessionState, { queue }: ReportFacts): readonly string[] {
  const { cycles, productive, regressed, unblocked } = state;
  const { total = 0, escalated = [], completed = [] } = state.queue ?? {};
  const done = queue?.done ?? completed.length;
  const names = queue?.remaining ?? [];
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  return [
    `Queue: ${done}/${total} | Unblocked: ${unblocked} | Escalated: ${escalated.length}`,
    `Cycles: ${cycles} | Productive: ${productive} | Regressed: ${regressed} (not landed)`,
    `Remaining items: [${names.slice(0, MOST_NAMED).join(', ')}${more}]`,
  ];
}
