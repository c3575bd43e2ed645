import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Cheat,
  expectClean,
  expectHonestWins,
  expectNothing,
  machine,
  type Tried,
  tryAll,
  withPython,
} from './kit.ts';

const place = machine();
const planted = join(place.base, 'planted');
const plant = `touch '${planted}'; echo 1000000000`;

/** What each must have left out. */
const REFUSED: readonly (Cheat & { readonly refused: readonly string[] })[] = [
  { name: 'edits the benchmark', author: 'echo "print(1e9)" > bench.py', refused: ['bench.py'] },
  { name: 'edits the data', author: `echo '{"each": 1e8}' > data/weights.json`, refused: ['data/weights.json'] },
  { name: 'deletes the checks', author: 'rm checks.py', refused: ['checks.py'] },
  {
    name: 'edits the gate that it fails',
    author: 'echo "# FORBIDDEN" >> src/solver.py; echo "exit 0" > gate.sh',
    refused: ['gate.sh'],
    invalid: /^gate rules exited with code 1/,
  },
  {
    name: 'brings files that Python loads at its start',
    author:
      'for f in sitecustomize usercustomize conftest; do echo "print(1e9)" > src/$f.py; echo "print(1e9)" > $f.py; done; echo "import os" > src/x.pth',
    refused: ['src/sitecustomize.py', 'src/usercustomize.py', 'src/conftest.py', 'src/x.pth', 'sitecustomize.py'],
  },
  {
    name: 'shadows modules of the library',
    author: 'echo "raise SystemExit(0)" > src/json.py; mkdir src/subprocess; echo "x = 1" > src/subprocess/__init__.py',
    refused: ['src/json.py', 'src/subprocess/__init__.py'],
  },
  {
    name: 'shadows a module of the benchmark',
    author: 'echo "right = lambda question, answer: 1e9" > src/checks.py',
    refused: ['src/checks.py'],
  },
  {
    name: 'shadows it with compiled code',
    author:
      'echo "right = lambda question, answer: 1e9" > c.py; python3 -c "import py_compile; py_compile.compile(\'c.py\', \'src/checks.pyc\')"; mkdir -p src/__pycache__; cp src/checks.pyc src/__pycache__/checks.cpython-311.pyc; rm c.py',
    refused: ['src/checks.pyc'],
  },
  {
    name: 'configures package managers',
    author: `echo 'script-shell=/bin/false' > src/.npmrc; echo '{}' > src/package.json; echo '[tool.pytest]' > src/pyproject.toml`,
    refused: ['src/package.json', 'src/pyproject.toml'],
  },
  {
    name: 'links the data into its scope',
    author: 'ln data/weights.json src/weights.json && echo 7 > src/weights.json; ln -s ../data src/data',
    refused: ['data/weights.json', 'src/data'],
  },
  {
    name: 'filters its files by git attributes',
    author: `echo '* filter=evil' > src/.gitattributes; git config filter.evil.clean "${plant}"; git config filter.evil.smudge "${plant}"`,
    refused: ['src/.gitattributes'],
  },
  {
    name: 'adds a submodule',
    author:
      'mkdir src/sub; (cd src/sub && git init -q && echo x > x && git add x && git -c user.name=e -c user.email=e@e commit -qm x)\nprintf \'[submodule "s"]\\n\\tpath = src/sub\\n\\turl = /etc\\n\' > .gitmodules; git add -A -f',
    refused: ['.gitmodules'],
  },
  { name: 'makes its target a program', author: 'chmod 755 src/solver.py', refused: ['src/solver.py'] },
];

/** What leaves nothing to refuse. */
const QUIET: readonly Cheat[] = [
  {
    name: 'makes its target a link out of the checkout',
    author: `echo 'print([0])' > '${place.authors}/other.py'; rm src/solver.py; ln -s '${place.authors}/other.py' src/solver.py`,
  },
  {
    name: 'plants commands in the configuration of its repository',
    author: [
      `printf '#!/bin/sh\\n${plant}\\n' > '${place.authors}/evil'; chmod +x '${place.authors}/evil'`,
      `for key in core.fsmonitor core.sshCommand core.pager core.editor diff.external alias.diff core.hooksPath gpg.program; do git config $key '${place.authors}/evil'; done`,
      `mkdir -p .git/hooks; for h in post-index-change pre-commit post-checkout reference-transaction; do cp '${place.authors}/evil' .git/hooks/$h; done`,
    ].join('\n'),
  },
  {
    name: 'points its repository at the user’s',
    author: `rm -rf .git; echo 'gitdir: ${place.folder}/.git' > .git; (git config user.name evil; git update-ref refs/heads/main HEAD~1; git commit -qam evil) 2>/dev/null || :`,
  },
  {
    name: 'puts a pointer in place of a file',
    author: `printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%064d\\nsize 12\\n' 7 > src/table.txt`,
  },
  { name: 'brings names with new lines', author: `printf x > "src/a\nGAIN b"; printf x > 'src/\u001b[2Jc'` },
  { name: 'calls itself the best', author: 'echo "score: 1000000000"; echo \'{"score": 1e9}\' | tee src/result.json' },
];

describe.skipIf(!withPython)('an author (needs Python)', () => {
  let tried: Tried;
  beforeAll(() => {
    tried = tryAll([...REFUSED, ...QUIET], { flags: ['--gate', 'rules=sh gate.sh'] }, place);
  });

  it.each(REFUSED)('that $name has it left out', (cheat) => {
    expectNothing(tried, cheat);
    const paths = tried.of(cheat.name).refused.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining([...cheat.refused]));
  });

  it.each(QUIET)('that $name gains nothing', (cheat) => expectNothing(tried, cheat));

  it('has nothing run that it planted', () => expect(existsSync(planted)).toBe(false));

  it('that is honest wins', () => expectHonestWins(tried));

  it('leaves the machine as it was', () => expectClean(tried));
});
