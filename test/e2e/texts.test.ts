import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVOLVE, essence, evolve, fingerprint, git, json, repository, temporary, withoutSandbox } from './support.ts';

withoutSandbox();

/** An agent outside of the repository that writes its own number in place of the 41 of every file. */
function scriptedAgent(): string {
  const file = join(temporary(), 'agent.mjs');
  const script = `import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
for (const path of execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\\0').filter(Boolean)) {
  const before = readFileSync(path, 'latin1');
  writeFileSync(path, before.replaceAll(/\\b41\\b/g, '42' + process.env.EVOLVE_CANDIDATE.slice(-1)), 'latin1');
}
`;
  writeFileSync(file, script);
  return `command:'${process.execPath}' '${file}'`;
}

// The built-in operators are tune and syntax in turns: what is of single changes is tested of these two.
const TUNE = ['the operator tune', () => ['--operator', 'tune']] as const;
const SYNTAX = ['the operator syntax', () => ['--operator', 'syntax']] as const;
const BUILT_IN = ['the built-in operators', () => []] as const;
const AGENT = ['an agent', () => ['--agent', scriptedAgent()]] as const;

const runOf = (files: readonly string[], flags: readonly string[]): readonly string[] => [
  'run',
  'echo 1',
  ...files.map((path) => `--files=${path}`),
  ...['-g', '1', '--yes'],
  ...flags,
];

/** What the candidates have made of a file, each text once. */
function textsOf(folder: string, path: string): readonly string[] {
  const commits = essence(folder).commits.filter(({ id }) => id !== 'gen0-seed');
  return [...new Set(commits.map(({ commit }) => git(join(folder, '.evolve/git'), 'show', `${commit}:${path}`)))];
}

const JAVASCRIPT = [
  'exports.pick = (a, b) => {',
  '\tlet best = 41;',
  '\tif (a > b && best > 3) {',
  '\t\tbest = a + 2 * b;',
  '\t}',
  '\treturn best;',
  '};',
  'exports.pick(1.5, 2);',
  'exports.pick(7, 8);',
];
const PYTHON = [
  'def pick(a, b):',
  '\tbest = 41',
  '\tif a > b and best > 3:',
  '\t\tbest = a + 2 * b',
  '\treturn best',
  'pick(1.5, 2)',
  'pick(7, 8)',
];
const MARKED = JAVASCRIPT.flatMap((line) => {
  if (line.endsWith('=> {')) return [line, '\t// EVOLVE-BLOCK-START'];
  return line === '};' ? ['\t// EVOLVE-BLOCK-END', line] : [line];
});

it.each([TUNE, SYNTAX, AGENT])(
  '%s keeps line ends of Windows, tabs, byte order marks, how a file ends and what markers protect',
  (_name, flags) => {
    const files = Object.entries({ 'pick.js': JAVASCRIPT, 'pick.py': PYTHON, 'marked.js': MARKED });
    const texts = files.map(([path, lines]) => [path, `\uFEFF${lines.join('\r\n')}`] as const);
    const folder = repository(Object.fromEntries(texts));
    json(evolve(folder, [...runOf(['.'], flags()), '-k', '12', '--json']));
    for (const [path, text] of texts) {
      const made = textsOf(folder, path).filter((one) => one !== text);
      expect(made, path).not.toEqual([]);
      for (const one of made) {
        expect([...one.matchAll(/\uFEFF/g)].map(({ index }) => index)).toEqual([0]);
        expect(one.replaceAll('\r\n', ''), one).not.toMatch(/[\r\n]/);
        expect(one, one).not.toMatch(/\n$|^ /m);
        const edges = /^[\s\S]*BLOCK-START\r\n|\t\/\/ EVOLVE-BLOCK-END[\s\S]*$/g;
        expect(one.match(edges)).toEqual(text.match(edges));
      }
    }
  },
);

