import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERATORS } from '../../domain/work-item.ts';
import { isAllowed, unknown } from './guard.ts';
import { CLEAN, entriesOf, scripts, type World, worldOf } from './site.fixture.ts';

const body = (name: string, count: number) =>
  `export function ${name}(value) {\n${'  value += 1;\n'.repeat(count)}  return value;\n}\n`;
/** More than a pass takes. */
const UNTESTED = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].map((n) => [`src/part${n}.js`, body(`lonesome${n}`, 20 + n)]),
);
const nextWork = ({ root }: World) => readFileSync(join(root, '.agents/rpi/next-work.jsonl'), 'utf8');

describe('generators', () => {
  it.each(GENERATORS)('%s finds nothing in a clean repository, and writes nothing', async (generator) => {
    const world = worldOf(CLEAN);
    const { titles } = await world.generate(generator);
    expect(titles).toEqual([]);
    expect(() => nextWork(world)).toThrow();
  });

  it('write down at most five at a time, the worst first, and the rest later', async () => {
    const world = worldOf({ ...CLEAN, ...UNTESTED });
    const first = await world.generate('testing', 1);
    expect(first.titles).toEqual([7, 6, 5, 4, 3].map((n) => `Cover src/part${n}.js by tests`));
    expect((await world.generate('testing', 2)).titles).toEqual([2, 1].map((n) => `Cover src/part${n}.js by tests`));
    expect((await world.generate('testing', 3)).titles).toEqual([]);
    expect(entriesOf(world)).toHaveLength(7);
  });

  it('done twice are done once, with the same answer', async () => {
    const world = worldOf({ ...CLEAN, ...UNTESTED });
    const first = await world.generate('testing');
    const before = nextWork(world);
    expect((await world.generate('testing')).titles).toEqual(first.titles);
    expect(nextWork(world)).toBe(before);
  });

  it('run nothing twice on the same files, but what could not be looked at', async () => {
    const world = worldOf({ ...CLEAN, ...scripts({ bench: "echo 'parse: 100 ms'" }) });
    const runs = () => world.ran().filter((shell) => shell.includes('bench')).length;
    await world.generate('performance', 1);
    await world.generate('performance', 2);
    expect(runs()).toBe(3);
    world.commit(scripts({ bench: 'echo nothing' }), 'Silence', 1);
    await world.generate('performance', 3);
    await world.generate('performance', 4);
    expect(runs()).toBe(9);
  });

  it('say the same of the same tree', async () => {
    const [one, other] = [worldOf({ ...CLEAN, ...UNTESTED }), worldOf({ ...CLEAN, ...UNTESTED })];
    await Promise.all([one.generate('testing'), other.generate('testing')]);
    expect(nextWork(one)).toBe(nextWork(other));
  });

  it('leave alone what somebody works on and what was finished', async () => {
    const world = worldOf({ ...CLEAN, 'src/part.js': body('lonesome', 20), 'src/other.js': body('forlorn', 20) });
    await world.generate('testing');
    const text = nextWork(world)
      .replace('"claim_status":"available"', '"claim_status":"in_progress"')
      .replace('"consumed":false', '"consumed":true');
    writeFileSync(
      join(world.root, '.agents/rpi/next-work.jsonl'),
      text.replaceAll('Cover src/part.js', 'cover  SRC/PART.JS'),
    );
    expect((await world.generate('testing', 2)).titles).toEqual([]);
  });

  it('find nothing where the program lets nothing change, and say so', async () => {
    const program = [
      'Objective',
      'Mutable Scope',
      'Immutable Scope',
      'Experiment Unit',
      'Validation Commands',
      'Decision Policy',
      'Escalation Rules',
      'Stop Conditions',
    ]
      .map(
        (name) =>
          `## ${name}\n\n${({ 'Mutable Scope': '- `src/**`', 'Immutable Scope': '- `src/part7.js`', 'Validation Commands': '- `npm test`' })[name] ?? '- as it is'}\n`,
      )
      .join('\n');
    const world = worldOf({
      ...CLEAN,
      'PROGRAM.md': program,
      'src/part7.js': body('lonesome', 20),
      'lib/more.js': body('forlorn', 20),
      'src/part1.js': body('alone1', 20),
    });
    const { titles, skipped } = await world.generate('testing');
    expect(titles).toEqual(['Cover src/part1.js by tests']);
    expect(skipped).toContain('2 found in files that the program does not let change');
  });
});

describe('the guard', () => {
  const finding = (title: string, given: object = {}) => ({
    ...({ title, type: 'bug', severity: 'low', description: '', evidence: '', weight: 0 } as const),
    ...given,
  });

  it('knows a title whatever its case and punctuation, and what agents say in other words', () => {
    const known = ['Cover src/a.ts by tests', 'Round each number before adding'].map((title) => ({
      ...{ title, description: '', done: false },
    }));
    const titles = (...all: readonly ReturnType<typeof finding>[]) => unknown(all, known).map(({ title }) => title);
    expect(
      titles(
        finding('cover "src/a.ts" by tests!'),
        finding('Cover src/b.ts by tests'),
        finding('Cover src/b.ts by tests'),
      ),
    ).toEqual(['Cover src/b.ts by tests']);
    expect(titles(finding('Round every number before adding', { said: true }))).toEqual([]);
    expect(titles(finding('Round every number before adding'))).toHaveLength(1);
  });

  it('takes what was done and is found again as it was for known, and what is found otherwise for new', () => {
    const done = (description: string) => ({ title: 'Make README.md true', description, done: true });
    const isNew = (description: string, ...known: readonly ReturnType<typeof done>[]) =>
      unknown([finding('Make README.md true', { description })], known).length === 1;
    expect(isNew('the file a.md (README.md:9)', done('the file a.md (README.md:3)'))).toBe(false);
    expect(isNew('the file b.md (README.md:3)', done('the file a.md (README.md:3)'))).toBe(true);
    expect(isNew('the file b.md', done('1'), { ...done('2'), done: false })).toBe(false);
    expect(isNew('the file b.md', done('1'), done('2'), done('3'))).toBe(false);
  });

  it('holds findings to what may change', () => {
    const contract = { bundle: [], notes: [], mutable: ['src', 'docs/*.md'], immutable: [] };
    const allowed = (path?: string) => isAllowed(finding('x', path === undefined ? {} : { path }), contract);
    expect([allowed('src/deep/a.ts'), allowed('docs/a.md'), allowed()]).toEqual([true, true, true]);
    expect([allowed('lib/a.ts'), allowed('docs/deep/a.md')]).toEqual([false, false]);
  });
});
