import { describe, expect, it } from 'vitest';
import type { Journal } from '../../domain/journal.ts';
import { briefKey, hintsKey, IDEATORS, ideateKey, scanKey } from '../../domain/round.ts';
import { ROUNDS } from '../../domain/rounds.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { labConfig, openTree } from '../exp/lab.fixture.ts';
import { isUnverified, type Progress, progressOf, progressText } from './progress.ts';
import { auditAsked, audited, called, closed, givenUp, measured, opened, planned, proposed } from './rounds.fixture.ts';
import { byRoleTexts, spentIn, spentInAll, sumOf } from './spent.ts';

function begun(rounds = {}): Journal {
  const journal = memoryJournal('r1', () => 0);
  openTree(journal, 10, labConfig({}, { rounds: { ...ROUNDS, ...rounds } }));
  return journal;
}

const at = (journal: Journal): Progress | undefined => {
  const run = journal.view().run();
  return run === undefined ? undefined : progressOf(journal.view(), run);
};

const answered = (journal: Journal, key: string, answer: unknown) =>
  journal.append(() => [{ type: 'answered', key, answer }]);

describe('how far rounds have come', () => {
  it('goes from phase to phase', () => {
    const journal = begun({ rounds: 4 });
    expect(at(journal)).toBeUndefined();
    const scans = ['a', 'b'].map((name) => ({ name, experiments: ['root'] }));
    opened(journal, 1, { scans, ideate: 'stall', stall: 2 });
    expect(at(journal)).toMatchObject({ round: 1, most: 4, phase: 'orient', stall: 2, limit: 5 });
    answered(journal, hintsKey(1), { hints: [], until: 0 });
    journal.append(() => [{ type: 'asked', question: { key: hintsKey(1), of: 'hints', after: 0 } }]);
    expect(at(journal)).toMatchObject({ phase: 'scan', open: ['a', 'b', ...IDEATORS] });
    answered(journal, scanKey(1, 'a'), { findings: [], unproven: 0 });
    expect(at(journal)).toMatchObject({ phase: 'scan', open: ['b', ...IDEATORS] });
    answered(journal, scanKey(1, 'b'), { findings: [], unproven: 0 });
    expect(at(journal)).toMatchObject({ phase: 'ideate', open: IDEATORS });
    for (const one of IDEATORS) answered(journal, ideateKey(1, one), { ideas: [] });
    expect(at(journal)).toMatchObject({ phase: 'brief', open: [] });
    answered(journal, briefKey(1), { briefs: [] });
    planned(journal, 1, ['faster', 'smaller']);
    expect(at(journal)).toMatchObject({ phase: 'lanes', lanes: [{ lane: 0, used: 0, budget: 3 }, { lane: 1 }] });
    closed(journal, 1, { stall: 3 });
    expect(at(journal)).toMatchObject({ phase: 'closed', stall: 3 });
    expect(progressText(at(journal) ?? never())).toBe('round 1 of 4 · closed · stall 3 of 5');
  });

  it('knows what each lane is at, and what waits for its audit', () => {
    const journal = begun();
    opened(journal, 1, { scans: [] });
    planned(journal, 1, ['faster', 'smaller', 'safer']);
    const [one, two] = [proposed(journal, 1, 0), proposed(journal, 1, 1)];
    const doing = () => at(journal)?.lanes.map(({ newest }) => newest?.doing);
    expect(doing()).toEqual(['implementing', 'implementing', undefined]);
    measured(journal, one, 11);
    expect(doing()).toEqual(['measuring', 'implementing', undefined]);
    expect(progressText(at(journal) ?? never())).toBe('round 1 · lanes, 2 of 3 at work · stall 0 of 5');
    auditAsked(journal, one);
    expect(doing()?.[0]).toBe('unverified');
    const entry = journal.view().entry(one);
    expect(entry !== undefined && isUnverified(journal.view(), entry)).toBe(true);
    expect(journal.view().best()?.proposal.id).toBe('root');
    audited(journal, one, 11);
    givenUp(journal, two, 'nothing came of it');
    expect(doing()).toEqual(['committed', 'discarded', undefined]);
    const next = proposed(journal, 1, 0, 1, one);
    expect(at(journal)?.lanes[0]).toMatchObject({ used: 2, newest: { id: next, from: one, doing: 'implementing' } });
    measured(journal, next, 10);
    journal.append(() => [{ type: 'retried', experiment: next, reason: 'gate tests failed' }]);
    expect(doing()?.[0]).toBe('mending');
  });
});

describe('what agents cost', () => {
  it('is told by role, of a round and of all', () => {
    const journal = begun();
    called(journal, 'round/1/scan/a', 'scanner', 0.1);
    called(journal, 'r1-l0-d0/author', 'author', 1);
    called(journal, 'r1-l0-d0/verify/1', 'verifier');
    called(journal, 'r1-l1-d0/author', 'author');
    called(journal, 'round/10/brief', 'briefer', 5);
    called(journal, 'r10-l0-d0/author', 'author', 7);
    called(journal, 'analyst/1', 'analyst', 2);
    const view = journal.view();
    expect(spentIn(view, 1)).toEqual({
      scanner: { calls: 1, usd: 0.1, tokens: 1200, unpriced: 0 },
      author: { calls: 2, usd: 1, tokens: 2400, unpriced: 1 },
      verifier: { calls: 1, usd: 0, tokens: 1200, unpriced: 1 },
    });
    expect(byRoleTexts(spentIn(view, 1))).toEqual([
      'author $1.00 in 2 calls (the price of 1 not known)',
      'verifier 1.2k tokens in 1 call',
      'scanner $0.10 in 1 call',
    ]);
    expect(sumOf(spentInAll(view))).toMatchObject({ calls: 7, usd: 15.1, unpriced: 2 });
    expect(spentInAll(view).analyst).toMatchObject({ usd: 2 });
  });
});

function never(): never {
  throw new Error('there is no round');
}
