import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { speaker } from '../../test/fake/speaker.ts';
import type { ApplyJob, Version } from '../domain/lane.ts';
import type { Operation } from '../domain/proposal.ts';
import { author } from '../operator/operator.ts';
import { repositoryWith, scratch, sh } from '../workspace/test-kit.ts';
import { findPlace, openRepository, scopeOf } from '../workspace/workspace.ts';
import { localLanes } from './lane.ts';

const never = new AbortController().signal;
const MARKED = 'top\n# EVOLVE-BLOCK-START\nn=1\n# EVOLVE-BLOCK-END\nbottom\n';
const LINES = Array.from({ length: 12 }, (_, index) => `line ${index}`);
const FILES = {
  'src/a.sh': 'echo 1\n',
  'src/lines.txt': `${LINES.join('\n')}\n`,
  'src/marked.sh': MARKED,
  'src/run.sh': 'echo run\n',
  'bench.sh': 'sh src/a.sh\n',
};

/** Lanes on a repository in which this is what the author says, one answer per call. */
async function lanesWith(...answers: readonly string[]) {
  const root = repositoryWith(FILES);
  chmodSync(join(root, 'src/run.sh'), 0o755);
  symlinkSync('a.sh', join(root, 'src/link.sh'));
  sh(root, 'add', '-A');
  sh(root, 'commit', '-qm', 'more');
  const repository = await openRepository(await findPlace(root));
  const base = await repository.base({ dirty: false });
  const folder = scratch();
  mkdirSync(join(folder, 'candidates'));
  const seed = { id: 'gen0-seed', commit: base.commit, tree: base.tree };
  const scope = scopeOf(['src/**'], await repository.files(base.tree));
  const { agent, tasks } = speaker(...answers);
  const lanes = localLanes({
    repository,
    operators: { words: author(agent, { lenses: [], timeoutMs: 1000 }) },
    seed,
    scope,
    inputs: [],
    bind: false,
    width: 1,
    plan: {
      folder: '',
      fitness: 'sh bench.sh',
      files: ['src/a.sh', 'src/lines.txt', 'src/marked.sh', 'src/run.sh'],
      seed: 1,
      gates: [],
      repeat: 1,
      parse: 'auto',
      timeoutMs: 20_000,
      memoryMb: 500,
      slots: { use: (_signal, work) => work({ index: 0, cores: [] }) },
      artifacts: ({ candidate }) => join(folder, 'candidates', candidate.id),
      secrets: [{ name: 'SOME_API_KEY', value: 'sk-0123456789abcdef' }],
    },
    folder: join(folder, 'lanes'),
  });
  onTestFinished(async () => {
    await lanes[Symbol.asyncDispose]();
    repository.close();
  });
  const version = async (id: string, files: Readonly<Record<string, string | null>>): Promise<Version> => {
    const changes = new Map(
      Object.entries(files).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
    );
    return { id, ...(await repository.commit({ parents: [base.commit], onto: base.commit, changes, message: id })) };
  };
  /** What was made, as texts against the first parent. */
  const apply = async (operator: Operation, parents: readonly [Version, ...Version[]] = [seed], attempt = 0) => {
    const made = await lanes.apply(jobOf(operator, parents, attempt), never);
    if (made.kind !== 'changed') return { ...made, files: {} };
    const changes = await repository.changes(parents[0].tree, made.tree);
    const texts = changes.map(async ({ path, after }) => {
      const text = after === undefined ? null : (await repository.blob(after.sha)).toString('utf8');
      return [path, after?.mode === '100755' ? `${text} (executable)` : text] as const;
    });
    return { ...made, files: Object.fromEntries(await Promise.all(texts)) };
  };
  return { apply, version, seed, tasks };
}

function jobOf(operator: Operation, parents: readonly [Version, ...Version[]], attempt: number): ApplyJob {
  const [first, ...others] = parents.map(({ id }) => id);
  const facts = parents.map(({ id }) => ({ id, score: 1, summary: '', refused: [] }));
  const brief = { objective: '', boundaries: [], pointers: [] };
  const place = { id: 'gen2-1', batch: 2, ord: 1, home: 'population', operator, by: 'words' };
  const about = { fitness: 'sh bench.sh', direction: 'max', scope: ['src/**'], baseline: 1, best: 1 } as const;
  return {
    proposal: { ...place, parents: [first ?? '', ...others], inspirations: [], brief },
    parents,
    seed: 1,
    attempt,
    dossier: { ...about, parents: facts, tried: [], inspirations: [] },
  };
}

const file = (path: string, text: string): string => `${path}\n\n\`\`\`\n${text}\`\`\`\n\n`;

