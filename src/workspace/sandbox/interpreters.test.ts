import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { interpreters } from './interpreters.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos-interpreters-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
function homeWith(...files: readonly string[]): string {
  count += 1;
  const home = join(root, `home${count}`);
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), '');
  }
  return home;
}

const shown = (home: string, path: readonly string[], hidden: readonly string[] = []) =>
  interpreters({ env: { PATH: path.map((part) => join(home, part)).join(':') }, home, inputs: [], hidden })
    .map((folder) => folder.replace(`${home}/`, ''))
    .sort();

test('a known tool comes with what it needs, and without its keys', () => {
  const home = homeWith('.cargo/bin/cargo', '.cargo/credentials.toml', '.rustup/settings.toml', '.pyenv/shims/python');
  expect(shown(home, ['.cargo/bin', '.pyenv/shims'])).toEqual(['.cargo/bin', '.pyenv', '.rustup']);
});

test('an unknown one comes as its parts, or whole where it is an installation', () => {
  const home = homeWith('.fly/bin/fly', '.fly/config.yml', '.fly/lib/x', 'jdk/bin/java', 'jdk/release', 'jdk/conf/x');
  expect(shown(home, ['.fly/bin', 'jdk/bin'])).toEqual(['.fly/bin', '.fly/lib', 'jdk']);
});

test('never the home itself, nor what holds the repository', () => {
  const home = homeWith('bin/x', 'work/VERSION', 'work/bin/x', 'work/repository/x');
  const hidden = [join(home, 'work/repository')];
  expect(shown(home, ['', 'bin', 'work/bin'], hidden)).toEqual(['bin']);
});

test('links are followed, of programs and of virtual environments', () => {
  const home = homeWith('.local/bin/own', 'apps/tool/bin/tool', 'apps/tool/VERSION', 'py/bin/python', 'py/VERSION');
  symlinkSync(join(home, 'apps/tool/bin/tool'), join(home, '.local/bin/tool'));
  mkdirSync(join(home, 'project/.venv/bin'), { recursive: true });
  writeFileSync(join(home, 'project/.venv/pyvenv.cfg'), `home = ${join(home, 'py/bin')}\nversion = 3\n`);
  expect(shown(home, ['.local/bin', 'project/.venv/bin'], [join(home, 'project')])).toEqual([
    '.local/bin',
    'apps/tool',
    'project/.venv',
    'py',
  ]);
});