it.each([
  [...TUNE, 'long.py'],
  [...SYNTAX, 'long.js'],
  [...AGENT, 'long.js'],
] as const)('%s makes a small change of a file of 10,000 lines', (_name, flags, path) => {
  const lines = Array.from({ length: 2_000 }, (_, nth) =>
    path === 'long.py'
      ? [`def f${nth}(a, b):`, '    c = a + b', '    d = c - a', '    return d * a', '']
      : [`function f${nth}(a, b) {`, '  const c = a + b;', '  return c * a;', '}', ''],
  ).flat();
  const folder = repository({ [path]: `${['x = 41', ...lines].join('\n')}\n` });
  json(evolve(folder, [...runOf([path], flags()), '-k', '2', '--json']));
  const diff = evolve(folder, ['diff', 'gen1-1']).stdout;
  expect(diff).toMatch(/^[-+] *\w/m);
  expect(diff.split('\n').length).toBeLessThan(40);
});

/** A mistake: exit 2, one line, and nothing left behind. */
function mistake(folder: string, args: readonly string[]): string {
  const before = fingerprint(folder);
  // Without a sandbox it would say so first.
  const { code, stdout, stderr } = evolve(folder, [...args, '--sandbox', 'auto']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^evolve: [^\n]+\n$/);
  expect(fingerprint(folder)).toEqual(before);
  expect(existsSync(join(folder, '.evolve'))).toBe(false);
  return stderr;
}

const FINE = 'exports.pick = (a) => a + 41;\n';

it.each([TUNE, SYNTAX, BUILT_IN])('%s: files that can’t be changed are named with the reason', (name, flags) => {
  const folder = repository({
    'bad.js': 'f();\n\nlet = = 7;\n',
    'broken.js': 'f();\n// EVOLVE-BLOCK-START\nf(5);\n',
    'broken.py': 'f()\r\n# EVOLVE-BLOCK-END\r\nf(5)\r\n',
    'empty.js': '',
    'import.js': 'import "c";\n',
    'hollow.js': 'f(5);\n// EVOLVE-BLOCK-START\n// EVOLVE-BLOCK-END\nf(6);\n',
    'notes.md': '5\n',
    'pick.js': FINE,
  });
  writeFileSync(join(folder, 'binary.js'), Buffer.from([0, 1, 2, 0xff, 0xfe]));
  writeFileSync(join(folder, 'latin.js'), Buffer.from('f(5 + 6); // \xe9\n', 'latin1'));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'more');
  const said = (...files: string[]) => mistake(folder, runOf(files, flags()));
  const wrong = [
    'bad.js:3: not valid JavaScript',
    'broken.js:2: EVOLVE-BLOCK-START without an EVOLVE-BLOCK-END after it',
    'broken.py:2: EVOLVE-BLOCK-END without an EVOLVE-BLOCK-START before it',
  ];
  expect(said('bad.js', 'broken.js', 'broken.py')).toContain(`(${wrong.join('; ')})`);
  const other = said('binary.js', 'latin.js', 'notes.md');
  expect(other).toContain('(binary.js: not UTF-8; latin.js: not UTF-8; notes.md: not JavaScript, TypeScript,');
  expect(other).toContain('or let an agent do it with --agent');
  const nothing = name === TUNE[0] ? '' : ': nothing that may be edited';
  const idle = ['empty.js', 'hollow.js', 'import.js'].map((path) => path + nothing);
  expect(said('empty.js', 'import.js', 'hollow.js')).toContain(`(${idle.join(name === TUNE[0] ? ', ' : '; ')})`);
  const ran = evolve(folder, runOf(['bad.js', 'broken.*', 'pick.js'], flags()));
  expect(ran.code).toBe(0);
  for (const reason of wrong) expect(ran.stdout).toContain(`left out: ${reason}\n`);
  for (const path of ['bad.js', 'broken.js', 'broken.py'])
    expect(textsOf(folder, path)).toEqual([git(folder, 'show', `HEAD:${path}`)]);
  expect(textsOf(folder, 'pick.js')).not.toContain(FINE);
});

