// A run of any length in a real store, without files or processes: a commit is its numbers as text.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { drive, generations, openStore, tuning } from '../dist/index.js';

const SEED = 'gen0-seed';
const NUMBERS = [1, 20, 0.5];
const WIDTH = 4;
const PER_APPEND = 2_000;
const FOREVER = 1_000_000_000;

const brief = { objective: '', boundaries: [], pointers: [] };
const hash = (text) => createHash('sha1').update(text).digest('hex');
const config = {
  identity: { strategy: 'generations', fitness: 'sh bench.sh', folder: '', files: ['numbers.js'] },
  fixed: { direction: 'max', seed: 1, k: WIDTH, gates: [], operator: 'tune', repeat: 1, parse: 'auto', inputs: [] },
  adjustable: {
    generations: FOREVER,
    stale: FOREVER,
    budget: {},
    parallel: 1,
    parallelBench: 1,
    timeoutMs: 60_000,
    memoryMb: 1024,
    goal: '',
  },
};

/** Opens the store in `folder/.evolve` with a run of so many candidates, by generations of 4. */
export function longRun(folder, candidates) {
  const store = openStore(join(folder, '.evolve'));
  const journal = store.journal('r1');
  const base = { commit: NUMBERS.join(' '), tree: hash('seed') };
  journal.append(() => [
    { type: 'opened', config, base },
    ...made(SEED, { batch: 0, ord: 0, home: 'seed', operator: 'seed', by: 'user', parents: [SEED] }, base, 1),
    { type: 'placed', proposal: SEED, placement: { kind: 'kept', home: 'seed', evicted: [] } },
  ]);
  for (let count = 0, batch = 1, living = []; count < candidates; ) {
    const events = [];
    while (events.length < 4 * PER_APPEND && count < candidates) {
      for (let ord = 1; ord <= WIDTH && count < candidates; ord++, count++) {
        const id = `gen${batch}-${ord}`;
        const kept = ord > WIDTH - 2;
        const evicted = kept && living.length === 2 ? living.slice(0, 1) : [];
        const place = { batch, ord, home: 'population', operator: 'mutate', by: 'tune', parents: [living[1] ?? SEED] };
        const literals = [1 + count / 1000, 20, 0.5];
        const version = { commit: literals.join(' '), tree: hash(id) };
        // The last two of a generation lead; the others fall anywhere, so that indexes grow in all places at once.
        const score = kept ? count : (candidates * Number.parseInt(version.tree.slice(0, 8), 16)) / 2 ** 33;
        events.push(...made(id, { ...place, edit: { literals } }, version, score));
        const placement = kept
          ? { kind: 'kept', home: 'population', evicted }
          : { kind: 'refused', reason: 'outranked' };
        events.push({ type: 'placed', proposal: id, placement });
        if (kept) living = [...living.slice(evicted.length), id];
      }
      batch++;
    }
    journal.append(() => events);
  }
  return { store, journal };
}

function made(id, place, version, score) {
  const { parents } = place;
  return [
    { type: 'proposed', proposal: { id, ...place, inspirations: [], brief } },
    { type: 'applied', candidate: { id, proposal: id, parents, ...version, summary: '20 → 21.5' } },
    { type: 'evaluated', candidate: id, evaluation: scored(score) },
  ];
}

function scored(score) {
  const stages = ['seal', 'benchmark'].map((stage) => ({ stage, verdict: 'pass', ms: 1.25 }));
  return { outcome: 'scored', epoch: 0, samples: [score], comparisons: [], metrics: {}, channel: 'number', stages };
}

/** The real loop and strategy for so many more generations, with lanes that do nothing; gives the candidates made. */
export async function breed(journal, generationsMore) {
  const { batch, config: now } = journal.view().run();
  const before = journal.view().counts().candidates;
  const adjustable = { ...now.adjustable, generations: batch + generationsMore };
  journal.append(() => [{ type: 'configured', adjustable }]);
  const strategy = generations({ run: { ...now, adjustable }, variation: tuning() });
  const times = { now: () => 0, backOffMs: [], lookEveryMs: 1000 };
  await drive({ journal, strategy, lanes, width: 1, decide: () => 'continue', ...times }, new AbortController().signal);
  return journal.view().counts().candidates - before;
}

const numbersOf = ({ commit }) => commit.split(' ').map(Number);

const lanes = {
  async apply({ proposal }) {
    const commit = proposal.edit.literals.join(' ');
    return { kind: 'changed', commit, tree: hash(commit), summary: '20 → 21.5', refused: [] };
  },
  async evaluate({ candidate }) {
    return scored(numbersOf(candidate)[0] / 1e6);
  },
  async answer({ question, candidates }) {
    if (question.of === 'side-by-side') return { kind: 'answered', answer: { samples: candidates.map(() => [1]) } };
    return { kind: 'answered', answer: { literals: NUMBERS.map((value) => ({ value, integer: false })) } };
  },
};
