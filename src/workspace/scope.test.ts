import { describe, expect, it } from 'vitest';
import { type Edit, refusal } from './refusal.ts';
import { scopeOf } from './scope.ts';
import { looksSecret } from './secret.ts';
import type { Entry, Mode } from './tree.ts';

const files = [
  'algo.py',
  'bench.py',
  'src/a.py',
  'src/pkg/__init__.py',
  'src/pkg/b.py',
  'pages/[id].tsx',
  'pages/[id]/x.ts',
  'a b/é.py',
  '!odd',
  'lib/util.ts',
  'lib/deep/index.js',
  'mod.py',
];
const base: Entry[] = files.map((path) => ({ path, mode: '100644', sha: '0'.repeat(40) }));

describe('scopeOf', () => {
  it.each<[readonly string[], readonly string[], readonly string[]]>([
    [['algo.py'], ['algo.py'], ['bench.py', 'src/algo.py', 'algo.pyc']],
    [['src'], ['src/a.py', 'src/new/x.py', 'src/.hidden'], ['srcx', 'bench.py']],
    [['src/'], ['src/pkg/b.py'], ['algo.py']],
    [['./src/*.py'], ['src/a.py', 'src/new.py'], ['src/pkg/b.py']],
    [['src/**/*.py'], ['src/a.py', 'src/pkg/b.py'], ['src/x.txt']],
    [['**'], files, []],
    [['.'], files, []],
    [[], [], files],
    [['pages/[id].tsx'], ['pages/[id].tsx'], ['pages/i.tsx', 'pages/d.tsx']],
    [['pages/[id]'], ['pages/[id]/x.ts', 'pages/[id]/new'], ['pages/i', 'pages/[id].tsx']],
    [['pages/\\[id\\]/*.ts'], ['pages/[id]/x.ts', 'pages/[id]/y.ts'], ['pages/i/x.ts']],
    [['pages/[ab].tsx'], ['pages/a.tsx'], ['pages/c.tsx', 'pages/[id].tsx']],
    [['a b/é.py'], ['a b/é.py'], ['a b/e\u0301.py']],
    [['src', '!src/pkg'], ['src/a.py'], ['src/pkg/b.py']],
    [['!odd'], ['!odd'], ['odd', 'algo.py']],
    [['new/thing.py'], ['new/thing.py'], ['new/other.py']],
    [['new'], ['new', 'new/any.py'], ['newer']],
    [['{algo,bench}.py'], ['algo.py', 'bench.py'], ['mod.py']],
    [['../x'], [], ['x', 'algo.py']],
    [['**', 'src'], ['src/a.py'], ['evolve.yaml', 'src/evolve.yml', 'src/pkg/evolve.yaml']],
    [['src', 'src/evolve.yaml'], ['src/evolve.yaml'], ['src/pkg/evolve.yaml']],
  ])('%j', (globs, inside, outside) => {
    const scope = scopeOf(globs, base);
    expect(inside.filter((path) => !scope.has(path))).toEqual([]);
    expect(outside.filter((path) => scope.has(path))).toEqual([]);
  });

  it('knows what is named one by one', () => {
    const scope = scopeOf(['algo.py', 'src', 'pages/[id].tsx', '*.cfg', 'conf.toml', '!conf.toml'], base);
    expect(['algo.py', 'pages/[id].tsx'].every(scope.names)).toBe(true);
    expect(['src', 'src/a.py', 'x.cfg', 'conf.toml', 'bench.py'].some(scope.names)).toBe(false);
  });
});

