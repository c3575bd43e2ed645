import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { repositoryWith, scratch, sh, write } from '../workspace/test-kit.ts';
import { LEDGER } from './files.ts';
import { keepOutOfGit } from './ignore.ts';
import { deskAt, known, landing, lineAt, made } from './landing.fixture.ts';
import { ledgerFacts } from './ledger/facts.ts';
import { joinLedgers } from './ledger/join.ts';
import { bringLedger } from './ledger/landed.ts';
import { appendLine, ledgerIn, readLedger } from './ledger/ledger.ts';
import { encodeLine } from './ledger/line.ts';

beforeEach(() => {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
});

const start = { 'a.js': '1', 'b.js': '1' };
const world = () => known(repositoryWith(start));
const local = (root: string) => readFileSync(join(root, LEDGER), 'utf8');
const idle = (cycle: number) => {
  const { goalsPassing, goalsTotal, source, ...line } = lineAt(cycle, { target: 'idle', result: 'unchanged' });
  return line;
};

describe.each(['branch', 'commit'] as const)('a cycle that lands on a %s', (how) => {
  const branch = how === 'commit' ? 'main' : 'evolve/goals';

  it('takes the ledger along, with the lines that did not land by themselves', async () => {
    const root = world();
    const desk = await deskAt(root, { ladder: { land: how } });
    await appendLine(root, idle(1), ledgerFacts(desk.repository));
    const answer = await landing(desk, await made(desk, { 'a.js': '2' }), lineAt(2));
    const [log, work] = sh(root, 'rev-list', '-2', branch).split('\n');
    expect(answer).toEqual({ kind: 'landed', canonical: work, log });
    expect(local(root)).toBe(`${sh(root, 'show', `${branch}:${LEDGER}`)}\n`);
    const { lines } = readLedger(root);
    expect(lines).toMatchObject([
      { cycle: 1, target: 'idle' },
      { cycle: 2, target: 'lint', canonicalSha: work, cycleStartSha: sh(root, 'rev-parse', `${work}^`) },
    ]);
    expect(sh(root, 'log', '-2', '--format=%s', branch)).toBe('evolve: cycle 2 -- lint improved\nFix 2');
    const next = await landing(desk, await made(desk, { 'a.js': '3' }), lineAt(3));
    expect(next).toMatchObject({ kind: 'landed' });
    expect(readLedger(root).lastCycle).toBe(3);
    expect(sh(root, 'status', '--porcelain', '--untracked-files=no')).toBe('');
  });

  it('is the same when it is asked again, and mends what was killed after it had landed', async () => {
    const root = world();
    const desk = await deskAt(root, { ladder: { land: how } });
    const versions = await made(desk, { 'a.js': '2' });
    const answer = await landing(desk, versions, lineAt(1));
    const ledger = local(root);
    rmSync(join(root, LEDGER));
    expect(await landing(desk, versions, lineAt(1))).toEqual(answer);
    expect(local(root)).toBe(ledger);
    expect(sh(root, 'rev-list', '--count', branch)).toBe('3');
  });

  it('takes new baselines along, and leaves those that are there', async () => {
    const root = world();
    const desk = await deskAt(root, { ladder: { land: how } });
    const at = (name: string) => `.agents/evolve/fitness-baselines/goals-abc/${name}`;
    write(root, { [at('1.json')]: 'one', [at('.draft')]: 'd', [at('notes.txt')]: 'n' });
    await landing(desk, await made(desk, { 'a.js': '2' }), lineAt(1));
    const listed = () => sh(root, 'ls-tree', '-r', '--name-only', branch, '.agents/').split('\n');
    expect(listed()).toEqual([LEDGER, at('1.json')]);
    write(root, { [at('1.json')]: 'changed', [at('2.json')]: 'two' });
    await landing(desk, await made(desk, { 'a.js': '3' }), lineAt(2));
    expect(listed()).toEqual([LEDGER, at('1.json'), at('2.json')]);
    expect(sh(root, 'show', `${branch}:${at('1.json')}`)).toBe('one');
    expect(readFileSync(join(root, at('1.json')), 'utf8')).toBe('changed');
  });
});

