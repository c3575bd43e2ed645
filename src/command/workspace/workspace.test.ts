import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contextIn } from '../../../test/fake/context.ts';
import { scored } from '../../../test/fake/scored.ts';
import { COMMITTED } from '../../domain/experiment.ts';
import { openStore } from '../../journal/journal.ts';
import { tryLock } from '../../lib/lock.ts';
import { sh, startingRepository, write } from '../../workspace/test-kit.ts';
import { findPlace, openRepository, openWorkplaces, scopeOf } from '../../workspace/workspace.ts';
import { attempted, begin, labConfig } from '../exp/lab.fixture.ts';
import { parseOptions } from '../option.ts';
import { claimsFolder } from '../place.ts';
import { COMMANDS } from '../registry.ts';

/** A repository with experiments, one of which has a workspace. */
async function lab() {
  const user = startingRepository();
  const repository = await openRepository(await findPlace(user));
  const base = await repository.base({ dirty: false });
  const store = openStore(repository.state.dir);
  const journal = store.journal('r1');
  const config = labConfig();
  const identity = { ...config.identity, files: ['src', 'algo.py'] };
  const place = { batch: 0, ord: 0, home: COMMITTED, operator: 'seed' as const, by: 'user' };
  const brief = { boundaries: [], pointers: [], objective: '' };
  journal.append(() => [
    { type: 'opened', config: { ...config, identity }, base },
    { type: 'proposed', proposal: { id: 'root', ...place, parents: ['root'], inspirations: [], brief } },
    { type: 'applied', candidate: { id: 'root', proposal: 'root', parents: [], ...base, summary: '' } },
    { type: 'evaluated', candidate: 'root', evaluation: { ...scored(1), epoch: 1 } },
    { type: 'placed', proposal: 'root', placement: { kind: 'kept', home: COMMITTED, evicted: [] } },
  ]);
  const scope = scopeOf(identity.files, await repository.files(base.tree));
  const places = openWorkplaces(repository, {
    ...{ run: 'r1', base, scope, inputs: [], folder: '', places: { kind: 'worktree' } },
  });
  const exp = begin(journal, 'root', 'a heap');
  const leased = await places.lease(exp, { id: 'root', ...base }, []);
  if (leased.kind !== 'leased') throw new Error(leased.reason);
  journal.append(() => [{ type: 'leased', experiment: exp, place: leased.lease }]);
  onTestFinished(() => {
    store.close();
    repository.close();
  });
  const at = places.folder(leased.lease) ?? '';
  const call = async (verb: string, raw: Readonly<Record<string, unknown>> = {}, cwd = user, input?: string) => {
    const command = await COMMANDS.find(({ name }) => name === verb)?.load();
    if (command === undefined) throw new Error(`there is no verb ${verb}`);
    const context = contextIn(cwd, input);
    const result = await command.run(parseOptions(command.options, raw), context);
    const { directives: _none, ...document } = JSON.parse(JSON.stringify(command.document?.(result)));
    return { document, text: String(command.text?.(result, context)), code: command.exitCode?.(result) ?? 0 };
  };
  return { user, at, exp, journal, stateDir: repository.state.dir, call };
}

test('the files of a workspace are read, written, edited and found, from anywhere', async () => {
  const { at, exp, call } = await lab();
  expect((await call('exp read', { exp, path: 'algo.py' })).document).toEqual({ path: 'algo.py', content: 'seed' });
  await call('exp write', { exp, path: 'src/new é/b.py', content: '' });
  await call('exp write', { exp, path: 'algo.py' }, join(at, 'src'), 'one two one\n');
  await expect(call('exp edit', { exp, path: 'algo.py', old: 'one', new: '1' })).rejects.toThrow('2 times');
  await expect(call('exp edit', { exp, path: 'algo.py', old: 'nine', new: '1' })).rejects.toThrow('not in algo.py');
  await expect(call('exp edit', { exp, path: 'algo.py', old: 'two' })).rejects.toThrow('--new TEXT');
  const json = '{"old": "one", "new": "$1", "replace_all": true}';
  const edited = await call('exp edit', { exp, path: 'algo.py', jsonStdin: true }, at, json);
  expect(edited.document).toEqual({ path: 'algo.py', replaced: 2 });
  expect((await call('exp read', { exp, path: join(at, 'algo.py') })).text).toBe('$1 two $1\n');
  const globbed = await call('exp glob', { exp, pattern: '**/*.py', in: 'src' });
  expect(globbed.document).toEqual({ paths: ['src/a.py', 'src/b.py', 'src/new é/b.py'], found: 3 });
  const found = await call('exp grep', { exp, pattern: 'tw(o|in)' });
  expect(found.document).toEqual({ hits: [{ path: 'algo.py', line: 1, text: '$1 two $1' }], found: 1 });
  expect((await call('exp grep', { exp, pattern: 'none' })).text).toBe('No line matches.');
  await expect(call('exp grep', { exp, pattern: '(' })).rejects.toThrow('pattern');
});

test('a command has its own code, its output bounded, and no more time than it was given', async () => {
  const { exp, call, at } = await lab();
  const ran = await call('exp bash', { exp, command: 'x=(b); echo "$x"; pwd; echo no >&2; exit 3' });
  expect(ran).toMatchObject({ document: { stdout: `b\n${at}\n`, stderr: 'no\n', code: 3, truncated: false }, code: 3 });
  const much = await call('exp bash', { exp, command: 'yes | head -c 3000000' });
  expect(much.document).toMatchObject({ code: 0, truncated: true });
  expect(much.document.stdout.length).toBeLessThanOrEqual(1024 * 1024);
  const long = await call('exp bash', { exp, command: 'sleep 60', timeout: '200ms' });
  expect(long).toMatchObject({ document: { code: null }, code: 124, text: expect.stringContaining('--timeout') });
});

