// Choosing a parent among 1,000, 100,000 and 1,000,000 candidates in a real store: the patient rule alone, and a whole `ask`. The rows are
// written by SQL, as the journal would have them; nothing has improved for long, so that the rule has to look far.
import { join } from 'node:path';
import { built } from './built.mjs';
import { interleaved, least, median, ms, table, temporary, times, verdict } from './support.mjs';

const SIZES = [1_000, 100_000, 1_000_000];
const ROUNDS = 15;
const REPEATS = 100;
const WANTED_MS = 1;

const { claimant, endless, openDatabase, openStore, search } = await import(
  await built('parent', 'bench/simulation/parent.ts')
);

const scored = (score) => ({
  outcome: 'scored',
  epoch: 0,
  samples: [score],
  comparisons: [],
  metrics: {},
  channel: 'number',
  stages: [],
});
const brief = { objective: '', boundaries: [], pointers: [] };
const born = (id, batch, operator, parent, score) => [
  {
    type: 'proposed',
    proposal: {
      id,
      batch,
      ord: batch && 1,
      home: 'pool',
      operator,
      by: 'x',
      parents: [parent],
      inspirations: [],
      brief,
    },
  },
  { type: 'applied', candidate: { id, proposal: id, parents: [parent], commit: id, tree: id, summary: '' } },
  { type: 'evaluated', candidate: id, evaluation: scored(score) },
  { type: 'placed', proposal: id, placement: { kind: 'kept', home: 'pool', evicted: [] } },
];

/** Two candidates by the journal, the others as copies of the second with scores that fall anywhere. */
function filled(size) {
  const folder = join(temporary(), '.evolve');
  const config = endless('patient', { seed: 1 });
  const store = openStore(folder, () => 0);
  const journal = store.journal('r1');
  journal.append(() => [
    { type: 'opened', config, base: { commit: 'seed', tree: 'seed' } },
    ...born('seed', 0, 'seed', 'seed', 0),
    ...born('c1', 1, 'mutate', 'seed', 1),
  ]);
  const database = openDatabase(join(folder, 'journal.db'));
  const columns = database
    .prepare('select name from pragma_table_info(?)')
    .all('entry')
    .map(({ name }) => name);
  const changed = {
    id: "'c' || n",
    batch: 'n',
    tree: "'c' || n",
    rank_key: '(n * 7919 % 1000003) / 1000003.0',
    placed_seq: '100 + n',
    evaluated_seq: '100 + n',
    kids: 'case when n % 3 = 0 then 40 else 8 end',
  };
  const values = columns.map((name) => changed[name] ?? name);
  // Filling is not what is measured.
  database.exec('pragma synchronous = off; pragma cache_size = -400000; begin');
  database.exec(`insert into entry (${columns.join()}) with recursive nth (n) as (select 2 union all select n + 1 from nth where n < ${size})
    select ${values.join()} from nth join entry on entry.id = 'c1' and entry.batch = 1`);
  database.exec(
    'update entry set kids = 60 where id in (select id from entry where rank_key is not null order by rank_key desc limit 30)',
  );
  database.exec(
    "insert or replace into resident select run, id, 'pool', rank_key, placed_seq, 0, kids from entry where placed_seq is not null",
  );
  database.exec(`update home set size = ${size + 1} where name = 'pool'`);
  database.exec(
    `update run set facts = json_set(facts, '$.batch', ${size}, '$.counts.proposed', ${size}, '$.counts.candidates', ${size}, '$.counts.scored', ${size}, '$.counts.charged', ${size})`,
  );
  database.exec('commit');
  database.close();
  const strategy = search(config, {
    questions: () => [],
    begin: () => ({ draw: () => ({ by: 'x' }), memos: () => [] }),
  });
  return { size, store, view: journal.view(), strategy };
}

const stores = SIZES.map((size) => {
  const from = performance.now();
  const store = filled(size);
  console.log(`${size} candidates written in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return store;
});

const SUBJECTS = {
  'the patient rule': ({ view }) => claimant(view, 'pool', 8),
  'a whole ask': ({ view, strategy }) => {
    if (strategy.ask(view, 1, 0).kind !== 'propose') throw new Error('nothing was proposed');
  },
};
const rows = [];
for (const [name, subject] of Object.entries(SUBJECTS)) {
  const repeated = (store) => () => {
    for (let turn = 0; turn < REPEATS; turn++) subject(store);
  };
  const samples = await interleaved(Object.fromEntries(stores.map((store) => [store.size, repeated(store)])), ROUNDS);
  const taken = SIZES.map((size) => samples[size].wall.map((value) => value / REPEATS));
  const ratio = (of) => of(taken.at(-1)) / of(taken[0]);
  rows.push({
    name,
    last: least(taken.at(-1)),
    cells: [...taken.map((one) => ms(median(one))), ms(least(taken.at(-1))), times(ratio(median)), times(ratio(least))],
  });
}
console.log(`\nMedians of ${ROUNDS} rounds in turns, ${REPEATS} times each`);
table(
  ['', ...SIZES.map(String), 'least of the last', 'last to first', 'by minima'],
  rows.map(({ name, cells }) => [name, ...cells]),
);
console.log(`\n${verdict(rows[0].last < WANTED_MS, `a parent among ${SIZES.at(-1)} in under ${WANTED_MS} ms`)}`);
for (const { store } of stores) store.close();
