import { describe, expect, it } from 'vitest';
import type { Event } from '../../domain/event.ts';
import type { Journal } from '../../domain/journal.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { styleOf } from '../../lib/style.ts';
import { labConfig, openTree } from '../exp/lab.fixture.ts';
import {
  auditAsked,
  audited,
  closed,
  givenUp,
  measured,
  opened,
  planned,
  proposed,
} from '../optimize/rounds.fixture.ts';
import { frameOf } from './frame.ts';
import { Watch } from './live.ts';
import { storyOf } from './story.ts';

function begun(now = () => 0): Journal {
  const journal = memoryJournal('r1', now);
  openTree(journal, 10, labConfig());
  return journal;
}

/** What is told of what `work` does. */
function told(journal: Journal, work: () => void, detail: 'normal' | 'verbose' = 'normal'): readonly string[] {
  const story = storyOf(journal.view(), detail);
  const after = journal.tail(1)[0]?.seq ?? 0;
  work();
  return journal.read(after, 1000).flatMap(story);
}

describe('the story of rounds', () => {
  it('tells of rounds, lanes, outcomes and audits in lines', () => {
    const journal = begun();
    const parents = [
      { id: 'root', hypothesis: '', status: 'committed' as const, score: 10, against: null, attempt: 1, failed: [] },
    ];
    const lines = told(journal, () => {
      opened(journal, 1, { parents, ideate: 'stall', stall: 3 });
      answered(journal, 'round/1/scan/a', {
        findings: [{ description: '', experiments: [], evidence: [] }],
        unproven: 2,
      });
      answered(journal, 'round/1/ideate/literature', { ideas: [], failed: 'its agent can’t search' });
      planned(journal, 1, ['sort\nfirst', 'cache'], { dropped: [{ objective: 'sort it', reason: 'like lane 0' }] });
      const [one, two] = [proposed(journal, 1, 0), proposed(journal, 1, 1)];
      measured(journal, one, 12);
      auditAsked(journal, one);
      audited(journal, one, 12);
      measured(journal, two, 13);
      auditAsked(journal, two);
      audited(journal, two, 13, ['a constant']);
      const three = proposed(journal, 1, 1, 1);
      givenUp(journal, three, 'nothing came of it');
      closed(journal, 1, {
        improved: { id: one, score: 12 },
        experiments: 3,
        committed: 2,
        spent: { author: { calls: 2, usd: 1, tokens: 10, unpriced: 0 } },
      });
    });
    expect(lines).toEqual([
      'round 1 · stall 3 of 5 · best 10 (root) · from root · new ideas are looked for (stall)',
      'scan a     1 finding, 2 left out: what they quote is not in the files',
      'ideas      literature: its agent can’t search',
      'lane 0     from root, 3 tries: sort first',
      'lane 1     from root, 3 tries: cache',
      'left out   sort it (like lane 0)',
      'r1-l0-d0   is better: audited before it counts',
      'r1-l0-d0   verified',
      'r1-l0-d0   COMMITTED 12 (+2)  r1-l0-d0 does it',
      'new best   r1-l0-d0  12 +20 %',
      'r1-l1-d0   is better: audited before it counts',
      'r1-l1-d0   the audit says no: a constant',
      'r1-l1-d0   INVALID 13 (+3)',
      'r1-l1-d0   pruned as invalid: a constant',
      'r1-l1-d1   discarded: nothing came of it',
      'round 1 closed · new best 12 (r1-l0-d0) · 3 experiments, 2 committed · author $1.00 in 2 calls',
    ]);
  });

  it('tells hints only to those who want more, and keeps lines short', () => {
    const hint: Event = { type: 'observed', kind: 'hint', text: 'x'.repeat(500) };
    const journal = begun();
    expect(told(journal, () => void journal.append(() => [hint]))).toEqual([]);
    const [line = ''] = told(journal, () => void journal.append(() => [hint]), 'verbose');
    expect(line).toMatch(/^hint {7}x{140}…$/);
  });

  it('shows phase, stall and lanes in the live view', () => {
    let now = 0;
    const journal = begun(() => now);
    const watch = new Watch(journal.view(), 0);
    const seen = { seq: journal.tail(1)[0]?.seq ?? 0 };
    const look = () => {
      for (const recorded of journal.read(seen.seq, 1000)) {
        seen.seq = recorded.seq;
        watch.see(recorded);
      }
      const facts = watch.facts(now);
      return facts === undefined ? '' : frameOf(facts, 100, styleOf(false)).join('\n');
    };
    expect(look()).toContain('before the first round');
    opened(journal, 1, { stall: 1 });
    const subjects = [
      { id: 'root', hypothesis: '', status: 'committed' as const, score: 10, against: null, attempt: 1, failed: [] },
    ];
    journal.append(() => [{ type: 'asked', question: { key: 'round/1/scan/a', of: 'scan', subjects } }]);
    now = 3000;
    expect(look()).toContain('scanning root  3 s');
    expect(look()).toContain('round 1 · scan · stall 1/5');
    answered(journal, 'round/1/scan/a', { findings: [], unproven: 0 });
    planned(journal, 1, ['sort first', 'cache']);
    const one = proposed(journal, 1, 0);
    now = 5000;
    expect(look()).toContain('r1-l0-d0  making     2 s  lane 0, 1 of 3: sort first of root');
    measured(journal, one, 12);
    auditAsked(journal, one);
    expect(look()).toContain('auditing');
    audited(journal, one, 12);
    expect(look()).not.toContain('auditing');
    expect(look()).toContain('best  r1-l0-d0  12  +20 %');
  });
});

function answered(journal: Journal, key: string, answer: unknown): void {
  journal.append(() => [{ type: 'answered', key, answer }]);
}