test('nothing outside a workspace is touched, and what is no text is told', async () => {
  const { exp, call, at, user } = await lab();
  symlinkSync('/etc', join(at, 'etc'));
  symlinkSync(join(user, 'algo.py'), join(at, 'src/link.py'));
  symlinkSync('nowhere', join(at, 'src/dangling'));
  writeFileSync(join(at, 'bytes'), Buffer.from([0xff, 0xfe, 1]));
  writeFileSync(join(at, 'huge'), 'x'.repeat(2 * 1024 * 1024));
  const outside = [
    '../exp_0002/a',
    '/etc/passwd',
    'etc/passwd',
    'src/link.py',
    join(user, 'algo.py'),
    '~/../../x/../../y',
  ];
  for (const path of outside) {
    await expect(call('exp write', { exp, path, content: 'x' }), path).rejects.toThrow('outside the workspace');
    await expect(call('exp read', { exp, path }), path).rejects.toThrow('outside the workspace');
  }
  await expect(call('exp glob', { exp, pattern: '*', in: '..' })).rejects.toThrow('outside');
  await expect(call('exp grep', { exp, pattern: 'x', in: 'etc' })).rejects.toThrow('outside');
  await expect(call('exp write', { exp, path: '.git/config', content: 'x' })).rejects.toThrow('belongs to git');
  await expect(call('exp write', { exp, path: 'src/dangling', content: 'x' })).rejects.toThrow('link to nothing');
  await expect(call('exp write', { exp, path: 'algo.py/x', content: 'x' })).rejects.toThrow(
    "algo.py/x can't be written",
  );
  await expect(call('exp read', { exp, path: 'bytes' })).rejects.toThrow('no text');
  await expect(call('exp read', { exp, path: 'huge' })).rejects.toThrow('larger than 1 MB');
  await expect(call('exp read', { exp, path: 'src' })).rejects.toThrow('is a folder');
  await expect(call('exp read', { exp, path: 'none.py' })).rejects.toThrow('There is no file none.py');
});

test('an experiment is always named, and one without a workspace says what to do', async () => {
  const { exp, call, journal } = await lab();
  await expect(call('exp read', { path: 'algo.py' })).rejects.toThrow(
    `--exp is required: which experiment? These have a workspace: ${exp}`,
  );
  await expect(call('exp bash', { exp: 'exp_0009', command: 'ls' })).rejects.toThrow('There is no experiment exp_0009');
  await expect(call('exp bash', { exp: 'root', command: 'ls' })).rejects.toThrow('evolve exp new --parent root');
  await call('workspace release', { which: exp });
  journal.append(() => [{ type: 'discarded', experiment: exp, reason: 'no' }]);
  await expect(call('exp read', { exp, path: 'algo.py' })).rejects.toThrow(
    `${exp} was discarded, and its workspace is gone`,
  );
});

test('who has a workspace is told, and it is given back unless somebody measures there', async () => {
  const { exp, call, at, stateDir, journal } = await lab();
  expect((await call('workspace status')).document).toEqual({
    kind: 'worktree',
    commit: 'all',
    workspaces: [
      { workspace: `.evolve/r1/worktrees/${exp}`, experiment: exp, status: 'pending', measuring: false, changed: 0 },
    ],
  });
  write(at, { 'algo.py': 'x' });
  expect((await call('workspace status', {}, at)).text).toContain('1 changed');
  const claim = tryLock(join(claimsFolder(stateDir, 'r1'), `${exp}.claim`));
  await expect(call('workspace release', { which: exp })).rejects.toThrow(`evolve exp abort ${exp}`);
  claim?.release('remove');
  await expect(call('workspace release', { which: 'exp_0007' })).rejects.toThrow('evolve workspace status');
  await expect(call('workspace release', { which: at, committed: true })).rejects.toThrow('choose one');
  expect((await call('workspace release', { committed: true })).document).toEqual({ released: [] });
  expect((await call('workspace release', { which: at })).document).toEqual({
    released: [{ experiment: exp, workspace: `.evolve/r1/worktrees/${exp}` }],
  });
  expect(existsSync(at)).toBe(false);
  expect(journal.view().entry(exp)?.experiment?.place).toBeUndefined();
  expect((await call('workspace status')).text).toContain('evolve exp new');
});

test('those of committed experiments are given back together', async () => {
  const { exp, call, at, journal } = await lab();
  attempted(journal, exp, { outcome: 'committed', score: 2 });
  expect((await call('workspace release', { committed: true })).document.released).toMatchObject([{ experiment: exp }]);
  expect(existsSync(at)).toBe(false);
});

test('evolve called inside a workspace acts on the repository that it was made for', async () => {
  const { at, exp, call, user } = await lab();
  mkdirSync(join(at, 'src/deep'));
  expect((await call('exp read', { exp, path: 'algo.py' }, join(at, 'src/deep'))).text).toBe('seed');
  for (const garbage of ['{', '{}', '{"root": 1, "run": 2}', JSON.stringify({ root: '/nowhere', run: 'r1' })]) {
    write(at, { '.git/evolve': garbage });
    await expect(call('exp read', { exp, path: 'algo.py' }, at), garbage).rejects.toThrow('evolve init');
  }
  rmSync(join(at, '.git'), { recursive: true });
  expect((await call('exp read', { exp, path: 'algo.py' }, at)).text).toBe('seed');
  expect(sh(user, 'status', '--porcelain')).toBe('');
});
