import { describe, expect, it } from 'vitest';
import { contextIn } from '../../../test/fake/context.ts';
import type { Journal } from '../../domain/journal.ts';
import { ideateKey } from '../../domain/round.ts';
import { ROUNDS } from '../../domain/rounds.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { rowsOf, statusOf } from '../document.ts';
import { labConfig, openTree } from '../exp/lab.fixture.ts';
import type { Ended } from '../report/report.ts';
import { type Optimized, optimizedOf } from './end.ts';
import { auditAsked, audited, called, closed, givenUp, measured, opened, planned, proposed } from './rounds.fixture.ts';
import { optimizedText } from './text.ts';

const DIFF = ['diff --git a/a.js b/a.js', ...Array.from({ length: 100 }, (_, line) => `+line ${line}`)].join('\n');

/** Round 1 has brought a new best and a cheat, round 2 is open. */
function driven(): Journal {
  const journal = memoryJournal('r1', () => 0);
  openTree(journal, 10, labConfig({}, { rounds: { ...ROUNDS, stall: 2 } }));
  opened(journal, 1, { ideate: 'commits' });
  const idea = { ideator: 'frontier' as const, technique: 'tables', confidence: 0.5, sources: [] };
  const ideas = [
    { ...idea, hypothesis: 'look values up in a table', gain: 0.1 },
    { ...idea, hypothesis: 'sort once before the loop', gain: 0.4 },
    { ...idea, hypothesis: 'unroll the inner loop', gain: 0.2 },
  ];
  journal.append(() => [{ type: 'answered', key: ideateKey(1, 'frontier'), answer: { ideas } }]);
  planned(journal, 1, ['sort once before the loop', 'count bits', 'cache']);
  const [one, two, three] = [proposed(journal, 1, 0), proposed(journal, 1, 1), proposed(journal, 1, 2)];
  for (const [id, score] of [
    [one, 12],
    [two, 99],
  ] as const) {
    measured(journal, id, score);
    auditAsked(journal, id);
  }
  audited(journal, one, 12);
  audited(journal, two, 99, ['it returns a constant']);
  givenUp(journal, three, 'verification never passed');
  called(journal, 'r1-l0-d0/author', 'author', 1.5);
  const spent = { author: { calls: 1, usd: 1.5, tokens: 1200, unpriced: 0 } };
  closed(journal, 1, { improved: { id: one, score: 12 }, experiments: 3, committed: 2, spent });
  journal.append(() => [
    { type: 'noted', text: 'round 1: sorting pays' },
    { type: 'observed', kind: 'alert', text: 'a process holds 6 GB of the card' },
    { type: 'observed', kind: 'hint', text: 'nobody looks at memory' },
  ]);
  opened(journal, 2, { scans: [], stall: 0, best: { id: one, score: 12 } });
  called(journal, 'round/2/brief', 'briefer', 0.25);
  return journal;
}

function endOf(journal: Journal, how?: 'interrupted'): Optimized {
  const view = journal.view();
  const run = view.run();
  if (run === undefined) throw new Error('no run');
  const ended: Ended = {
    ...statusOf(view, run, false, 0),
    lineage: view.lineage('r1-l0-d0', 9).map(({ proposal }) => ({
      id: proposal.id,
      score: null,
      summary: '',
      operator: 'brief',
      lens: null,
    })),
    sideBySide: null,
    improvement: null,
    leaders: rowsOf(view, 3),
    flagged: [],
    diff: DIFF,
    patch: '.evolve/r1/best/best.patch',
    root: '/code',
  };
  return optimizedOf(view, run, ended, how);
}