describe('an author without a worktree', () => {
  it('changes, adds and deletes files in scope; an executable one stays so', async () => {
    const { apply } = await lanesWith(
      `${file('src/run.sh', 'echo faster\n')}${file('src/new/b.sh', 'echo 2\n')}DELETE src/a.sh\n\nMoved a\n`,
    );
    expect(await apply('mutate')).toMatchObject({
      kind: 'changed',
      summary: 'Moved a',
      refused: [],
      files: { 'src/run.sh': 'echo faster\n (executable)', 'src/new/b.sh': 'echo 2\n', 'src/a.sh': null },
    });
  });

  it('changes nothing outside the scope or the markers, plants nothing and gives no secret away, and it is told', async () => {
    const { apply } = await lanesWith(
      [
        file('src/a.sh', 'echo 9\n'),
        file('bench.sh', 'echo 99\n'),
        file('src/marked.sh', MARKED.replace('top', 'hacked').replace('n=1', 'n=2')),
        file('src/conftest.py', 'x\n'),
        file('src/key.txt', 'sk-0123456789abcdef\n'),
      ].join(''),
    );
    const made = await apply('mutate');
    expect(made).toMatchObject({
      files: { 'src/a.sh': 'echo 9\n', 'src/marked.sh': MARKED.replace('n=1', 'n=2') },
    });
    expect(made.kind === 'changed' && Object.keys(made.files)).toHaveLength(2);
    expect(made.kind === 'changed' && Object.fromEntries(made.refused.map((one) => [one.path, one.reason]))).toEqual({
      'bench.sh': 'outside the scope (src/**)',
      'src/conftest.py': 'a new file that would configure the tools that measure',
      'src/marked.sh': 'text outside its EVOLVE-BLOCK markers',
      'src/key.txt': 'it holds the value of SOME_API_KEY',
    });
  });

  it('does not replace a link', async () => {
    const answer = file('src/link.sh', 'echo 9\n');
    const { apply } = await lanesWith(answer, answer);
    expect(await apply('mutate')).toMatchObject({ kind: 'unchanged', reason: expect.stringContaining('src/link.sh') });
  });

  it('that has nothing usable to say twice is unchanged, with the reason', async () => {
    const { apply, tasks } = await lanesWith('I would not change a thing.', 'Really.');
    expect(await apply('mutate')).toMatchObject({ kind: 'unchanged', reason: expect.stringContaining('no file') });
    expect(tasks).toHaveLength(2);
  });
});

describe('two parents', () => {
  const edited = (at: number, text: string) =>
    `${LINES.map((line, index) => (index === at ? text : line)).join('\n')}\n`;

  it('that merge are their child, without the agent', async () => {
    const { apply, version, tasks } = await lanesWith();
    const one = await version('gen1-1', { 'src/lines.txt': edited(1, 'one'), 'src/a.sh': null });
    const two = await version('gen1-2', { 'src/lines.txt': edited(9, 'nine'), 'src/new.sh': 'echo 3\n' });
    expect(await apply('cross', [one, two])).toMatchObject({
      kind: 'changed',
      summary: 'merged gen1-1 and gen1-2',
      drawn: true,
      files: { 'src/lines.txt': edited(1, 'one').replace('line 9', 'nine'), 'src/new.sh': 'echo 3\n' },
    });
    expect(tasks).toHaveLength(0);
  });

  it('one of which has all of the other are the agent’s', async () => {
    const { apply, version, tasks } = await lanesWith(file('src/a.sh', 'echo 5\n'));
    const one = await version('gen1-1', { 'src/lines.txt': edited(1, 'one') });
    const two = await version('gen1-2', { 'src/lines.txt': edited(1, 'one'), 'src/a.sh': 'echo 2\n' });
    expect(await apply('cross', [one, two])).toMatchObject({ files: { 'src/a.sh': 'echo 5\n' } });
    expect(tasks).toHaveLength(1);
  });

  it('that conflict are shown merged, and what merged by itself is kept', async () => {
    const { apply, version, tasks } = await lanesWith(file('src/lines.txt', edited(1, 'both')));
    const one = await version('gen1-1', { 'src/lines.txt': edited(1, 'one') });
    const two = await version('gen1-2', { 'src/lines.txt': edited(1, 'two'), 'src/a.sh': 'echo 2\n' });
    expect(await apply('cross', [one, two])).toMatchObject({
      kind: 'changed',
      files: { 'src/lines.txt': edited(1, 'both'), 'src/a.sh': 'echo 2\n' },
    });
    expect(tasks[0]?.prompt.text).toMatch(/<<<<<<< gen1-1\none\n=======\ntwo\n>>>>>>> gen1-2/);
    expect(tasks[0]?.prompt.text).toContain('echo 2');
  });

  it('of which one has a folder where the other has a file are the agent’s', async () => {
    const { apply, version, tasks } = await lanesWith(file('src/run.sh', 'echo 5\n'));
    const one = await version('gen1-1', { 'src/x': 'file\n' });
    const two = await version('gen1-2', { 'src/x/y': 'below\n' });
    expect(await apply('cross', [one, two])).toMatchObject({ files: { 'src/run.sh': 'echo 5\n (executable)' } });
    expect(tasks[0]?.prompt.text).toMatch(/could not be merged[^\n]*\n- src\/x\/y/);
  });
});
