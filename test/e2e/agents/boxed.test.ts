import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isolation } from '../../../src/workspace/workspace.ts';
import { always } from '../../fake/model/scripts.mjs';
import { served } from '../model.ts';
import { fingerprint, git, json, repository, SHELL_SQUARES, start, temporary, write } from '../support.ts';

const required = process.env.GALAPAGOS_REQUIRE === 'all';
const level = await isolation();
const noNamespaces = level === 'group' && !required;
const noBubblewrap = level !== 'bubblewrap' && !required;

const HIDDEN = 'nobody may see this line';
const KEYS = { ANTHROPIC_API_KEY: 'sk-ant-0123456789', OPENAI_API_KEY: 'sk-oai-0123456789', MY_TOKEN: 'abcdefghijkl' };

const HOME = {
  '.claude/settings.json': '{}\n',
  '.claude/CLAUDE.md': 'Be kind.\n',
  '.claude.json': '{"mine":1}\n',
  '.codex/config.toml': 'model = "gpt-5.5"\n',
  '.codex/auth.json': '{}\n',
  '.ssh/id_ed25519': HIDDEN,
  '.netrc': HIDDEN,
  'notes.txt': HIDDEN,
};

/** What an agent of this name sees and can do in its sandbox. */
async function look(agent: 'claude' | 'codex', tools: Readonly<Record<string, string>> = {}) {
  const server = await served(always({ text: '' }));
  const folder = repository({ ...SHELL_SQUARES, 'held.sh': 'cat held-out.txt >/dev/null && sh bench.sh\n' });
  // On another branch: not of the code that is evolved.
  git(folder, 'checkout', '-qb', 'private');
  write(folder, { 'diary.txt': `${HIDDEN}\n` });
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'diary');
  git(folder, 'checkout', '-q', 'main');
  const place = temporary();
  const [home, tmp, bin] = [join(place, 'home'), join(place, 'tmp'), join(place, 'bin')];
  for (const one of [home, tmp, bin]) mkdirSync(one);
  write(home, HOME);
  write(tmp, { 'others.txt': HIDDEN });
  const held = join(place, 'held-out.txt');
  writeFileSync(held, HIDDEN);
  copyFileSync(join(import.meta.dirname, '../../fake/onlooker.mjs'), join(bin, `${agent}.mjs`));
  const program = `exec '${process.execPath}' '${join(bin, `${agent}.mjs`)}' "$@"`;
  for (const [name, line] of Object.entries({ ...tools, [agent]: program })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const at = (path: string): string => join(home, path);
  const inRepository = (path: string): string => join(folder, path);
  const gone = [
    ...['numbers.js', 'bench.sh', '.git/HEAD', '.evolve/journal.db', '.evolve/git', '.evolve/r1/calls'].map(
      inRepository,
    ),
    ...['.ssh', '.ssh/id_ed25519', '.netrc', 'notes.txt'].map(at),
    ...[held, join(tmp, 'others.txt')],
    at(agent === 'claude' ? '.codex/auth.json' : '.claude/CLAUDE.md'),
  ];
  const read = [...gone, dirname(held), home, ...['.evolve', '.evolve/r1', '.evolve/r1/lanes'].map(inRepository)];
  const own = at(agent === 'claude' ? '.claude' : '.codex');
  const obeyed = join(own, agent === 'claude' ? 'settings.json' : 'config.toml');
  const elsewhere = [at('new.txt'), ...['new.txt', 'bench.sh', '.evolve/new.txt'].map(inRepository)];
  const writes = ['beside.txt', join(own, 'session.txt'), obeyed, '/etc/galapagos', '/usr/galapagos', ...elsewhere];
  const plan = { read, write: writes, fetched: `${server.url}/v1/models`, hidden: HIDDEN };
  write(bin, { 'look.json': JSON.stringify(plan) });
  const before = [fingerprint(folder), fingerprint(home)];
  const flags = ['--holdout', 'sh held.sh', '--holdout-input', `${held}:held-out.txt`, '--agent', agent];
  const env = { ...KEYS, HOME: home, TMPDIR: tmp, PATH: `${bin}:${process.env.PATH}` };
  const ran = await start(folder, [...RUN, ...flags], env).ended;
  const { best } = json(ran);
  const seen = JSON.parse(readFileSync(join(own, 'session.txt'), 'utf8'));
  return { folder, home, own, obeyed, read, gone, before, best, seen, ran };
}

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '-k', '2', '-g', '1', '--parallel', '1', '--yes', '--json'];

const sandboxed = async (agent: 'claude' | 'codex', tools: Readonly<Record<string, string>>): Promise<void> => {
  const { folder, home, own, obeyed, read, gone, before, best, seen, ran } = await look(agent, tools);
  expect(best, ran.stderr).toMatchObject({ score: 0 });
  expect(ran.stderr).toContain(`${agent}: sandboxed`);
  expect(seen.args.join(' ')).toMatch(/--dangerously-/);
  for (const path of read) expect(seen.read[path], path).not.toContain(HIDDEN);
  for (const path of gone) expect(seen.read[path], path).toBe('ENOENTENOENT');
  expect(seen.read[join(folder, '.evolve')]).toBe('r1EISDIR');
  expect(seen.read[join(folder, '.evolve/r1')]).toBe('candidates lanesEISDIR');
  expect(seen.read[join(folder, '.evolve/r1/lanes')]).toMatch(/^work-gen1-[12]EISDIR$/);
  expect(seen.objects, 'what lies on another branch').toBe(false);
  // Nobody else's processes, and no keys that are not its own.
  expect(seen.commands.filter((line: string) => !line.includes(agent))).toEqual([]);
  const [mine, not] = agent === 'claude' ? ['ANTHROPIC', 'OPENAI'] : ['OPENAI', 'ANTHROPIC'];
  expect(seen.env).toHaveProperty(`${mine}_API_KEY`);
  expect(seen.env).not.toHaveProperty(`${not}_API_KEY`);
  expect(seen.env).not.toHaveProperty('MY_TOKEN');
  expect(seen).toMatchObject({ log: 'The code to start from', fetched: 200, prompt: true });
  expect(seen.diff).toMatch(/numbers\.js +\| +2/);
  expect(seen.write['beside.txt']).toBe('written');
  for (const path of [obeyed, '/etc/galapagos', '/usr/galapagos']) expect(seen.write[path], path).toBe('no: EROFS');
  // Elsewhere it writes into what is thrown away.
  expect(fingerprint(folder)).toEqual(before[0]);
  const { [relative(home, join(own, 'session.txt'))]: session, ...rest } = fingerprint(home);
  expect(session).toBeDefined();
  expect(rest).toEqual(before[1]);
};

describe('an agent in a sandbox sees its work and itself', () => {
  it.skipIf(noBubblewrap)('claude (needs bubblewrap)', () => sandboxed('claude', {}));
  it.skipIf(noBubblewrap)('codex (needs bubblewrap)', () => sandboxed('codex', {}));
  it.skipIf(noNamespaces)('claude (needs namespaces)', () => sandboxed('claude', { bwrap: 'exit 1' }));
});
