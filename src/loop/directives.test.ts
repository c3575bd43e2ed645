import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configOf, SEED } from '../../test/fake/config.ts';
import { fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open } from '../../test/fake/run.ts';
import type { ApplyJob } from '../domain/lane.ts';
import type { Call } from '../domain/ledger.ts';
import { memoryJournal } from '../journal/journal.ts';
import { acknowledgements, DIRECTIVES_BYTES, directivesFor, MOST_DIRECTIVES } from './directives.ts';
import { dossierOf } from './dossier.ts';

const opened = () => {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({ direction: 'min' }, { generations: 2, parallel: 1 }), [5], 5);
  return journal;
};

function directed(texts: readonly string[], experiment?: string) {
  const journal = opened();
  texts.forEach((text, index) => {
    const whose = experiment === undefined ? {} : { experiment };
    journal.append(() => [{ type: 'directed', directive: `d${index + 1}`, text, ...whose }]);
  });
  return journal;
}

const called = (key: string): Call => ({
  key,
  agent: 'a',
  role: 'author',
  outcome: 'answered',
  estimate: { tokens: 1 },
  ms: 1,
  record: 'r',
});

describe('directives', () => {
  it('are told word for word, the oldest first, and not at all where there are none', () => {
    expect(directivesFor(opened().view(), { id: 'c1' })).toBeUndefined();
    const told = directivesFor(directed(['one\n  two', 'three']).view(), { id: 'c1' });
    expect(told).toEqual({
      told: [
        { id: 'd1', text: 'one\n  two' },
        { id: 'd2', text: 'three' },
      ],
    });
  });

  it('of one experiment are told to nobody else', () => {
    const view = directed(['only you'], 'exp_0001').view();
    expect(directivesFor(view, { id: 'exp_0002' })).toBeUndefined();
    expect(directivesFor(view, { id: 'exp_0001' })?.told).toHaveLength(1);
  });

  it('are bounded: the newest stay, in a row, and what was cut is said', () => {
    const text = fc.integer({ min: 1, max: DIRECTIVES_BYTES }).map((length) => 'é'.repeat(Math.max(1, length / 2)));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), (texts) => {
        const found = directivesFor(directed(texts).view(), { id: 'c1' });
        const told = found?.told ?? [];
        expect(told.length).toBeGreaterThan(0);
        expect(told.length).toBeLessThanOrEqual(MOST_DIRECTIVES);
        expect(told.reduce((sum, one) => sum + Buffer.byteLength(one.text), 0)).toBeLessThanOrEqual(DIRECTIVES_BYTES);
        expect(told.map(({ id }) => id)).toEqual(texts.map((_, index) => `d${index + 1}`).slice(-told.length));
        expect(found?.cut === true).toBe(told.length < texts.length);
      }),
      { numRuns: 50 },
    );
  });

  it('are acknowledged once', () => {
    const journal = directed(['one', 'two']);
    const told = directivesFor(journal.view(), { id: 'c1' });
    journal.append((view) => acknowledgements(view, told, 'author a of c1'));
    expect(acknowledgements(journal.view(), told, 'author b of c2')).toEqual([]);
    expect(
      journal
        .view()
        .directives(9)
        .map(({ acknowledged }) => acknowledged?.by),
    ).toEqual(['author a of c1', 'author a of c1']);
  });

  it('reach plain samples, too', () => {
    const [proposal] = opened().view().entries(0);
    if (proposal === undefined) throw new Error(`there is no ${SEED}`);
    const plain = { ...proposal.proposal, arm: 'control' as const };
    expect(dossierOf(directed(['one']).view(), plain).dossier.directives?.told).toHaveLength(1);
  });

  it('are in every prompt after they came, and acknowledged by the first that an author was asked with', async () => {
    const journal = opened();
    const jobs: ApplyJob[] = [];
    const lanes = fakeLanes({ seed: [5], score: ([first]) => first });
    const watching = {
      ...lanes,
      apply: async (job: ApplyJob, signal: AbortSignal) => {
        jobs.push(job);
        if (jobs.length === 2) journal.append(() => [{ type: 'directed', directive: 'd1', text: 'stop caching' }]);
        // The third is made by nobody who reads.
        if (jobs.length !== 3) journal.append(() => [{ type: 'called', call: called(`${job.proposal.id}/author`) }]);
        return lanes.apply(job, signal);
      },
    };
    await driveFake(journal, watching);
    expect(jobs.length).toBeGreaterThan(4);
    expect(jobs.map(({ dossier }) => dossier.directives?.told[0]?.text)).toEqual([
      undefined,
      undefined,
      ...jobs.slice(2).map(() => 'stop caching'),
    ]);
    const acknowledged = journal.read(0, 1000).filter(({ event }) => event.type === 'acknowledged');
    expect(acknowledged.map(({ event }) => event)).toEqual([
      { type: 'acknowledged', directive: 'd1', by: `author tune of ${jobs[3]?.proposal.id}` },
    ]);
  });
});
