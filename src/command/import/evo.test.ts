import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contextIn } from '../../../test/fake/context.ts';
import { type EvoFolder, evoFolder, type Flavour } from '../../../test/fake/evo.ts';
import { scoreOf } from '../../domain/compare.ts';
import { COMMITTED, FRONTIER } from '../../domain/experiment.ts';
import type { View } from '../../domain/view.ts';
import { openStore } from '../../journal/journal.ts';
import { command } from './evo.ts';

const temporary = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'galapagos-evo-')));
const folders: string[] = [];
const templates = new Map<Flavour, EvoFolder>();
beforeAll(() => {
  for (const flavour of ['0.3.3', 'newer'] as const)
    templates.set(flavour, evoFolder(join(temporary(), 'repo'), flavour));
});
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
afterAll(() => {
  for (const { root } of templates.values()) rmSync(dirname(root), { recursive: true, force: true });
});

function made(flavour: Flavour = 'newer'): EvoFolder {
  const template = templates.get(flavour);
  if (template === undefined) throw new Error('not made yet');
  const folder = temporary();
  folders.push(folder);
  cpSync(template.root, join(folder, 'repo'), { recursive: true });
  return { ...template, root: join(folder, 'repo') };
}

async function imported<T>(root: string, look: (view: View, result: Awaited<ReturnType<typeof command.run>>) => T) {
  const result = await command.run({ dir: root }, contextIn(root));
  const store = openStore(join(root, '.evolve'));
  try {
    return look(store.journal(result.run).view(), result);
  } finally {
    store.close();
  }
}

const ids = (entries: readonly { readonly proposal: { readonly id: string } }[]): readonly string[] =>
  entries.map(({ proposal }) => proposal.id).sort();

const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

