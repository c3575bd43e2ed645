import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, json, repository, SQUARES, temporary, write } from './support.ts';

const YAML = `fitness: node bench.js
files: numbers.js
k: 3
generations: 1
yes: true
`;

describe('evolve.yaml', () => {
  it('is all that a run needs, from any folder below it', () => {
    const folder = repository({ ...SQUARES, 'evolve.yaml': YAML, 'deep/er/x.txt': '' });
    const { code, stdout, stderr } = evolve(join(folder, 'deep/er'), ['run']);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^settings from \.\.\/\.\.\/evolve\.yaml\n/);
    const first = json(evolve(folder, ['status', '--json']));
    expect(first).toMatchObject({ fitness: 'node bench.js', files: ['numbers.js'], generation: 1, state: 'finished' });
    // The same search from elsewhere: what is finished is told and not begun anew.
    json(evolve(folder, ['run', '--resume', '--json']));
    expect(json(evolve(folder, ['runs', '--json']))).toHaveLength(1);
  });

  it('is put second by flags, and aside by --no-config', () => {
    const folder = repository({ ...SQUARES, 'other.js': 'module.exports = 1;\n', 'evolve.yaml': YAML });
    json(evolve(folder, ['run', '-k', '2', '--files', 'other.js', '--json']));
    const { files, candidates } = json(evolve(folder, ['status', '--json']));
    expect(files).toEqual(['other.js']);
    expect(candidates.total).toBe(2);
    expect(evolve(folder, ['run', '--no-config']).stderr).toContain('What is to be measured?');
    // Without an answer in advance the run asks, and nobody is there to answer.
    json(evolve(folder, ['run', '--no-yes', '-g', '2', '--json']));
    expect(json(evolve(folder, ['status', '--json'])).state).toBe('paused');
  });

  it('is one per package: its paths are its own, those of flags the caller’s', () => {
    const folder = repository({
      'evolve.yaml': 'fitness: "false"\nfiles: nothing.js\n',
      'pkg/a/numbers.js': SQUARES['numbers.js'],
      'pkg/a/bench.js': `${SQUARES['bench.js']}require('fs').readFileSync('data/set.txt');\n`,
      'pkg/a/evolve.yaml': `${YAML}inputs: [data]\n`,
      'pkg/a/src/more.js': 'module.exports = 2;\n',
      '.gitignore': 'data/\n',
    });
    write(folder, { 'pkg/a/data/set.txt': 'x' });
    json(evolve(join(folder, 'pkg/a/src'), ['run', '--json']));
    expect(json(evolve(folder, ['status', '--json'])).files).toEqual(['pkg/a/numbers.js']);
    json(evolve(join(folder, 'pkg/a/src'), ['run', '--files', 'more.js', '--json']));
    expect(json(evolve(folder, ['status', '--json'])).files).toEqual(['pkg/a/src/more.js']);
    const named = evolve(folder, ['run', '--config', 'pkg/a/evolve.yaml', '--resume', '--json']);
    expect(json(named).run).toBe('r1');
  });

  it('is changed like flags are: adjusted or refused', () => {
    const folder = repository({ ...SQUARES, 'evolve.yaml': YAML });
    json(evolve(folder, ['run', '--json']));
    writeFileSync(join(folder, 'evolve.yaml'), YAML.replace('generations: 1', 'generations: 2'));
    json(evolve(folder, ['run', '--resume', '--json']));
    expect(json(evolve(folder, ['status', '--json'])).generation).toBe(2);
    writeFileSync(join(folder, 'evolve.yaml'), `${YAML}direction: min\n`);
    const { code, stderr } = evolve(folder, ['run', '--resume']);
    expect(code).toBe(2);
    expect(stderr).toContain('another --direction (max)');
  });

  it.each([
    ['k: 4\nk: 5\n', 'evolve.yaml:2: "k" is given twice'],
    [
      'fitness: node bench.js\n\ngeneratons: 3\n',
      'evolve.yaml:3: unknown key "generatons". Did you mean "generations"?',
    ],
    [`${YAML}stale: 0\n`, 'evolve.yaml:6: stale must be at least 1.'],
    ['k: [\n', 'evolve.yaml:1: '],
  ])('with a mistake in it gets one line and nothing is left behind', (text, message) => {
    const folder = repository({ ...SQUARES, 'evolve.yaml': text });
    const { code, stdout, stderr } = evolve(folder, ['run']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`evolve: ${message}`);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
  });

  it('works in a folder that is no repository', () => {
    const folder = temporary();
    write(folder, { ...SQUARES, 'evolve.yml': YAML });
    expect(json(evolve(folder, ['run', '--json'])).state).toBe('finished');
  });
});