it('an agent may change files that nobody can parse, but not one with broken markers', () => {
  const texts = { 'bad.js': 'let = = 41;\n', 'broken.js': 'f();\n// EVOLVE-BLOCK-START\nf(41);\n', 'notes.md': '41\n' };
  const folder = repository(texts);
  writeFileSync(join(folder, 'latin.js'), Buffer.from('f(41); // \xe9\n', 'latin1'));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'more');
  json(evolve(folder, [...runOf(['.'], AGENT[1]()), '--json', '-k', '2']));
  const { commit, refused } = json(evolve(folder, ['show', 'gen1-1', '--json'])).candidate;
  const made = (path: string) => git(join(folder, '.evolve/git'), 'show', `${commit}:${path}`);
  expect([made('bad.js'), made('notes.md'), made('broken.js')]).toEqual([
    'let = = 421;\n',
    '421\n',
    texts['broken.js'],
  ]);
  const patch = join(temporary(), 'one.patch');
  writeFileSync(patch, execFileSync(process.execPath, [EVOLVE, 'diff', 'gen1-1'], { cwd: folder }));
  git(folder, 'apply', patch);
  expect(readFileSync(join(folder, 'latin.js'), 'latin1')).toBe('f(421); // \xe9\n');
  const reason =
    "its EVOLVE-BLOCK markers don't match: line 2: EVOLVE-BLOCK-START without an EVOLVE-BLOCK-END after it";
  expect(refused).toEqual([{ path: 'broken.js', reason }]);
});

describe('odd names', () => {
  const paths = ['a b/c d.js', "it's.js", 'say "hi".js', 'ü/é.js', '-dash.js', 'b[1]*.js', '!no.js', 'new\nline\\.js'];
  const files = Object.fromEntries(paths.map((path) => [path, FINE]));

  it.each([BUILT_IN, AGENT])('%s changes them, and the diff applies', (name, flags) => {
    const folder = repository({ ...files, 'c d.js': FINE, 'b1x.js': FINE });
    json(evolve(folder, [...runOf(paths, flags()), '-k', '4', '--json']));
    const own = essence(folder).commits.filter(({ id }) => id !== 'gen0-seed');
    const changed = new Set<string>();
    for (const { id } of own) {
      const patch = join(temporary(), 'one.patch');
      writeFileSync(patch, evolve(folder, ['diff', id]).stdout);
      git(folder, 'apply', patch);
      for (const path of git(folder, 'diff', '--name-only', '-z').split('\0')) if (path !== '') changed.add(path);
      git(folder, 'checkout', '-q', '.');
    }
    expect(own.length).toBeGreaterThan(1);
    expect(paths).toEqual(expect.arrayContaining([...changed]));
    if (name === AGENT[0]) expect([...changed].sort()).toEqual([...paths].sort());
  });
});

it.each([
  ['a path', ['nothing.js'], 'matches no file that git holds.'],
  ['a glob', ['nowhere/**/*.js'], 'matches no file that git holds.'],
  ['a folder', ['empty'], 'matches no file that git holds.'],
  ['a folder that git ignores', ['ignored'], 'matches no file that git holds.'],
  ['exclusions alone', ['!pick.js'], '--files !pick.js only leaves out'],
  ['a symbolic link', ['link.js'], 'link.js is a symbolic link'],
])('a scope without files is a mistake: %s', (_name, files, reason) => {
  const folder = repository({ 'pick.js': FINE, '.gitignore': 'ignored\n', 'ignored/a.js': FINE });
  mkdirSync(join(folder, 'empty'));
  symlinkSync('pick.js', join(folder, 'link.js'));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'link');
  const message = mistake(folder, runOf(files, []));
  expect(message).toContain(reason);
});

it('a symbolic link in scope stays a link, and what it points to changes by its own name alone', () => {
  const folder = repository({ 'src/pick.js': FINE, 'other.js': FINE });
  symlinkSync('../other.js', join(folder, 'src/link.js'));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'link');
  json(evolve(folder, [...runOf(['src'], []), '--json']));
  expect(textsOf(folder, 'src/link.js')).toEqual(['../other.js']);
  expect(textsOf(folder, 'other.js')).toEqual([FINE]);
  expect(textsOf(folder, 'src/pick.js')).not.toContain(FINE);
});