describe('import from evo', () => {
  it.each(['0.3.3', 'newer'] as const)('takes over a run of %s', async (flavour) => {
    const { root } = made(flavour);
    await imported(root, (view, result) => {
      const run = view.run();
      expect(result).toMatchObject({
        experiments: 7,
        best: { id: 'exp_0003', score: 0.8 },
        blocked: false,
        warnings: [],
      });
      expect(run?.config.identity).toMatchObject({ strategy: 'rounds', files: ['agent.txt'] });
      expect(run?.config.fixed).toMatchObject({
        direction: 'max',
        gates: [{ command: 'test -f README.md', phase: 'post' }],
      });
      expect(run?.config.adjustable.experiments).toMatchObject({ attempts: 4, frontier: { kind: 'top-k', k: 3 } });
      expect(run?.statuses).toEqual({
        pending: 1,
        active: 0,
        committed: 3,
        evaluated: 1,
        failed: 1,
        discarded: 1,
        pruned: 0,
      });
      expect(ids(view.top(COMMITTED, 9))).toEqual(['exp_0000', 'exp_0001', 'exp_0003', 'root']);
      expect(ids(view.top(FRONTIER, 9))).toEqual(['exp_0003']);
      expect(view.lineage('exp_0003', 9).map(({ proposal }) => proposal.id)).toEqual([
        'root',
        'exp_0000',
        'exp_0001',
        'exp_0003',
      ]);
      expect(view.entry('exp_0002')?.experiment?.laid).toMatchObject({ reason: 'the wrong way', was: 'evaluated' });
      expect(view.entry('exp_0001')?.experiment?.tags).toEqual(['good']);
      expect(view.nodeGates()).toMatchObject([{ node: 'exp_0001', gate: { name: 'unit/fast', phase: 'post' } }]);
      expect(view.remarks({ kind: 'annotation' }, 9).map(({ text }) => text)).toEqual([
        'less is worse',
        'a is better with more',
      ]);
      expect(view.remarks({ kind: 'note', general: true }, 9).map(({ text }) => text)).toEqual(['all caches are cold']);
      expect(view.remarks({ kind: 'note', experiment: 'exp_0001' }, 9).map(({ text }) => text)).toEqual([
        'a note of one',
      ]);
      expect(view.remarks({ kind: 'infra' }, 9).map(({ text }) => text)).toEqual(['the machine was restarted']);
      const tried = view
        .attempts('exp_0004')
        .map(({ end }) => [end?.outcome, end?.score, end?.gates.map(({ passed }) => passed)]);
      expect(tried).toEqual([
        ['evaluated', 0.6, []],
        ['evaluated', 0.9, [false]],
      ]);
      expect(view.entry('exp_0004')?.experiment).toMatchObject({ spent: 2, attempt: 2 });
      expect(view.entry('exp_0004')?.evaluation).toMatchObject({ outcome: 'invalid', epoch: 1 });
      expect(view.entry('exp_0005')?.evaluation).toMatchObject({ outcome: 'invalid', reason: 'benchmark_exit_1' });
      const seed = view.entry('root')?.evaluation;
      expect(seed === undefined ? null : scoreOf(seed)).toBe(0.5);
      const log = join(root, '.evolve', result.run, 'experiments/exp_0004/attempts/002/benchmark.log');
      expect(readFileSync(log, 'utf8')).toBe('printed by exp_0004 2\n');
    });
    expect(readFileSync(join(root, '.evolve/project.md'), 'utf8')).toBe('# Goal\nmore\n');
  });

  it('keeps the code when evo and its branches are gone', async () => {
    const { root, run } = made();
    const code = await imported(root, (view) =>
      ['exp_0003', 'exp_0004'].map((id) => view.entry(id)?.candidate?.commit ?? ''),
    );
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
    for (const ref of git('for-each-ref', '--format=%(refname)', `refs/heads/evo/${run}/`, 'refs/evo-anchor/').split(
      '\n',
    ))
      if (ref !== '') git('update-ref', '-d', ref);
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '-q', '--prune=now');
    const file = (sha: string) => git('--git-dir=.evolve/git', 'show', `${sha}:agent.txt`);
    expect(code.map(file)).toEqual(['0.8\n', '0.9\n']);
    expect(git('--git-dir=.evolve/git', 'show', `${code[0]}:bench.mjs`)).toContain('EVO_RESULT_PATH');
  });

  it('says of a commit that is gone that it is, and invents no number', async () => {
    const { root, commits } = made();
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
    git('update-ref', '-d', 'refs/heads/evo/run_0000/exp_0003');
    git('update-ref', '-d', 'refs/evo-anchor/run_0000/exp_0003');
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '-q', '--prune=now');
    expect(() => git('cat-file', '-e', commits.exp_0003 ?? '')).toThrow();
    rmSync(join(root, '.evo/run_0000/experiments/exp_0003/attempts/001/diff.patch'));
    await imported(root, (view, { best, warnings }) => {
      expect(best).toEqual({ id: 'exp_0001', score: 0.7 });
      expect(view.entry('exp_0003')).toMatchObject({ experiment: { status: 'discarded' } });
      expect(view.entry('exp_0003')?.candidate).toBeUndefined();
      expect(view.entry('exp_0003')?.experiment?.laid?.reason).toMatch(/evo had it committed with 0.8, but/);
      expect(warnings.join()).toContain('exp_0003');
    });
  });

  it('has epochs that hold', async () => {
    const { root } = made();
    const infra = join(root, '.evo/run_0000/infra_log.json');
    const after = new Date(Date.UTC(2026, 3, 1, 10)).toISOString();
    edit(infra, (text) =>
      JSON.stringify([...JSON.parse(text), { message: 'another score', breaking: true, timestamp: after }]),
    );
    await imported(root, (view, result) => {
      expect(result).toMatchObject({ epoch: 2, blocked: true, best: null });
      expect(view.top(COMMITTED, 9)).toEqual([]);
      expect(view.entry('exp_0003')?.evaluation).toMatchObject({ outcome: 'scored', epoch: 1 });
    });
  });

  it('leaves the scores of evo in their own epoch when asked', async () => {
    const { root } = made();
    const { blocked, epoch, best } = await command.run({ dir: root, newEpoch: true }, contextIn(root));
    expect({ blocked, epoch, best }).toEqual({ blocked: true, epoch: 2, best: null });
  });

  it('begins an epoch with the baseline that evo measured in it', async () => {
    const { root } = made();
    const folder = join(root, '.evo/run_0000');
    const time = (minute: number) => new Date(Date.UTC(2026, 3, 1, 10, minute)).toISOString();
    edit(join(folder, 'infra_log.json'), (text) =>
      JSON.stringify([...JSON.parse(text), { message: 'another score', breaking: true, timestamp: time(0) }]),
    );
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@l', ...args], { cwd: root, encoding: 'utf8' });
    git('checkout', '-q', '-b', 'evo/run_0000/exp_0007', 'main');
    writeFileSync(join(root, 'bench.mjs'), 'console.log(2);\n');
    git('add', '-A');
    git('commit', '-qm', 'evo: exp_0007');
    const commit = git('rev-parse', 'HEAD').trim();
    git('checkout', '-q', 'main');
    edit(join(folder, 'graph.json'), (text) => {
      const graph = JSON.parse(text);
      const { exp_0000: first } = graph.nodes;
      const now = { id: 'exp_0007', commit, score: 2, eval_epoch: 2, created_at: time(1), updated_at: time(2) };
      return JSON.stringify({ ...graph, nodes: { ...graph.nodes, exp_0007: { ...first, ...now } } });
    });
    await imported(root, (view, result) => {
      expect(result).toMatchObject({ epoch: 2, blocked: false, best: { id: 'root', score: 2 } });
      expect(ids(view.top(COMMITTED, 9))).toEqual(['exp_0007', 'root']);
      expect(ids(view.top(FRONTIER, 9))).toEqual(['exp_0007']);
      expect(view.run()?.base.tree).toBe(view.entry('exp_0007')?.candidate?.tree);
    });
  });

  it('reads a score that is no number as none', async () => {
    const { root } = made();
    edit(join(root, '.evo/run_0000/graph.json'), (text) => text.replace('"score": 0.8', '"score": NaN'));
    edit(join(root, '.evo/run_0000/experiments/exp_0003/attempts/001/outcome.json'), (text) =>
      text.replaceAll('"score": 0.8', '"score": NaN'),
    );
    await imported(root, (view, { best }) => {
      expect(best?.id).toBe('exp_0001');
      expect(view.entry('exp_0003')?.experiment?.status).toBe('failed');
    });
  });

  it.each([
    ['no .evo', (root: string) => rmSync(join(root, '.evo'), { recursive: true }), /There is no \.evo in/],
    [
      'a torn graph',
      (root: string) => edit(join(root, '.evo/run_0000/graph.json'), (text) => text.slice(0, 500)),
      /graph\.json is no JSON/,
    ],
    ['no config', (root: string) => rmSync(join(root, '.evo/run_0000/config.json')), /config\.json is missing/],
    [
      'an unknown status',
      (root: string) => edit(join(root, '.evo/run_0000/graph.json'), (text) => text.replace('"pending"', '"dreaming"')),
      /graph\.json can't be read at nodes\.exp_0006\.status/,
    ],
    [
      'a cycle',
      (root: string) =>
        edit(join(root, '.evo/run_0000/graph.json'), (text) =>
          text.replace(/("id": "exp_0000",\s*"parent": )"root"/, '$1"exp_0003"'),
        ),
      /not a tree: exp_0000 is its own ancestor/,
    ],
    [
      'a parent that is not there',
      (root: string) =>
        edit(join(root, '.evo/run_0000/graph.json'), (text) =>
          text.replace(/("id": "exp_0003",\s*"parent": )"exp_0001"/, '$1"exp_0099"'),
        ),
      /exp_0003 has no parent exp_0099/,
    ],
    [
      'a torn outcome',
      (root: string) =>
        edit(join(root, '.evo/run_0000/experiments/exp_0001/attempts/001/outcome.json'), () => '{"outcome": '),
      /outcome\.json is no JSON/,
    ],
  ])('refuses %s in one line and leaves nothing behind', async (_what, harm, message) => {
    const { root } = made();
    harm(root);
    const error = await command.run({ dir: root }, contextIn(root)).then(String, (thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'UserError' });
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain('\n');
    expect(existsSync(join(root, '.evolve'))).toBe(false);
  });

  it('refuses a run that is not there and names those that are', async () => {
    const { root } = made();
    await expect(command.run({ dir: root, evoRun: 'run_0009' }, contextIn(root))).rejects.toThrow('It has run_0000.');
  });
});
