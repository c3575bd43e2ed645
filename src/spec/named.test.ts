import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filesMissing, filesNamed } from './named.ts';
import { callsOf } from './shell-line.ts';

const FILES = [
  'scripts/check.sh',
  'scripts/lib.sh',
  'cli/check.sh',
  'cli/go.mod',
  'Makefile',
  'package.json',
  'tests/a_test.py',
  'tests/b_test.py',
  'src/app.ts',
  'allow.txt',
  'eslint.config.js',
  'with space.sh',
];
const named = (line: string) => filesNamed([line], FILES);

describe('the files that a command measures by', () => {
  it.each([
    ['scripts/check.sh', ['scripts/check.sh']],
    ['./scripts/check.sh --fast', ['scripts/check.sh']],
    ['bash scripts/check.sh | grep ok', ['scripts/check.sh']],
    ['env -u X bash scripts/check.sh', ['scripts/check.sh']],
    ['cd cli && ./check.sh', ['cli/check.sh']],
    ['(cd cli && go vet ./...) && bash scripts/check.sh', ['scripts/check.sh']],
    ['cd cli; cd ..; bash ./scripts/lib.sh', ['scripts/lib.sh']],
    ['bash -c "source scripts/lib.sh && run"', ['scripts/lib.sh']],
    ['test "$(bash scripts/check.sh)" = ok', ['scripts/check.sh']],
    ['FOO=1 timeout 10 "scripts/check.sh"', ['scripts/check.sh']],
    [`bash 'with space.sh'`, ['with space.sh']],
    ['eslint --config=eslint.config.js src', ['eslint.config.js']],
    ['pytest tests/a_test.py::test_x', ['tests/a_test.py']],
    ['make -s test', ['Makefile']],
    ['npm run lint', ['package.json']],
    ['grep -vxFf allow.txt out', ['allow.txt']],
    ['awk -f scripts/lib.sh src/app.ts', ['scripts/lib.sh']],
    ['node src/app.ts', ['src/app.ts']],
    // Whoever hands a line to a shell, it is read.
    ['sudo -u ci bash -c "scripts/check.sh --fast"', ['scripts/check.sh']],
    ['su ci -c "bash scripts/check.sh"', ['scripts/check.sh']],
    ['docker run image sh -c "bash scripts/check.sh"', ['scripts/check.sh']],
    ['node --import tsx src/app.ts', ['src/app.ts']],
    ['npx tsx src/app.ts lib.ts', ['package.json', 'src/app.ts']],
    ['deno run --allow-read src/app.ts', ['src/app.ts']],
    ['python3 -m pytest tests/a_test.py', ['tests/a_test.py']],
    ['sh scripts/check.sh src/app.ts allow.txt', ['allow.txt', 'scripts/check.sh']],
    ['tool --require src/app.ts', ['src/app.ts']],
  ])('%s', (line, files) => {
    expect(named(line)).toEqual(files);
  });

  it.each([
    // Folders and globs are what is looked at.
    'pytest tests/',
    'pytest tests',
    'eslint "src/**/*.ts"',
    'shellcheck scripts/*.sh',
    'go test ./...',
    // Code that is handed to a program is what it is about.
    'eslint src/app.ts',
    'node --check src/app.ts',
    'python3 -m pylint src/app.ts',
    'tsc --noEmit src/app.ts',
    `node -e "import('./src/app.ts').then((m) => process.exit(m.ok ? 0 : 1))"`,
    `python3 -c 'import json; json.load(open("package.json"))'`,
    // A program that only looks is about the file.
    'test -f src/app.ts',
    '[ -s src/app.ts ]',
    'grep -q strict src/app.ts',
    'test "$(wc -l < allow.txt)" -le 3',
    '! grep -n TODO src/app.ts',
    'test "$(jq -r .version package.json)" = 1',
    "awk '{ n++ } END { exit n > 9 }' src/app.ts",
    '',
  ])('stay open: %s', (line) => {
    expect(named(line)).toEqual([]);
  });
});

describe('scripts that are gone', () => {
  const gone = (line: string) => filesMissing(line, (path) => FILES.includes(path));

  it.each([
    ['bash scripts/old.sh', ['scripts/old.sh']],
    ['cd cli && ./old.sh && ./check.sh', ['cli/old.sh']],
    ['bash scripts/check.sh && python3 tools/a.py', ['tools/a.py']],
    ['npm test', []],
    ['test ! -f scripts/old.sh', []],
    ['node $DIR/x.js', []],
    ['/usr/lib/x/y.sh', []],
    ['node node.js', []],
  ])('%s', (line, files) => {
    expect(gone(line)).toEqual(files);
  });
});

it('any line can be read', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '"',
    "'",
    '`',
    '$(',
    ')',
    '(',
    '&&',
    '|',
    ';',
    '\\',
    '<',
    '>',
    '{ ',
    '}',
    '\n',
    'cd ',
    '..',
    '/',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => Array.isArray(callsOf(pieces.join('')))),
    { numRuns: 500 },
  );
});
