import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import type { Context } from './contract.ts';
import { offerTests, testsIn, untestedLines, withoutOffered, withTest } from './testing.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-tests-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const NPM = '{ "name": "x", "scripts": { "lint": "x", "test": "vitest run" } }';
const NO_NPM = '{ "scripts": { "test": "echo \\"Error: no test specified\\" && exit 1" } }';

describe('tests that are there', () => {
  it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ['a script of package.json', { 'package.json': NPM }, 'npm test'],
    ['no script that npm made up', { 'package.json': NO_NPM }, undefined],
    ['no script of a broken package.json', { 'package.json': '{' }, undefined],
    ['pytest.ini', { 'pytest.ini': '' }, 'python3 -m pytest -q'],
    ['a table of pyproject.toml', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'python3 -m pytest -q'],
    ['no other pyproject.toml', { 'pyproject.toml': '[project]\n' }, undefined],
    ['test files of Python', { 'tests/test_a.py': '' }, 'python3 -m pytest -q'],
    ['no test files of others', { 'node_modules/a/test_a.py': '', '.venv/test_a.py': '' }, undefined],
    ['tests of Go', { 'go.mod': '', 'a/b_test.go': '' }, 'go test ./...'],
    ['no Go without tests', { 'go.mod': '', 'a.go': '' }, undefined],
    ['a crate', { 'Cargo.toml': '' }, 'cargo test'],
    ['a target of a Makefile', { Makefile: 'all:\n\ntest: all\n\tsh t.sh\n' }, 'make test'],
    ['no variable of a Makefile', { Makefile: 'test:=1\nretest:\n' }, undefined],
  ])('are found by %s', (_name, files, wanted) => {
    expect(testsIn(folderOf(files), ['src/a.js'])).toBe(wanted);
  });

  it('are those of the language, of several', () => {
    const folder = folderOf({ 'package.json': NPM, 'pytest.ini': '', Makefile: 'test:\n' });
    expect(testsIn(folder, ['src/a.py'])).toBe('python3 -m pytest -q');
    expect(testsIn(folder, ['src/a.ts'])).toBe('npm test');
    expect(testsIn(folder, ['src/a.rs'])).toBe('make test');
  });
});

describe('--test', () => {
  it('is a gate before the benchmark, beside the others', () => {
    const lint = { name: 'lint', command: 'lint', phase: 'post' as const };
    const test = { name: 'test', command: 'npm test', phase: 'pre' as const };
    expect(withTest([lint], { test: 'npm test' })).toEqual([lint, test]);
    expect(withTest([lint], {})).toEqual([lint]);
    expect(() => withTest([test], { test: 'make test' })).toThrow(/a gate called test/);
    const { fixed } = configOf({ gates: [lint, test] });
    expect(withoutOffered(fixed, {}).gates).toEqual([lint]);
    expect(withoutOffered(fixed, { test: 'npm test' }).gates).toEqual([lint, test]);
  });

  it('is offered on a terminal and told elsewhere, where one definition is evolved', async () => {
    const root = folderOf({ 'package.json': NPM });
    const config = configOf({}, {}, 'islands');
    const asked: string[] = [];
    const context = (reply: string | undefined): Context => ({
      cwd: root,
      signal: new AbortController().signal,
      engine: () => Promise.reject(new Error('not needed')),
      tell: () => {},
      interactive: reply !== undefined,
      ask: async (question) => {
        asked.push(question);
        return reply;
      },
      out: async () => {},
      show: async () => {},
      columns: 80,
      color: false,
      detail: 'normal',
    });
    const taken = await offerTests(config, root, {}, context(''));
    expect(taken.fixed.gates).toEqual([{ name: 'test', command: 'npm test', phase: 'pre' }]);
    expect(asked).toEqual(['Run `npm test` for every candidate? [Y/n] ']);
    expect(await offerTests(config, root, {}, context('n'))).toBe(config);
    expect(await offerTests(config, root, { yes: true }, context(''))).toBe(config);
    expect(await offerTests(config, root, {}, context(undefined))).toBe(config);
    expect(untestedLines(config, root)).toEqual(['no tests are run: add --test "npm test"']);
    expect(untestedLines(taken, root)).toEqual([]);
    expect(untestedLines(configOf(), root)).toEqual([
      'no gate: only the score tells right from wrong; add tests: --test "<command>"',
    ]);
  });
});