describe('what rounds have come to', () => {
  it('is told whole: best, counts, costs, learnings, suggestions', () => {
    const journal = driven();
    expect(endOf(journal)).toMatchObject({ state: 'interrupted', stop: null });
    journal.append(() => [{ type: 'finished', cause: 'stall', reason: 'no new best for 2 rounds' }]);
    expect(endOf(journal)).toMatchObject({
      run: 'r1',
      state: 'finished',
      stop: { cause: 'stall' },
      baseline: 10,
      best: { id: 'r1-l0-d0', score: 12, delta: 2, percent: 20, path: ['root', 'r1-l0-d0'], diff: DIFF },
      experiments: 3,
      counts: { committed: 1, pruned: 1, discarded: 1, active: 0 },
      rounds: [
        { round: 1, closed: true, improved: { id: 'r1-l0-d0' }, cost: { author: { usd: 1.5 } } },
        { round: 2, closed: false, improved: null, cost: { briefer: { usd: 0.25 } } },
      ],
      progress: { round: 2, phase: 'brief', stall: 0, limit: 2 },
      cost: { author: { calls: 1 }, briefer: { calls: 1 } },
      learnings: {
        notes: ['round 1: sorting pays'],
        worked: [{ id: 'r1-l0-d0', parent: 'root', delta: 2 }],
        failed: [{ id: 'r1-l2-d0', reason: 'verification never passed', alike: 0 }],
        invalid: [{ id: 'r1-l1-d0', reason: 'it returns a constant' }],
      },
      suggestions: {
        alerts: ['a process holds 6 GB of the card'],
        hints: ['nobody looks at memory'],
        next: ['evolve exp diff best root', 'evolve apply', 'evolve optimize', 'evolve direct "…"'],
      },
    });
  });

  it('leaves out ideas that a brief has taken up, and ranks the others', () => {
    const { ideas } = endOf(driven()).suggestions;
    expect(ideas.map(({ hypothesis }) => hypothesis)).toEqual(['unroll the inner loop', 'look values up in a table']);
  });

  it('reads in one screen or two', () => {
    const journal = driven();
    journal.append(() => [{ type: 'stopped', cause: 'request', reason: 'stopped by evolve stop' }]);
    const text = optimizedText(endOf(journal), contextIn('/code'));
    expect(text).toMatch(/^Run r1 is stopped: stopped by evolve stop\n/);
    expect(text).toContain('Best       12  +20 %  r1-l0-d0: r1-l0-d0 does it');
    expect(text).toContain('Agents     $1.75 in 2 calls: author $1.50 in 1 call, briefer $0.25 in 1 call');
    expect(text).toContain('  1  new best 12 (r1-l0-d0) · 3 experiments, 2 committed · author $1.50 in 1 call');
    expect(text).toContain('… 41 more lines in .evolve/r1/best/best.patch');
    expect(text).toContain('r1-l1-d0 was invalid: it returns a constant');
    expect(text).toContain('idea: unroll the inner loop (tables)');
    expect(text.split('\n').slice(-4)).toEqual([
      'Whole change:               evolve exp diff best root',
      'Take it over:               evolve apply',
      'Go on:                      evolve optimize',
      'Tell all of them something: evolve direct "…"',
    ]);
    expect(text.split('\n').length).toBeLessThan(110);
    expect(optimizedText(endOf(journal), { ...contextIn('/code'), detail: 'quiet' })).not.toContain('Change');
  });

  it.each([
    ['evaluations', 'evolve optimize --budget-evals N'],
    ['usd', 'evolve optimize --budget-usd N'],
    ['rounds', 'evolve optimize --rounds N'],
    ['ceiling', 'evolve report'],
  ] as const)('names what goes on after an end by %s', (cause, call) => {
    const journal = driven();
    journal.append(() => [{ type: 'finished', cause, reason: '' }]);
    expect(endOf(journal).suggestions.next).toContain(call);
  });

  it('is told of a driver that was interrupted, whatever its last end was', () => {
    const journal = driven();
    expect(endOf(journal, 'interrupted')).toMatchObject({ state: 'interrupted', stop: null });
    expect(optimizedText(endOf(journal, 'interrupted'), contextIn('/code'))).toContain(
      'Go on:                      evolve optimize',
    );
  });
});
