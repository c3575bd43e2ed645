import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { EVOLVE, environment, evolve, json, temporary, write } from './support.ts';

const folder = () => {
  const made = temporary();
  write(made, { 'a.py': 'def f(): pass\n' });
  return made;
};

describe('evolve db', () => {
  it('runs the loop of a host in a folder that is no repository, and tells nothing but JSON', () => {
    const here = folder();
    const seed = ['db', 'seed', 'pop', '--code-path', 'a.py', '--metrics', '{"efficiency-score": 0.5}'];
    expect(json(evolve(here, seed))).toMatchObject({ id: 'p1', lastIteration: 0 });
    const { parent } = json(evolve(here, ['db', 'sample', 'pop', '--json']));
    const program = {
      codePath: parent.codePath,
      parentId: parent.id,
      metrics: { 'efficiency-score': 0.8 },
      changes: 'é',
    };
    const added = spawnSync(process.execPath, [EVOLVE, 'db', 'add', 'pop'], {
      cwd: here,
      encoding: 'utf8',
      env: environment(here, {}),
      input: JSON.stringify(program),
    });
    expect(JSON.parse(added.stdout)).toMatchObject({ id: 'p2', bestMetrics: program.metrics, lastIteration: 1 });
    expect(json(evolve(here, ['db', 'best', 'pop']))).toMatchObject({
      ...program,
      id: 'p2',
      targetCode: 'def f(): pass\n',
    });
  });

  it('says a mistake in one line, and in JSON without being asked', () => {
    const here = folder();
    const { code, stdout, stderr } = evolve(here, ['db', 'add', 'pop', '--parentID', '1']);
    expect(code).toBe(2);
    expect(stderr).toBe(`evolve: unknown option '--parentID'. Did you mean --parentId? See: evolve db add --help\n`);
    expect(JSON.parse(stdout)).toEqual({ error: stderr.slice('evolve: '.length, -1), exitCode: 2 });
  });

  it('lists its verbs, and knows what was meant', () => {
    const here = folder();
    const { stdout, code } = evolve(here, ['db']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Usage: evolve db <command>[\s\S]*\n {2}db sample {2}[\s\S]*\nExamples:\n {2}evolve db seed/,
    );
    expect(evolve(here, ['help', 'db']).stdout).toBe(stdout);
    expect(evolve(here, ['help', 'db', 'add']).stdout).toContain('Usage: evolve db add');
    expect(evolve(here, ['--help']).stdout).toMatch(/\n {2}db {2,}a population/);
    expect(evolve(here, ['db', 'smaple'])).toMatchObject({
      code: 2,
      stderr: 'evolve: There is no command db smaple. Did you mean db sample? See: evolve db --help\n',
    });
  });
});
