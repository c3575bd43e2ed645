import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { contextIn } from '../../../test/fake/context.ts';
import { openDatabase } from '../../lib/sqlite.ts';
import { parseOptions } from '../option.ts';
import { COMMANDS } from '../registry.ts';

const root = mkdtempSync(join(tmpdir(), 'galapagos-db-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let cwd = root;
let folders = 0;
beforeEach(() => {
  cwd = join(root, `t${folders++}`);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'a.py'), 'def f(): pass\n');
});

/** A call with what was told beside its result. */
async function db(verb: string, raw: Readonly<Record<string, unknown>> = {}, input?: string) {
  const told: string[] = [];
  const context = { ...contextIn(cwd, input), tell: (line: string) => void told.push(line) };
  const command = await COMMANDS.find(({ name }) => name === `db ${verb}`)?.load();
  const result = await command?.run(parseOptions(command.options, { dir: 'pop', ...raw }), context);
  return { result, told };
}

const FIRST = { codePath: 'a.py', metrics: '{"efficiency-score": 0.5}' };
const store = () => join(cwd, 'pop/population.db');

describe('evolve db', () => {
  it('says of a folder that holds nothing that it does, and makes nothing there', async () => {
    expect((await db('info')).result).toMatchObject({ totalPrograms: 0, bestMetrics: null, islands: 3, generation: 0 });
    for (const verb of ['sample', 'best'])
      await expect(db(verb)).rejects.toThrow('holds no programs: begin with evolve db seed');
    await expect(db('add', { ...FIRST, parentId: 'p1' })).rejects.toThrow('holds no programs');
    await expect(db('seed', { ...FIRST, codePath: 'b.py' })).rejects.toThrow('is no readable file');
    expect(readdirSync(cwd)).toEqual(['a.py']);
  });

  it('begins with the first program, whichever way it comes', async () => {
    const { result } = await db('add', { ...FIRST, parentId: '0' });
    expect(result).toMatchObject({ id: 'p1', bestMetrics: { 'efficiency-score': 0.5 }, lastIteration: 1, island: 0 });
    const program = {
      codePath: 'a.py',
      targetCode: 'x',
      parentId: 0,
      metrics: { 'efficiency-score': 0.9 },
      changes: 'c',
    };
    expect((await db('seed', {}, JSON.stringify(program))).result).toMatchObject({ id: 'p2', generation: 1 });
    expect((await db('best')).result).toMatchObject({
      id: 'p2',
      codePath: join(cwd, 'a.py'),
      targetCode: 'x',
      parentId: '0',
      changes: 'c',
      score: 0.9,
    });
    const { result: sampled } = await db('sample', { inspirations: '1' });
    expect(sampled).toMatchObject({
      parent: { targetCode: expect.any(String) },
      inspirations: [{ changes: expect.any(String) }],
    });
  });

  it.each([
    ['plain text', 'def g(): pass', 'def g(): pass'],
    ['a decorated function', '@cache\ndef g(): pass', '@cache\ndef g(): pass'],
    ['a decorator with arguments', '@cache(maxsize=3)', '@cache(maxsize=3)'],
    ['a file', '@a.py', 'def f(): pass\n'],
    ['stdin', '-', 'from stdin'],
    ['nothing', undefined, 'def f(): pass\n'],
  ])('takes target code from %s', async (_, targetCode, expected) => {
    await db('seed', { ...FIRST, targetCode }, 'from stdin');
    expect((await db('best')).result).toMatchObject({ targetCode: expected });
  });

  it.each([
    ['no program', {}, undefined, 'Which program?'],
    ['no file', { metrics: '{"a": 1}' }, undefined, '--codePath is missing'],
    ['no metrics', { codePath: 'a.py', parentId: '0' }, undefined, '--metrics is missing'],
    ['no parent', FIRST, undefined, '--parentId is missing'],
    ['a number for metrics', { ...FIRST, metrics: '0.8' }, undefined, '--metrics takes a JSON object'],
    ['torn metrics', { ...FIRST, metrics: '{"a": ' }, undefined, '--metrics takes a JSON object'],
    ['metrics without numbers', { ...FIRST, parentId: '0', metrics: '{}' }, undefined, 'metrics holds no number'],
    ['infinity', { ...FIRST, parentId: '0', metrics: '{"a": 1e999}' }, undefined, 'give a finite number'],
    [
      'code in a file that is not there',
      { ...FIRST, parentId: '0', targetCode: '@b.py' },
      undefined,
      'there is no file',
    ],
    ['text on stdin', {}, 'hello', 'no JSON object'],
    ['a list on stdin', {}, '[]', 'no JSON object'],
    ['a field that is none', {}, '{"codePat": "a.py"}', 'has a field codePat'],
    ['a list for a text', {}, '{"codePath": ["a.py"]}', 'codePath must be a text'],
  ])('refuses %s', async (_, raw, input, message) => {
    await expect(db('add', raw, input)).rejects.toThrow(message);
    expect(existsSync(store())).toBe(false);
  });

  it('create takes the settings and refuses a folder that is in use', async () => {
    const given = {
      islands: '5',
      islandCapacity: '7',
      migrationInterval: '2',
      metric: 'speed',
      direction: 'min',
      seed: '9',
    };
    const settings = {
      islands: 5,
      islandCapacity: 7,
      migrationInterval: 2,
      metric: 'speed',
      direction: 'min',
      seed: 9,
    };
    expect((await db('create', given)).result).toMatchObject({ ...settings, totalPrograms: 0, currentIsland: 0 });
    await expect(db('seed', FIRST)).rejects.toThrow('metrics has no number speed');
    await db('seed', { ...FIRST, metrics: '{"speed": 2, "size": 1}' });
    expect((await db('info')).result).toMatchObject({ ...settings, bestScore: 2, sizes: [1, 1, 1, 1, 1] });
    await expect(db('create')).rejects.toThrow('holds 1 program already');
    await expect(db('create', { islands: '4' })).rejects.toThrow('another setting of islands');
    await expect(db('create', { dir: 'a.py' })).rejects.toThrow('is no folder');
    await expect(db('info', { dir: 'a.py' })).rejects.toThrow('is no folder');
  });
});

