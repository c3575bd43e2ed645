import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fixedOf } from '../settings.ts';
import { findConfig, parseConfig, readConfig } from './file.ts';

const read = (text: string) => parseConfig(text, 'evolve.yaml');

describe('evolve.yaml', () => {
  it('says all that the flags say', async () => {
    const text = `
fitness: node bench.js
files: [src/*.js, "!src/a.js"]
k: 6
generations: 20
direction: min
gates:
  - npm test
  - post:slow=make check
  - { name: lint, command: x=1 make lint, phase: post }
  - command: y=2 make
inputs: data
lenses: [speed, "memory, cache"]
agent: 'command:fake {prompt_file}'
agent-timeout: 90
timeout: 5m
memory: 4G
budget-minutes: 1.5
stop-at: -0.25
metric: 1.10
prepare: true
yes: true
dirty: false
`;
    const input = await read(text);
    expect(input).toEqual({
      fitness: 'node bench.js',
      files: ['src/*.js', '!src/a.js'],
      k: 6,
      generations: 20,
      direction: 'min',
      gate: ['npm test', 'post:slow=make check', 'post:lint=x=1 make lint', 'pre:gate4=y=2 make'],
      input: ['data'],
      lens: ['speed', 'memory, cache'],
      agent: ['command:fake {prompt_file}'],
      agentTimeout: 90_000,
      timeout: 300_000,
      memory: 4096,
      budgetMinutes: 1.5,
      stopAt: -0.25,
      metric: '1.10',
      prepare: 'true',
      yes: true,
      dirty: false,
    });
    expect(fixedOf(input).gates.slice(2)).toEqual([
      { name: 'lint', command: 'x=1 make lint', phase: 'post' },
      { name: 'gate4', command: 'y=2 make', phase: 'pre' },
    ]);
  });

  it('has maps for settings that belong together', async () => {
    const input = await read(`
sandbox:
  mode: required
  network: [prepare, build]
  read: [/opt/sdk, "build:odd"]
  env: CI
  prepare: { write: ~/.cache, network: true }
  fitness: { read: [~/data], env: [SEED] }
  gates: { network: false }
noise: { margin: 0.5, limit: 60 }
holdout: { command: make hidden, inputs: [hidden, ../more] }
warm: { uses: 20, trust: true }
cascade:
  - 0.5:make quick
  - { name: half, command: "a=1:b make half", threshold: 90% }
  - { command: make, threshold: -1e3 }
`);
    expect(input).toEqual({
      sandbox: 'required',
      allowNetwork: ['prepare', 'build', 'prepare'],
      allowRead: ['/opt/sdk', './build:odd', 'fitness:~/data'],
      allowEnv: ['CI', 'fitness:SEED'],
      allowWrite: ['prepare:~/.cache'],
      margin: 0.5,
      repeatLimit: 60,
      holdout: 'make hidden',
      holdoutInput: ['hidden', '../more'],
      warm: true,
      warmUses: 20,
      trust: true,
      cascade: ['0.5:make quick', 'half=90%:a=1:b make half', '-1e3:make'],
    });
    const { sandbox, cascade } = fixedOf(input);
    expect(sandbox?.reach.prepare).toEqual({
      network: true,
      read: ['/opt/sdk', './build:odd'],
      write: ['~/.cache'],
      env: ['CI'],
    });
    expect(sandbox?.reach.gates.network).toBe(false);
    expect(cascade?.slice(1)).toEqual([
      { name: 'half', command: 'a=1:b make half', threshold: 0.9, of: 'seed' },
      { name: 'rung3', command: 'make', threshold: -1000, of: 'score' },
    ]);
  });

  it.each([
    ['sandbox: off', { sandbox: 'off' }],
    ['sandbox: { network: true }', { allowNetwork: ['all'] }],
    ['sandbox: { network: false, read: [] }', {}],
    ['holdout: make hidden', { holdout: 'make hidden' }],
    ['warm: true', { warm: true }],
    ['warm: false', { warm: false }],
    ['warm: {}', { warm: true }],
  ])('reads %j', async (text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  it('takes an empty list for none', async () => {
    expect(await read('files: []\ngates: []\n')).toEqual({});
  });

  it.each([
    ['k: 4\n\n\n\n\n\nk-: 1', '7: unknown key "k-". Did you mean "k"?'],
    ['\nk: 1', '2: k must be at least 2: one candidate per generation is hill climbing: --strategy greedy.'],
    ['k: two', '1: k takes a whole number, not "two".'],
    ['k: [4]', '1: k takes one value, not a list.'],
    ['fitness: {a: 1}', '1: fitness takes one value, not a map of keys.'],
    ['fitness:', '1: fitness has no value: give it one or remove the line.'],
    ['fitness: ""', '1: fitness is empty.'],
    ['yes: yes', '1: yes takes true or false, not "yes".'],
    ['direction: up', '1: direction takes max or min, not "up".'],
    ['timeout: soon', '1: timeout takes a length of time such as 90s, 5m or 1h, not "soon".'],
    ['files:\n  - a\n  - [b]', '3: files takes a list of texts, not a list in it.'],
    ['files:\n  - a\n  - ""', '3: files is empty.'],
    ['gates:\n  - a\n  - { name: x }', '3: a gate needs a command.'],
    ['gates:\n  - { name: X y, command: a }', '2: "X y" can\'t name a gate'],
    ['gates:\n  - { command: a, phase: late }', '2: phase of a gate takes pre or post, not "late".'],
    ['gates:\n  - { comand: a }', '2: unknown key "comand". Did you mean "command"?'],
    ['gates:\n  - a\n  - unit=', '3: the gate "unit=" has no command'],
    ['gates:\n  - a=x\n  - a=y', '3: Two gates are called a.'],
    ['sandbox: never', '1: sandbox takes auto, required or off, not "never".'],
    ['sandbox:\n  mode: never', '2: sandbox.mode takes auto, required or off, not "never".'],
    ['sandbox:\n  red: a', '2: unknown key "red". Did you mean "read"?'],
    ['sandbox:\n  network:\n    - bild', '3: sandbox.network takes true, false or a list of prepare, build,'],
    ['sandbox:\n  build: true', '2: sandbox.build is a map of keys: network, read, write, env.'],
    ['sandbox:\n  build:\n    network: [all]', '3: sandbox.build.network takes true or false.'],
    ['sandbox:\n  build:\n    mode: off', '3: unknown key "mode".'],
    ['sandbox:\n  gates:\n    read:\n      - ""', '4: sandbox.gates.read is empty.'],
    ['noise: 3', '1: noise is a map of keys: margin, limit.'],
    ['noise:\n  limit: 3', '2: noise.limit must be at least 4.'],
    ['noise:\n  margin:', '2: noise.margin has no value'],
    ['k: 4\nholdout:\n  inputs: [a]', '3: holdout needs a command.'],
    ['warm: [1]', '1: warm takes one value, not a list.'],
    ['warm:\n  trust: maybe', '2: warm.trust takes true or false, not "maybe".'],
    ['cascade:\n  - make', '2: the rung "make": write it as [name=]threshold:command.'],
    ['cascade:\n  - { command: make }', '2: threshold of a rung takes a score'],
    ['cascade:\n  - { command: make, threshold: 1.2.3 }', '2: threshold of a rung takes a score'],
    ['cascade:\n  - { threshold: 3 }', '2: a rung needs a command.'],
    ['allow-read: a', '1: unknown key "allow-read". Write "sandbox:" and "read:" indented below it.'],
    ['trust: true', '1: unknown key "trust". Write "warm:" and "trust:" indented below it.'],
    ['fresh: true', '1: unknown key "fresh". It belongs on the command line: --fresh.'],
  ])('refuses %j by file, line and key', async (text, message) => {
    await expect(read(text)).rejects.toThrow(`evolve.yaml:${message}`);
  });
});

describe('which evolve.yaml', () => {
  const made: string[] = [];
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  function folderWith(...paths: readonly string[]): string {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos-config-')));
    made.push(folder);
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      if (path.endsWith('/')) mkdirSync(join(folder, path), { recursive: true });
      else writeFileSync(join(folder, path), 'k: 4\n');
    }
    return folder;
  }

  it('the nearest one up to the repository’s root', () => {
    const folder = folderWith('evolve.yaml', 'repo/.git/', 'repo/pkg/evolve.yml', 'repo/pkg/deep/', 'repo/other/');
    expect(findConfig(join(folder, 'repo/pkg/deep'))).toBe(join(folder, 'repo/pkg/evolve.yml'));
    expect(findConfig(join(folder, 'repo/other'))).toBeUndefined();
  });

  it('without a repository the folder’s own, and those up to the folder that has runs', () => {
    const folder = folderWith('evolve.yaml', 'a/.evolve/', 'a/evolve.yaml', 'a/b/', 'c/');
    expect(findConfig(join(folder, 'a/b'))).toBe(join(folder, 'a/evolve.yaml'));
    expect(findConfig(join(folder, 'c'))).toBeUndefined();
    expect(findConfig(folder)).toBe(join(folder, 'evolve.yaml'));
  });

  it('not both spellings in one folder', () => {
    const folder = folderWith('.git/', 'evolve.yaml', 'evolve.yml', 'sub/');
    expect(() => findConfig(join(folder, 'sub'))).toThrow('There are ../evolve.yaml and ../evolve.yml');
  });

  it('the one that is named, or none', async () => {
    const folder = folderWith('repo/.git/', 'repo/evolve.yaml', 'repo/conf/fast.yaml', 'else.yaml');
    const repo = join(folder, 'repo');
    expect(await readConfig(repo, {})).toEqual({ name: 'evolve.yaml', folder: repo, input: { k: 4 } });
    expect(await readConfig(repo, { config: 'conf/fast.yaml' })).toMatchObject({ folder: join(repo, 'conf') });
    expect(await readConfig(repo, { config: '../else.yaml' })).toMatchObject({ name: '../else.yaml', folder: repo });
    expect(await readConfig(repo, { useConfig: false })).toBeUndefined();
    await expect(readConfig(repo, { useConfig: false, config: 'a' })).rejects.toThrow('choose one');
    await expect(readConfig(repo, { config: 'none.yaml' })).rejects.toThrow("none.yaml can't be read (ENOENT)");
  });
});

describe('agents by role', () => {
  it('reads one, several and weights', async () => {
    const text = [
      'agents:',
      '  author:',
      '    - claude',
      '    - { agent: "codex:gpt-5", weight: 2 }',
      '  judge: llm:anthropic/x',
    ].join('\n');
    expect(await parseConfig(text, 'evolve.yaml')).toEqual({
      agent: ['author=claude', 'author=2*codex:gpt-5', 'judge=llm:anthropic/x'],
    });
  });

  it.each([
    ['agents: claude', /agents is a map of keys: author/],
    ['agents: { painter: x }', /painter/],
    ['agents: { author: [{ weight: 2 }] }', /an agent needs its name/],
    ['agents: { author: [{ agent: x, weight: 0 }] }', /weight of x/],
  ])('refuses %j', async (text, reason) => {
    await expect(parseConfig(text, 'evolve.yaml')).rejects.toThrow(reason);
  });
});
