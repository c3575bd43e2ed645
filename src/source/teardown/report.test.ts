import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../domain/cycle.ts';
import { reportOf } from './report.ts';

const STATE: SessionState = {
  ...{ cycle: 12, mode: 'standard', testFirst: true, emptyStreak: 0, idleStreak: 0, fruitlessStreak: 0 },
  ...{ failureStreak: 0, refreshes: 0, claims: [], unblockDepth: 0, unblockFailures: 0, quarantined: {} },
  ...{ oscillations: {}, productive: 3, regressed: 1, idle: 1, cycles: 5, resolved: 2, unblocked: 1, productiveAt: 0 },
};

describe('the report of a session', () => {
  it('counts its cycles', () => {
    expect(reportOf(STATE, 'max-cycles', { text: '5 cycles done', fixed: 1 })).toBe(
      [
        '## evolve complete',
        'Cycles: 5 | Productive: 3 | Regressed: 1 (not landed) | Idle: 1',
        'Stop reason: max-cycles (5 cycles done)',
        '',
      ].join('\n'),
    );
  });

  it.each([
    [70, 96, '70 → 96 (+26)'],
    [96, 70, '96 → 70 (−26)'],
    [70, 70, '70 → 70 (+0)'],
  ])('tells how good things stand, under --quality: %i to %i', (start, end, told) => {
    const quality = { start, end, high: 0, medium: 1 };
    expect(reportOf({ ...STATE, mode: 'quality' }, 'stagnation', { text: '', fixed: 1, quality })).toBe(
      [
        '## evolve complete',
        'Cycles: 5 | Findings resolved: 2 | Goals fixed: 1 | Idle: 1',
        `Quality score: ${told}`,
        'Remaining unconsumed: 0 high, 1 medium',
        'Stop reason: stagnation',
        '',
      ].join('\n'),
    );
  });

  it('tells how far the queue has come, also under --quality', () => {
    const escalated = [{ id: 'c', reason: 'no', cycle: 2, chain: [] }];
    const queue = { file: 'q.md', index: 3, total: 5, completed: ['a', 'b', 'x'], escalated, chain: [] };
    const quality = { start: 1, end: 2, high: 0, medium: 0 };
    const facts = { text: '', fixed: 0, quality, queue: { done: 2, remaining: ['d', 'e'] } };
    expect(reportOf({ ...STATE, mode: 'quality', queue }, 'circuit-breaker', facts)).toBe(
      [
        '## evolve complete',
        'Queue: 2/5 | Unblocked: 1 | Escalated: 1',
        'Cycles: 5 | Productive: 3 | Regressed: 1 (not landed)',
        'Remaining items: [d, e]',
        'Stop reason: circuit-breaker',
        '',
      ].join('\n'),
    );
    const many = Array.from({ length: 25 }, (_, at) => `i${at}`);
    const long = reportOf({ ...STATE, queue }, 'kill-switch', {
      text: '',
      fixed: 0,
      queue: { done: 0, remaining: many },
    });
    expect(long).toContain('i19, and 5 more]');
  });
});
