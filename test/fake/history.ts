import { createHash } from 'node:crypto';
import type { Event } from '../../src/domain/event.ts';
import type { Journal } from '../../src/domain/journal.ts';
import { SEED } from './config.ts';

/** As many as go into one generation here. */
const WIDTH = 4;

/** Enough for few transactions, few enough to hold in memory. */
const PER_APPEND = 2_000;

/**
 * Makes a run's history longer until it has so many candidates, each proposed, applied, evaluated and placed as by the
 * loop, but many to a transaction. `commitOf` gives a candidate's commit and tree where they must exist.
 */
export function lengthen(journal: Journal, until: number, commitOf = fakeCommit): void {
  const { counts, batch } = { counts: journal.view().counts(), batch: journal.view().run()?.batch ?? 0 };
  let made = counts.candidates;
  let living = journal
    .view()
    .top('population', 2)
    .map((entry) => entry.proposal.id);
  for (let generation = batch + 1; made < until; ) {
    const events: Event[] = [];
    for (let inside = 0; inside < PER_APPEND && made < until; generation++) {
      const count = Math.min(WIDTH, until - made);
      for (let ord = 1; ord <= count; ord++, inside++, made++) {
        const id = `gen${generation}-${ord}`;
        // The last two of each generation are better than all before and take over from them.
        const kept = ord > WIDTH - 2;
        const evicted = kept && living.length === 2 ? living.slice(0, 1) : [];
        events.push(...candidate(id, generation, ord, living.at(-1) ?? SEED, made, commitOf(id)));
        events.push({
          type: 'placed',
          proposal: id,
          placement: kept ? { kind: 'kept', home: 'population', evicted } : { kind: 'refused', reason: 'outranked' },
        });
        if (kept) living = [...living.slice(evicted.length), id];
      }
    }
    journal.append(() => events);
  }
}

function candidate(id: string, batch: number, ord: number, parent: string, nth: number, commit: Commit): Event[] {
  const place = { batch, ord, home: 'population', operator: 'mutate' as const, by: 'tune' };
  const brief = { objective: '', boundaries: [], pointers: [] };
  const edit = { of: 'gen0-seed', literals: [1 + nth / 1000, 20, 0.5] };
  // Most scores fall anywhere, as most trees do, so that indexes grow in all places at once.
  const score = ord > WIDTH - 2 ? 1000 + nth : 1000 * (Number.parseInt(commit.tree.slice(0, 8), 16) / 2 ** 32);
  const call = { key: `${id}/author`, agent: 'fake', role: 'author' as const, estimate: { usd: 0.1, tokens: 9 } };
  const usage = { input: 5, cached: 0, kept: 0, output: 1 };
  const end = { outcome: 'answered' as const, usage, usd: 0.01, ms: 1, record: `calls/${id}.author.json` };
  return [
    { type: 'proposed', proposal: { id, ...place, parents: [parent], inspirations: [], brief, edit } },
    { type: 'calling', call },
    { type: 'called', call: { ...call, ...end } },
    {
      type: 'applied',
      candidate: {
        id,
        proposal: id,
        parents: [parent],
        ...commit,
        form: `form ${commit.tree}`,
        summary: `20 → ${nth}`,
      },
    },
    { type: 'evaluated', candidate: id, evaluation: scored(score) },
  ];
}

function scored(score: number): Extract<Event, { type: 'evaluated' }>['evaluation'] {
  const stages = [
    { stage: 'seal', verdict: 'pass' as const, ms: 1.25 },
    { stage: 'benchmark', verdict: 'pass' as const, ms: 2.5 },
  ];
  return { outcome: 'scored', epoch: 0, samples: [score], comparisons: [], metrics: {}, channel: 'number', stages };
}

interface Commit {
  readonly commit: string;
  readonly tree: string;
}

/** Hashes, so that rows have their real size; no two candidates have the same tree. */
function fakeCommit(id: string): Commit {
  const hash = (what: string) => createHash('sha1').update(`${what} ${id}`).digest('hex');
  return { commit: hash('commit'), tree: hash('tree') };
}
