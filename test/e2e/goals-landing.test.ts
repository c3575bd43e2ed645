import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { goalsRun, goalsStart, type Lab, ledgerOf, shop } from './goals-lab.ts';
import { fingerprint, git as gitText, json, temporary, until, write } from './support.ts';

const BRANCH = 'evolve/goals';

const git = (folder: string, ...args: string[]): string => gitText(folder, ...args).trim();
/** Lessons are the user's to keep. */
const status = (folder: string): string => git(folder, 'status', '--porcelain', '--', ':!.agents/learnings');

/** All but what is ours to write: our files, the branch, and what it is made of. */
const OURS = /^(\.agents|\.evolve|\.git\/(objects|(logs\/)?refs\/(heads\/)?evolve))\//;
const own = (folder: string) =>
  Object.fromEntries(Object.entries(fingerprint(folder)).filter(([path]) => !OURS.test(path)));

/** Lets a step of an agent wait until something was done to the repository. */
async function meanwhile(lab: Lab, args: readonly string[], step: string, act: () => void) {
  const hold = temporary();
  writeFileSync(join(hold, step), '');
  const running = goalsStart(lab, [...args, ...lab.agent('author', { hold })]);
  await until(() => existsSync(join(hold, `${step}.waiting`)));
  act();
  rmSync(join(hold, step));
  return running.ended;
}

test('a night on a branch of its own leaves the user’s alone, and can be merged in the morning', () => {
  const lab = shop();
  const before = own(lab.folder);
  const head = git(lab.folder, 'rev-parse', 'HEAD');
  const ended = json(goalsRun(lab, '--max-cycles', '3', ...lab.agent('author')));
  expect(ended).toMatchObject({ landed: 3, stop: { cause: 'cycles' } });
  expect(ended.report).toContain(
    '## evolve complete\nCycles: 3 | Productive: 3 | Regressed: 0 (not landed) | Idle: 0\n',
  );
  expect(own(lab.folder)).toEqual(before);
  expect(git(lab.folder, 'rev-parse', 'HEAD')).toBe(head);
  expect(status(lab.folder)).toBe('');
  const subjects = git(lab.folder, 'log', '--format=%an: %s', `HEAD..${BRANCH}`).split('\n');
  expect(subjects).toHaveLength(6);
  expect(subjects.filter((line) => line.startsWith('Ada: evolve: cycle '))).toHaveLength(3);
  expect(ledgerOf(lab, BRANCH)).toEqual(ledgerOf(lab));
  for (const { canonical_sha: sha } of ledgerOf(lab)) git(lab.folder, 'cat-file', '-e', `${sha}^{commit}`);
  const listed = git(lab.folder, 'ls-tree', '-r', '--name-only', BRANCH, '.agents/').split('\n');
  expect(listed).toEqual([
    '.agents/evolve/cycle-history.jsonl',
    expect.stringMatching(/^\.agents\/evolve\/fitness-baselines\/goals-[0-9a-f]{12}\/.*\.json$/),
  ]);
  const page = (name: string) => readFileSync(join(lab.folder, '.agents/evolve', name), 'utf8');
  expect(page('session-fitness-delta.md')).toContain('3 improved, 0 regressed, 3 unchanged');
  expect(page('session-summary.md')).toContain('Stop reason: max-cycles');
  git(lab.folder, 'merge', '-q', BRANCH);
  expect(status(lab.folder)).toBe('');
  expect(ledgerOf(lab)).toHaveLength(3);
});

test('--land commit moves what is checked out, with its files, and keeps the user’s own', () => {
  const lab = shop();
  write(lab.folder, { 'notes.txt': 'mine' });
  const head = git(lab.folder, 'rev-parse', 'HEAD');
  const ended = json(goalsRun(lab, '--max-cycles', '2', '--land', 'commit', ...lab.agent('author')));
  expect(ended).toMatchObject({ landed: 2 });
  expect(git(lab.folder, 'rev-list', '--count', `${head}..HEAD`)).toBe('4');
  expect(status(lab.folder)).toBe('?? notes.txt');
  expect(readFileSync(join(lab.folder, 'lib/sort.sh'), 'utf8')).not.toContain(' \n');
  expect(git(lab.folder, 'branch', '--list', BRANCH)).toBe('');
});

test('work is brought to where the branch has gone meanwhile, and held to everything again', async () => {
  const lab = shop();
  const args = ['--max-cycles', '1', '--land', 'commit'];
  const result = await meanwhile(lab, args, 'author', () => {
    write(lab.folder, { 'docs/own.md': 'mine\n' });
    git(lab.folder, 'add', 'docs/own.md');
    git(lab.folder, 'commit', '-q', '-m', 'my own');
  });
  expect(json(result)).toMatchObject({ landed: 1 });
  expect(git(lab.folder, 'log', '--format=%s', '-3').split('\n')[2]).toBe('my own');
  expect(readFileSync(join(lab.folder, 'docs/own.md'), 'utf8')).toBe('mine\n');
  expect(status(lab.folder)).toBe('');
});

test('where the user works in the folder it says so, lands nothing, and goes on when told to', async () => {
  const lab = shop();
  const args = ['--max-cycles', '1', '--land', 'commit'];
  const head = git(lab.folder, 'rev-parse', 'HEAD');
  const result = await meanwhile(lab, args, 'author', () => write(lab.folder, { 'docs/manual.md': 'being edited\n' }));
  expect(result.code).not.toBe(0);
  expect(result.stdout + result.stderr).toContain('uncommitted changes in docs/manual.md');
  expect(git(lab.folder, 'rev-parse', 'HEAD')).toBe(head);
  expect(readFileSync(join(lab.folder, 'docs/manual.md'), 'utf8')).toBe('being edited\n');
  git(lab.folder, 'checkout', '-q', '--', 'docs/manual.md');
  expect(json(goalsRun(lab, '--max-cycles', '2', '--land', 'commit', ...lab.agent('author')))).toMatchObject({
    landed: 1,
  });
});

test('nothing is pushed unless that is asked for', () => {
  const lab = shop();
  const remote = join(temporary(), 'remote.git');
  mkdirSync(remote);
  git(remote, 'init', '-q', '--bare');
  git(lab.folder, 'remote', 'add', 'origin', remote);
  goalsRun(lab, '--max-cycles', '1', ...lab.agent('author'));
  expect(git(remote, 'for-each-ref')).toBe('');
  goalsRun(lab, '--fresh', '--max-cycles', '1', '--push', ...lab.agent('author'));
  expect(git(remote, 'rev-parse', BRANCH)).toBe(git(lab.folder, 'rev-parse', BRANCH));
});
