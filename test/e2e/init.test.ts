import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, git, json, repository, SQUARES, temporary, terminals, write } from './support.ts';
import { terminal } from './terminal.ts';

const FAST = ['--unchecked', '--yes'];
const YAML = 'evolve.yaml';
const textIn = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

describe('evolve init', () => {
  it('measures, checks, writes down, and is there the next time', () => {
    const folder = repository({
      ...SQUARES,
      'package.json': JSON.stringify({ scripts: { bench: 'node bench.js', test: 'node numbers.js' } }),
    });
    const found = evolve(folder, ['init']);
    expect(found.code).toBe(2);
    expect(found.stderr).toContain(
      `evolve init --fitness 'npm run -s bench' --files numbers.js --gate 'npm test'        # script bench of package.json`,
    );
    expect(existsSync(join(folder, '.evolve'))).toBe(false);

    const begun = evolve(folder, [
      'init',
      '--fitness',
      'node bench.js',
      '--files',
      'numbers.js',
      '--gate',
      'node numbers.js',
    ]);
    expect(begun.stderr).toBe('');
    expect(begun.code).toBe(0);
    expect(begun.stdout).toMatch(
      /checked the fitness command: .*\n[\s\S]*Run r1 is open: root scores .* the same each time/,
    );
    expect(begun.stdout).toContain('evolve exp new --parent root');
    expect(textIn(folder, '.evolve/project.md')).toMatch(/Deterministic: 3 runs[\s\S]*- checked the fitness command/);
    expect(textIn(folder, YAML)).toContain('fitness: node bench.js\n');

    // The file alone is enough from now on.
    const again = json(evolve(folder, ['init', '--max-attempts', '4', '--json']));
    expect(again).toMatchObject({ run: 'r1', known: true, changed: ['experiments.max-attempts'] });
    expect(evolve(folder, ['init', '--direction', 'min']).stderr).toContain('has another --direction (max)');
    expect(json(evolve(folder, ['init', '--fresh', '--dirty', ...FAST, '--json']))).toMatchObject({
      run: 'r2',
      known: false,
    });
    expect(json(evolve(folder, ['exp', 'status', '--json'])).run).toBe('r2');

    for (const verb of ['stop', 'answer', 'fork', 'replay'])
      expect(evolve(folder, [verb]).stderr, verb).toContain('Run r2 is made of experiments: ');
    expect(evolve(folder, ['run', '--strategy', 'rounds']).stderr).toContain('begin with evolve init');
  });

  it('leaves nothing behind on a mistake', () => {
    const folder = repository({ ...SQUARES, 'silent.js': '' });
    const mistakes: readonly (readonly [readonly string[], string])[] = [
      [['--fitness', 'node silent.js'], 'The unchanged code does not pass'],
      [['--fitness', 'node missing.js'], 'There is no missing.js here'],
      [
        ['--fitness', 'node bench.js', '--frontier', 'top-k', '--frontier-params', '{"k":0}'],
        'a whole number from 1 to 50',
      ],
      [['--fitness', 'node bench.js', '--workspaces', 'pool'], 'name them with --pool'],
    ];
    for (const [args, message] of mistakes) {
      const { code, stderr } = evolve(folder, ['init', ...args, '--files', 'numbers.js', ...FAST]);
      expect(stderr).toContain(message);
      expect(code).toBe(2);
      expect(existsSync(join(folder, '.evolve')), message).toBe(false);
      expect(existsSync(join(folder, YAML)), message).toBe(false);
    }
    writeFileSync(join(folder, YAML), 'fitness: node bench.js\ntarget: numbers.js#square\n');
    const { code, stderr } = evolve(folder, ['init', ...FAST]);
    expect(stderr).toContain('Experiments change whole files: --files numbers.js');
    expect(code).toBe(2);
  });

  it('works without git, and before the first commit with --dirty', () => {
    const folder = temporary();
    write(folder, SQUARES);
    const args = ['init', '--fitness', 'node bench.js', '--files', 'numbers.js', ...FAST, '--json'];
    expect(json(evolve(folder, args)).known).toBe(false);
  });

  it('takes the settings of the nearest file in a monorepo, and names with spaces', () => {
    const folder = repository({
      'evolve.yaml': 'fitness: "false"\nfiles: nothing.js\n',
      'pkg/a b/numbers.js': SQUARES['numbers.js'],
      'pkg/a b/the bench.js': SQUARES['bench.js'],
      'pkg/a b/evolve.yaml': '# ours\nfitness: node "the bench.js"\nfiles: numbers.js\nk: 3\n',
    });
    const own = join(folder, 'pkg/a b');
    const begun = json(evolve(own, ['init', ...FAST, '--commit', 'tracked-only', '--save', '--json']));
    expect(begun).toMatchObject({ files: ['pkg/a b/numbers.js'], config: YAML });
    expect(textIn(own, YAML)).toBe(
      '# ours\nfitness: node "the bench.js"\nfiles: numbers.js\nk: 3\nexperiments:\n  commit: tracked-only\n',
    );
    expect(textIn(folder, '.evolve/project.md')).toContain('in pkg/a b');
  });

  it.skipIf(!terminals)('asks on a terminal for what is missing', async () => {
    const folder = repository({ ...SQUARES, Makefile: 'bench:\n\t@node bench.js\n' });
    const screen = terminal(folder, ['init', '--unchecked']);
    await screen.shows('1 make -s bench');
    await screen.shows('[1]: ');
    screen.type('\n');
    await screen.shows('Which files may change?');
    screen.type('\n');
    await screen.shows('Is a higher or a lower score better?');
    screen.type('sideways\n');
    await screen.shows('neither max nor min');
    screen.type('max\n');
    const { code, stdout } = await screen.ended;
    expect(stdout).toContain('Run r1 is open');
    expect(code).toBe(0);
    expect(textIn(folder, YAML)).toMatch(/fitness: make -s bench\n[\s\S]*numbers\.js\n[\s\S]*direction: max\n/);
  });
});