const EARLIER = {
  programs: [
    {
      id: 'aa',
      codePath: '/x/1.py',
      targetCode: 'one',
      parentId: '0',
      metrics: { s: 0.5 },
      changes: '',
      island: 0,
      generation: 1,
    },
    {
      id: 'bb',
      codePath: '/x/2.py',
      targetCode: 'two',
      parentId: 'aa',
      metrics: { s: 0.7 },
      changes: 'c',
      island: 1,
      generation: 2,
    },
    {
      id: 'bb',
      codePath: '/x/2.py',
      targetCode: 'two',
      parentId: 'aa',
      metrics: { s: 0.7 },
      changes: 'c',
      island: 0,
      generation: 2,
    },
    { id: 'cc', metrics: { note: 'none' } },
  ],
  islands: 2,
  islandCapacity: 9,
  migrationInterval: 4,
  generation: 2,
  currentIsland: 0,
};

describe('a population of earlier', () => {
  it('is read at first use, told of and left as it was', async () => {
    mkdirSync(join(cwd, 'pop'));
    const file = join(cwd, 'pop/database.json');
    writeFileSync(file, JSON.stringify(EARLIER));
    const { result, told } = await db('info');
    expect(told).toEqual([
      expect.stringMatching(/^read 3 programs of .*database\.json, 1 without id or score left out/),
    ]);
    expect(result).toMatchObject({
      totalPrograms: 2,
      generation: 2,
      islands: 2,
      islandCapacity: 9,
      migrationInterval: 4,
      currentIsland: 0,
      sizes: [2, 1],
      bestMetrics: { s: 0.7 },
    });
    expect((await db('info')).told).toEqual([]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(EARLIER);
    expect((await db('add', { ...FIRST, parentId: 'bb' })).result).toMatchObject({ lastIteration: 3, island: 0 });
    expect((await db('best')).result).toMatchObject({ id: 'bb', parentId: 'aa', codePath: '/x/2.py', island: 1 });
  });
});

const GARBAGE = 'this is no database, whatever its name says. '.repeat(200);
const DAMAGES: Readonly<Record<string, () => Promise<string>>> = {
  'garbage for a store': async () => {
    mkdirSync(join(cwd, 'pop'));
    writeFileSync(store(), GARBAGE);
    return 'population.db';
  },
  'a torn store': async () => {
    await db('seed', { ...FIRST, dir: 'whole' });
    const database = openDatabase(join(cwd, 'whole/population.db'));
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    mkdirSync(join(cwd, 'pop'));
    copyFileSync(join(cwd, 'whole/population.db'), store());
    truncateSync(store(), 5000);
    return 'population.db';
  },
  'a torn database.json': async () => {
    mkdirSync(join(cwd, 'pop'));
    writeFileSync(join(cwd, 'pop/database.json'), '{"programs": [');
    return 'database.json';
  },
  'a database.json of something else': async () => {
    mkdirSync(join(cwd, 'pop'));
    writeFileSync(join(cwd, 'pop/database.json'), '{"rows": 3}');
    return 'database.json';
  },
};

describe.each(Object.entries(DAMAGES))('%s', (_, damage) => {
  it.each([
    ['info', {}],
    ['create', {}],
    ['seed', FIRST],
  ])('is set aside by %s, which goes on', async (verb, raw) => {
    const name = await damage();
    const bytes = readFileSync(join(cwd, 'pop', name));
    const { told, result } = await db(verb, raw);
    expect(told).toEqual([expect.stringContaining(`could not be read and was set aside as ${name}.damaged-1`)]);
    expect(readFileSync(join(cwd, `pop/${name}.damaged-1`))).toEqual(bytes);
    expect(result).toMatchObject({ generation: 0 });
    expect((await db('info')).told).toEqual([]);
  });

  it.each([
    ['add', { ...FIRST, parentId: '0' }],
    ['sample', {}],
    ['best', {}],
  ])('makes %s fail with what happened', async (verb, raw) => {
    const name = await damage();
    await expect(db(verb, raw)).rejects.toThrow(`set aside as ${name}.damaged-1: put a sound copy back, or begin anew`);
    expect(existsSync(join(cwd, `pop/${name}.damaged-1`))).toBe(true);
  });
});

it('a store of a newer version is refused and left alone', async () => {
  await db('seed', FIRST);
  const database = openDatabase(store());
  database.exec('pragma user_version = 99');
  database.close();
  for (const verb of ['info', 'sample', 'best', 'create'])
    await expect(db(verb)).rejects.toThrow('was written by a newer galapagos (store version 99)');
  expect(readdirSync(join(cwd, 'pop')).filter((name) => name.includes('damaged'))).toEqual([]);
});
