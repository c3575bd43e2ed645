import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isolation } from '../../src/workspace/workspace.ts';
import { EVOLVE, evolve, json, repository, temporary } from './support.ts';

const required = process.env.GALAPAGOS_REQUIRE === 'all';
const level = await isolation();
const noBubblewrap = level !== 'bubblewrap' && !required;
const noNamespaces = level === 'group' && !required;
const isRoot = process.getuid?.() === 0;

const FILES = {
  'numbers.js': 'module.exports = [1.5, 2.5];\n',
  'bench.js': "console.log(require('./numbers.js').reduce((sum, n) => sum + n, 0));\n",
};
const RUN = ['run', 'node bench.js', '--files', 'numbers.js', '-k', '2', '-g', '1', '--parallel', '1', '--yes'];

/** A PATH on which some tools are others than they should be. */
function pathWith(tools: Readonly<Record<string, string>>): { PATH: string } {
  const folder = join(temporary(), 'bin');
  mkdirSync(folder);
  for (const [name, script] of Object.entries(tools)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return { PATH: `${folder}:${process.env.PATH}` };
}

const BROKEN = 'echo "bwrap: No permissions to create a new namespace" >&2; exit 1';
const NONE = { bwrap: BROKEN, unshare: 'exit 1', setpriv: 'exit 1' };

const sandboxOf = (folder: string): string => json(evolve(folder, ['show', '--json'])).evaluation.sandbox;

describe.skipIf(noBubblewrap)('with bubblewrap (needs bubblewrap)', () => {
  it('every evaluation says so, and nothing is warned of', () => {
    const folder = repository(FILES);
    const ran = evolve(folder, [...RUN, '--sandbox', 'required']);
    expect(ran.stderr).not.toMatch(/sandbox/i);
    expect(sandboxOf(folder)).toBe('bubblewrap');
    expect(evolve(folder, ['show']).stdout).toMatch(/Sandbox +bubblewrap/);
  });
});

describe.skipIf(noNamespaces)('with namespaces alone (needs PID namespaces)', () => {
  it.each([
    ['fails', BROKEN, 'No permissions'],
    ['is another program of that name', 'exit 0', 'did not do what it was asked to'],
    ['hangs', 'exec sleep 1000', 'did not end within'],
  ])('a bubblewrap that %s is passed over, with a word', (_, script, word) => {
    const folder = repository(FILES);
    const ran = evolve(folder, [...RUN, '--json', '--sandbox', 'required'], pathWith({ bwrap: script }));
    expect(ran.stderr).toMatch(/sandbox: namespaces only, because bubblewrap does not work here/);
    expect(ran.stderr).toContain(word);
    expect(sandboxOf(folder)).toBe(isRoot ? 'namespace' : 'user-namespace');
  });

  it.skipIf(!isRoot || noBubblewrap)('one that is absent, too (needs root)', () => {
    const folder = repository(FILES);
    const at = execFileSync('which', ['bwrap'], { encoding: 'utf8' }).trim();
    const script = `mount --bind /dev/null '${at}' && exec '${process.execPath}' '${EVOLVE}' doctor --json`;
    const { stdout } = spawnSync('unshare', ['--mount', 'sh', '-c', script], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toContain('Install bubblewrap');
  });
});

describe('without any sandbox', () => {
  it('warns loudly once, goes on, and says so of every evaluation', () => {
    const folder = repository(FILES);
    const ran = evolve(folder, [...RUN, '--json'], pathWith(NONE));
    expect(ran.code).toBe(0);
    expect(ran.stderr.match(/WARNING: no sandbox on this machine/g)).toHaveLength(1);
    expect(sandboxOf(folder)).toBe('group');
  });

  it('refuses when one is required', () => {
    const folder = repository(FILES);
    const ran = evolve(folder, [...RUN, '--sandbox', 'required'], pathWith(NONE));
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/--sandbox required: this machine has none \(bwrap: No permissions/);
  });
});

describe('what is allowed', () => {
  it('off is recorded', () => {
    const folder = repository(FILES);
    const ran = evolve(folder, [...RUN, '--json', '--sandbox', 'off']);
    expect(ran.stderr).toContain('sandbox: off');
    expect(sandboxOf(folder)).toBe('off');
  });

  it('a path that is not there is a mistake', () => {
    const ran = evolve(repository(FILES), [...RUN, '--allow-read', '/no/such']);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no /no/such') });
  });
});