describe('landing', () => {
  it('refuses a line that does not follow, and a change of notes alone', async () => {
    const root = world();
    const desk = await deskAt(root);
    const versions = await made(desk, { 'a.js': '2' });
    const refused = (reason: RegExp) => ({ kind: 'refused', reason: expect.stringMatching(reason) });
    expect(await landing(desk, versions, lineAt(7))).toEqual(refused(/ledger is at cycle 0.*begin a new session/));
    const notes = await made(desk, { '.agents/notes.md': 'n' });
    expect(await landing(desk, notes, lineAt(1))).toEqual(refused(/nothing but notes and goals changed/));
    expect(sh(root, 'branch', '--list', 'evolve/goals')).toBe('');
    expect(existsSync(join(root, LEDGER))).toBe(false);
  });

  it('can be merged by the user in the morning', async () => {
    const root = world();
    const desk = await deskAt(root);
    keepOutOfGit(root);
    await landing(desk, await made(desk, { 'a.js': '2' }), lineAt(1));
    expect(sh(root, 'status', '--porcelain')).toBe('');
    sh(root, 'merge', '-q', 'evolve/goals');
    expect(sh(root, 'status', '--porcelain')).toBe('');
    expect(readLedger(root).lastCycle).toBe(1);
  });

  it('finds a ledger again that was lost with a checkout, or never was there', async () => {
    const root = world();
    const desk = await deskAt(root);
    await bringLedger(desk);
    expect(existsSync(join(root, LEDGER))).toBe(false);
    await landing(desk, await made(desk, { 'a.js': '2' }), lineAt(1));
    const ledger = local(root);
    rmSync(join(root, LEDGER));
    await bringLedger(desk);
    expect(local(root)).toBe(ledger);
    await appendLine(root, idle(2), ledgerFacts(desk.repository));
    const more = local(root);
    await bringLedger(desk);
    expect(local(root)).toBe(more);
  });
});

describe('two ledgers', () => {
  const text = (...lines: readonly (readonly [number, string])[]) =>
    lines.map(([cycle, target]) => `${encodeLine({ ...idle(cycle), target })}\n`).join('');

  it.each([
    ['', ''],
    [text([1, 'idle'], [2, 'idle']), text([1, 'idle'])],
    [`odd\n${text([1, 'idle'])}`, `odd\n`],
  ])('are the first where that has all', (mine, landed) => {
    expect(joinLedgers(mine, landed)).toBe(mine);
  });

  it('are what has landed, then what came later', () => {
    const landed = text([1, 'a'], [2, 'b']);
    expect(joinLedgers('', landed)).toBe(landed);
    expect(joinLedgers(text([1, 'a'], [2, 'x'], [3, 'y']), landed)).toBe(landed + text([3, 'y']));
    expect(ledgerIn(joinLedgers(text([3, 'y']), landed)).lines.map(({ cycle }) => cycle)).toEqual([1, 2, 3]);
  });
});

describe('pushing', () => {
  const remote = (): string => {
    const folder = join(scratch(), 'remote.git');
    mkdirSync(folder);
    sh(folder, 'init', '-q', '--bare');
    return folder;
  };

  it('goes to origin under its own name, or to the upstream, and only when asked', async () => {
    const root = world();
    const [origin, other] = [remote(), remote()];
    sh(root, 'remote', 'add', 'origin', origin);
    sh(root, 'remote', 'add', 'other', other);
    const desk = await deskAt(root);
    await landing(desk, await made(desk, { 'a.js': '2' }), lineAt(1));
    expect(sh(origin, 'for-each-ref')).toBe('');
    const first = await landing(desk, await made(desk, { 'a.js': '3' }), lineAt(2), true);
    expect(first).toEqual({ kind: 'landed', canonical: expect.any(String), log: expect.any(String) });
    expect(sh(origin, 'rev-parse', 'evolve/goals')).toBe(sh(root, 'rev-parse', 'evolve/goals'));
    sh(root, 'config', 'branch.evolve/goals.remote', 'other');
    sh(root, 'config', 'branch.evolve/goals.merge', 'refs/heads/nightly');
    await landing(desk, await made(desk, { 'a.js': '4' }), lineAt(3), true);
    expect(sh(other, 'rev-parse', 'nightly')).toBe(sh(root, 'rev-parse', 'evolve/goals'));
    expect(sh(origin, 'rev-list', '--count', 'evolve/goals')).toBe('5');
  });

  it('warns where it fails, and nothing else comes of it', async () => {
    const root = world();
    const desk = await deskAt(root);
    const lost = await landing(desk, await made(desk, { 'a.js': '2' }), lineAt(1), true);
    expect(lost).toMatchObject({ kind: 'landed', warning: expect.stringMatching(/no|neither/) });
    const origin = remote();
    sh(root, 'remote', 'add', 'origin', origin);
    const hook = join(origin, 'hooks/pre-receive');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho not tonight\nexit 1\n', { mode: 0o755 });
    const refused = await landing(desk, await made(desk, { 'a.js': '3' }), lineAt(2), true);
    expect(refused).toMatchObject({ kind: 'landed', warning: expect.stringMatching(/not pushed to origin/) });
    expect(readLedger(root).lastCycle).toBe(2);
  });
});