describe('refusal', () => {
  const edited = (path: string): Edit => ({ path, mode: '100644', baseMode: '100644' });
  const made = (path: string): Edit => ({ path, mode: '100644', baseMode: null });
  const gone = (path: string, baseMode: Mode = '100644'): Edit => ({ path, mode: null, baseMode });

  it.each<[readonly string[], Edit]>([
    [['algo.py'], edited('algo.py')],
    [['src'], edited('src/a.py')],
    [['src'], made('src/new.py')],
    [['src'], gone('src/a.py')],
    [['src'], made('src/pkg/json.py')],
    [['src'], made('src/pkg/bench.py')],
    [['lib', 'mod.py'], made('lib/mod.py')],
    [['a b'], made('a b/b.py')],
    [['lib'], made('lib/util.js')],
    [['conftest.py'], made('conftest.py')],
    [['src/.gitignore'], made('src/.gitignore')],
    [['algo.py'], { path: 'algo.py', mode: '100755', baseMode: '100644' }],
    [['link'], { path: 'link', mode: '120000', baseMode: '120000' }],
    [['src'], edited('src/conftest.py')],
    [['**'], made('data.json')],
  ])('scope %j lets %j in', (globs, edit) => {
    expect(refusal(scopeOf(globs, base), edit)).toBeUndefined();
  });

  it.each<[readonly string[], Edit, RegExp]>([
    [['algo.py'], edited('bench.py'), /^outside the scope \(algo.py\)/],
    [[], edited('bench.py'), /which is empty/],
    [['**'], edited('../x'), /^not a path/],
    [['**'], edited('.git/config'), /^not a path/],
    [['**'], { path: 'algo.py', mode: '100755', baseMode: '100644' }, /^a change of mode/],
    [['**'], { path: 'l', mode: '120000', baseMode: null }, /^a symbolic link/],
    [['algo.py'], { path: 'algo.py', mode: '120000', baseMode: '100644' }, /^a symbolic link/],
    [['**'], gone('l', '120000'), /^a symbolic link/],
    [['**'], { path: 'm', mode: '160000', baseMode: null }, /^a submodule/],
    [['**'], edited('.gitattributes'), /^a git file/],
    [['**'], gone('.github/workflows/x.yml'), /^a git file/],
    [['src'], made('src/.gitignore'), /^a git file/],
    [['**'], made('json.py'), /Python's module json/],
    [['src'], made('src/random.py'), /Python's module random/],
    [['src'], made('src/time/__init__.py'), /Python's module time/],
    [['**'], made('_x/heapq.cpython-311-x86_64-linux-gnu.so'), /Python's module heapq/],
    [['mod/**'], made('mod/__init__.py'), /instead of mod.py/],
    [['*.so'], made('bench.so'), /instead of bench.py/],
    [['src'], made('src/bench.py'), /instead of bench.py/],
    [['src'], made('src/mod/__init__.py'), /instead of mod.py/],
    [['a b'], made('a b/pkg.py'), /instead of src\/pkg\/__init__.py/],
    [['lib/*.js'], made('lib/util.js'), /instead of lib\/util.ts/],
    [['lib/*.js'], made('lib/deep.js'), /instead of lib\/deep\/index.js/],
    ...[
      'conftest.py',
      'sitecustomize.py',
      'usercustomize.py',
      'x.pth',
      '.pythonrc',
      'pytest.ini',
      'setup.cfg',
      'tox.ini',
      'pyproject.toml',
      '.npmrc',
      'package.json',
      'node_modules/x/i.js',
      'tsconfig.json',
      'tsconfig.build.json',
      'jest.config.js',
      'vitest.config.ts',
      'Makefile',
      'GNUmakefile',
      '.env',
      '.env.local',
      '__pycache__/a.cpython-311.pyc',
      'Cargo.toml',
      '.cargo/config.toml',
      'build.rs',
      'go.mod',
      'CMakeLists.txt',
      '.mocharc.cjs',
      'Conftest.py',
    ].map((name): [readonly string[], Edit, RegExp] => [
      ['src'],
      made(`src/${name}`),
      /^a new file that would configure/,
    ]),
  ])('scope %j keeps %j out', (globs, edit, reason) => {
    expect(refusal(scopeOf(globs, base), edit)).toMatch(reason);
  });
});

describe('looksSecret', () => {
  it.each([
    '.env',
    '.env.local',
    'prod.env',
    'a/b/server.pem',
    'tls.key',
    'id_rsa',
    'id_ed25519_work',
    'credentials',
    'credentials.json',
    'gcp-credentials.json',
    '.npmrc',
    '.netrc',
    '.aws/config',
    '.ssh/known_hosts',
    'secrets.yaml',
    'ID_RSA',
    '.pypirc',
    'terraform.tfstate',
  ])('%s does', (path) => {
    expect(looksSecret(path)).toBe(true);
  });
  it.each([
    '.env.example',
    'id_rsa.pub',
    'src/credentials.py',
    'secrets.ts',
    'environment.py',
    'keys.py',
    'data/set.csv',
    'monkey',
    'README.md',
  ])('%s does not', (path) => {
    expect(looksSecret(path)).toBe(false);
  });
});
