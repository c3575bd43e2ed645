import { scored } from '../../../test/fake/scored.ts';
import type { Role } from '../../domain/agent.ts';
import type { Event } from '../../domain/event.ts';
import { COMMITTED } from '../../domain/experiment.ts';
import { DISCARDED } from '../../domain/experiment-fold.ts';
import type { Journal } from '../../domain/journal.ts';
import {
  auditKey,
  type Closing,
  CURRENT,
  closingKey,
  type Opening,
  openingKey,
  type Plan,
  planKey,
  seatId,
} from '../../domain/round.ts';

const memo = (key: string, value: unknown): Event => ({ type: 'memo', key, value });

/** Opens a round with these scans. */
export function opened(journal: Journal, round: number, more: Partial<Opening> = {}): void {
  const batch = (journal.view().run()?.batch ?? 0) + 1;
  const opening: Opening = {
    round,
    batch,
    epoch: 1,
    openedAt: 0,
    best: { id: 'root', score: 10 },
    stall: 0,
    commits: 0,
    parents: [],
    scans: [{ name: 'a', experiments: ['root'] }],
    ideatedAt: 0,
    ideatedInStall: false,
    state: '',
    ...more,
  };
  journal.append(() => [memo(CURRENT, { round }), memo(openingKey(round), opening)]);
}

/** Gives a round these lanes. */
export function planned(
  journal: Journal,
  round: number,
  objectives: readonly string[],
  more: Partial<Plan> = {},
): void {
  const briefs = objectives.map((objective) => ({
    objective,
    parent: 'root',
    boundaries: [],
    pointers: [],
    hard: false,
  }));
  journal.append(() => [memo(planKey(round), { briefs, budgets: briefs.map(() => 3), dropped: [], ...more })]);
}

export function closed(journal: Journal, round: number, more: Partial<Closing> = {}): void {
  const closing = { round, stall: 0, experiments: 1, committed: 0, pruned: [], spent: {}, ...more };
  journal.append(() => [memo(closingKey(round), closing)]);
}

/** An experiment of a lane, as its author begins it; its id. */
export function proposed(journal: Journal, round: number, lane: number, iteration = 0, parent = 'root'): string {
  const seat = { round, lane, iteration };
  const id = seatId(seat);
  const batch = journal.view().run()?.batch ?? 1;
  const brief = { objective: `idea of lane ${lane}`, boundaries: [], pointers: [] };
  const place = { batch: Math.max(1, batch), ord: lane * 1000 + iteration, home: COMMITTED, by: 'claude', seat };
  journal.append(() => [
    { type: 'proposed', proposal: { id, ...place, operator: 'brief', parents: [parent], inspirations: [], brief } },
  ]);
  return id;
}

/** Its change is made and measured; nothing is concluded. */
export function measured(journal: Journal, id: string, score: number): void {
  const entry = journal.view().entry(id);
  const attempt = (entry?.experiment?.attempt ?? 0) + 1;
  const parents = [entry?.proposal.parents[0] ?? 'root'];
  const candidate = { id, proposal: id, parents, commit: id, tree: id, summary: `${id} does it` };
  journal.append(() => [
    { type: 'applied', candidate, attempt },
    { type: 'evaluated', candidate: id, evaluation: { ...scored(score), epoch: journal.view().run()?.epoch ?? 0 } },
  ]);
}

export function auditAsked(journal: Journal, id: string): void {
  const attempt = journal.view().entry(id)?.experiment?.attempt ?? 1;
  const subject = { id, hypothesis: '', status: 'active' as const, score: 11, against: 10, attempt, failed: [] };
  const question = {
    key: auditKey(id, attempt),
    of: 'audit' as const,
    candidate: id,
    parent: 'root',
    attempt,
    subject,
  };
  journal.append(() => [{ type: 'asked', question }]);
}

/** The audit is answered, and the attempt concluded. */
export function audited(journal: Journal, id: string, score: number, reasons: readonly string[] = []): void {
  const attempt = journal.view().entry(id)?.experiment?.attempt ?? 1;
  const valid = reasons.length === 0;
  journal.append(() => [
    { type: 'answered', key: auditKey(id, attempt), answer: { valid, reasons } },
    {
      type: 'concluded',
      experiment: id,
      attempt,
      end: { outcome: 'committed', score, against: { id: 'root', score: 10 }, gates: [] },
    },
    { type: 'placed', proposal: id, placement: { kind: 'kept', home: COMMITTED, evicted: [] } },
    ...(valid
      ? []
      : [{ type: 'pruned' as const, experiment: id, kind: 'invalid' as const, reason: reasons.join('; ') }]),
  ]);
}

export function givenUp(journal: Journal, id: string, reason: string): void {
  journal.append(() => [
    { type: 'discarded', experiment: id, reason },
    { type: 'placed', proposal: id, placement: { kind: 'refused', reason: DISCARDED } },
  ]);
}

/** A call that has ended. */
export function called(journal: Journal, key: string, role: Role, usd?: number): void {
  const estimate = { usd: 1, tokens: 100 };
  const usage = { input: 1000, cached: 0, kept: 0, output: 200 };
  const price = usd === undefined ? {} : { usd };
  journal.append(() => [
    { type: 'calling', call: { key, agent: 'claude', role, estimate } },
    {
      type: 'called',
      call: { key, agent: 'claude', role, estimate, outcome: 'answered', usage, ms: 1, record: '', ...price },
    },
  ]);
}
