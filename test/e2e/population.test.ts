import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/lib/sqlite.ts';
import { openPopulation } from '../../src/population/population.ts';
import { environment, evolve, json, start, temporary, write } from './support.ts';

const HOST = join(import.meta.dirname, '../fake/population-host.mjs');
const METRICS = '{"score": 0.5}';

interface Answer {
  readonly id: string;
  readonly generation: number;
  readonly sample: number;
  readonly score: number;
  readonly changes: string;
}

/** A seeded population of four islands. */
function seeded(): { readonly folder: string; readonly dir: string; readonly file: string } {
  const folder = temporary();
  write(folder, { 'seed.py': 'def f(): pass\n' });
  const [dir, file] = [join(folder, 'pop'), join(folder, 'seed.py')];
  const population = openPopulation(dir, { islands: 4, islandCapacity: 25, migrationInterval: 7 });
  population.seed({ codePath: file, targetCode: '', parentId: '0', metrics: { score: 0.5 }, changes: '' });
  population.close();
  return { folder, dir, file };
}

/** A host in a process of its own, with what it was answered until it ended. */
function host(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [HOST, ...args], {
    env: environment(folder, env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => told.push(text));
  const ended = once(child, 'close').then(([code]): { code: number | null; answers: readonly Answer[] } => ({
    code,
    answers: told
      .join('')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  }));
  return { child, ended };
}

/** What the tables hold, checked against each other. */
function sound(dir: string) {
  const database = openDatabase(join(dir, 'population.db'));
  const all = (sql: string) => database.prepare(sql).all();
  expect(all('pragma integrity_check')).toEqual([expect.objectContaining({ integrity_check: 'ok' })]);
  const programs = all('select id, generation, score, changes, homes from program order by seq');
  const sizes = all(
    'select island.size, count(id) as living from island left join resident using (island) group by island',
  );
  for (const { size, living } of sizes) expect(size).toBe(living);
  const homes = all('select id, count(*) as homes from resident group by id');
  expect(programs.filter((one) => Number(one.homes) > 0)).toHaveLength(homes.length);
  const gaps = all('select island from resident group by island having max(slot) + 1 <> count(*)');
  expect(gaps).toEqual([]);
  database.close();
  const population = openPopulation(dir);
  const info = population.info();
  population.close();
  expect(info.totalPrograms).toBe(programs.length);
  expect(info.migrations).toBe(Math.floor(info.generation / info.migrationInterval));
  expect(info.currentIsland).toBe(info.generation % info.islands);
  return { programs, info };
}

it('16 processes that sample and add 2,000 times in all lose nothing', async () => {
  const { folder, dir, file } = seeded();
  const hosts = Array.from({ length: 16 }, (_, nth) => host(folder, [dir, file, 'h'.repeat(nth + 1), '63']));
  const ended = await Promise.all(hosts.map(({ ended }) => ended));
  expect(ended.map(({ code }) => code)).toEqual(ended.map(() => 0));
  const answers = ended.flatMap(({ answers }) => answers);
  expect(answers).toHaveLength(16 * 63);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
  expect(answers.map(({ generation }) => generation).sort((a, b) => a - b)).toEqual(answers.map((_, nth) => nth + 1));
  expect(new Set(answers.map(({ sample }) => sample)).size).toBe(answers.length);
  const { programs, info } = sound(dir);
  expect(info).toMatchObject({ generation: answers.length, samples: answers.length, sizes: [25, 25, 25, 25] });
  const known = new Map(programs.map((one) => [String(one.id), one]));
  for (const { id, ...rest } of answers)
    expect(known.get(id)).toMatchObject({ generation: rest.generation, score: rest.score, changes: rest.changes });
});

it('64 commands at once lose nothing, in a folder that held nothing', async () => {
  const folder = temporary();
  write(folder, { 'a.py': 'pass\n' });
  const add = ['db', 'add', 'pop', '--codePath', 'a.py', '--parentId', '0', '--metrics', METRICS];
  const first = await Promise.all(Array.from({ length: 16 }, () => start(folder, add).ended));
  const later = await Promise.all(
    Array.from({ length: 48 }, (_, nth) => start(folder, nth % 2 === 0 ? add : ['db', 'sample', 'pop']).ended),
  );
  const answers = [...first, ...later].map(json);
  const added = answers.filter(({ id }) => id !== undefined);
  expect(new Set(added.map(({ id }) => id)).size).toBe(40);
  expect(new Set(answers.filter(({ sample }) => sample !== undefined).map(({ sample }) => sample)).size).toBe(24);
  const { info } = sound(join(folder, 'pop'));
  expect(info).toMatchObject({ totalPrograms: 40, generation: 40, samples: 24, migrations: 4 });
});

it('kill -9 at any boundary loses nothing that was answered, and leaves no half of an addition', async () => {
  const { folder, dir, file } = seeded();
  const answers: Answer[] = [];
  // Odd boundaries are before the commit, even ones after it and before the answer.
  for (const boundary of [1, 2, 9, 14]) {
    const killed = await host(folder, [dir, file, `k${boundary}`, '20'], { GALAPAGOS_KILL_AT: String(boundary) }).ended;
    expect(killed.code).toBeNull();
    answers.push(...killed.answers);
    const { programs } = sound(dir);
    const known = new Set(programs.map(({ id }) => id));
    expect(answers.every(({ id }) => known.has(id))).toBe(true);
  }
  // 0, 0, 4 and 6 were answered; of each even one more was added.
  expect(answers).toHaveLength(10);
  expect(sound(dir).info.generation).toBe(12);
  // And by the clock, with others at work.
  const hosts = Array.from({ length: 4 }, (_, nth) => host(folder, [dir, file, `c${nth}`, '4000']));
  await Promise.all(hosts.map(({ child }) => once(child.stdout, 'data')));
  for (const { child } of hosts) child.kill('SIGKILL');
  const told = (await Promise.all(hosts.map(({ ended }) => ended))).flatMap((one) => one.answers);
  const { programs } = sound(dir);
  const known = new Set(programs.map(({ id }) => id));
  expect(told.length).toBeGreaterThan(3);
  expect(told.every(({ id }) => known.has(id))).toBe(true);
  expect(evolve(folder, ['db', 'sample', 'pop']).code).toBe(0);
});