describe('evolve config', () => {
  const begun = () => {
    const folder = repository({
      ...SQUARES,
      'evolve.yaml': '# ours\nfitness: node bench.js # the one\nfiles: numbers.js\n',
    });
    json(evolve(folder, ['init', ...FAST, '--json']));
    return folder;
  };

  it('sets what may change in the file and in the run, and what may not in the file alone', () => {
    const folder = begun();
    const set = (key: string, value: string) => json(evolve(folder, ['config', 'set', key, value, '--json']));
    expect(set('max-attempts', '7')).toMatchObject({ key: 'experiments.max-attempts', adjusted: true, run: 'r1' });
    expect(set('experiments.frontier', 'softmax')).toMatchObject({ adjusted: true });
    expect(set('frontier-params', '{temperature: 0.2}')).toMatchObject({ value: { temperature: 0.2 } });
    expect(set('experiments.frontier', 'argmax')).toMatchObject({ adjusted: true });
    expect(set('direction', 'min')).toMatchObject({ adjusted: false });
    expect(textIn(folder, YAML)).toBe(
      '# ours\nfitness: node bench.js # the one\nfiles: numbers.js\nexperiments:\n  max-attempts: 7\n  frontier: argmax\ndirection: min\n',
    );
    const { settings } = json(evolve(folder, ['config', 'show', '--json']));
    const of = (key: string) => settings.find((one: { key: string }) => one.key === key);
    expect(of('experiments.max-attempts')).toMatchObject({ value: 7, from: YAML });
    expect(of('experiments.frontier')).toMatchObject({ value: 'argmax', from: YAML });
    expect(of('direction')).toMatchObject({ value: 'max', from: 'default' });
    expect(evolve(folder, ['config', 'get', 'max_attempts']).stdout).toBe('7\n');
    expect(evolve(folder, ['config', 'unset', 'frontier']).stdout).toContain('in evolve.yaml and in run r1');
    expect(evolve(folder, ['config', 'get', 'frontier']).stdout).toBe('pareto-per-task\n');
  });

  it('refuses what neither would take, and changes nothing', () => {
    const folder = begun();
    const before = textIn(folder, YAML);
    for (const [key, value, message] of [
      ['max-attempts', '0', 'must be at least 1'],
      ['maxattempts', '3', 'Did you mean experiments.max-attempts?'],
      ['pool', '[a]', 'absolute'],
      ['workspaces', 'pool', 'needs prepared clones'],
      ['pool', '[/no/such/clone]', 'is no folder'],
      ['pool', `["${folder}"]`, 'is this repository'],
      ['frontier-params', '{k: 99}', 'from 1 to 50'],
    ] as const) {
      const { code, stderr } = evolve(folder, ['config', 'set', key, value]);
      expect(stderr).toContain(message);
      expect(code).toBe(2);
    }
    expect(textIn(folder, YAML)).toBe(before);
  });

  it('keeps the place of whoever works: another kind of workspaces is refused', () => {
    const folder = begun();
    json(evolve(folder, ['exp', 'new', '--parent', 'root', '-m', 'try', '--json']));
    const clone = temporary();
    git(clone, 'clone', '-q', folder, '.');
    const { code, stderr } = evolve(folder, ['config', 'set', 'pool', `["${clone}"]`]);
    expect(stderr).toContain('exp_0001 would lose the place');
    expect(code).toBe(2);
    expect(textIn(folder, YAML)).not.toContain('pool');
  });

  it('shows no secret', () => {
    const folder = repository({
      ...SQUARES,
      'evolve.yaml': 'fitness: MY_KEY=s3cr3t-value node bench.js\nfiles: numbers.js\n',
    });
    const { stdout } = evolve(folder, ['config', 'show'], { MY_KEY: 's3cr3t-value' });
    expect(stdout).toContain('fitness');
    expect(stdout).not.toContain('s3cr3t-value');
  });
});
