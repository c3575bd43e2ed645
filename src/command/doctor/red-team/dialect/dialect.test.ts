import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Deed, dialectOf } from './dialect.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-dialect-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (tool: string): boolean =>
  spawnSync(tool, ['--version']).status === 0 || process.env.GALAPAGOS_REQUIRE === 'all';

/** Programs that print 1, and how they are run. */
const PROGRAMS = [
  { tool: 'node', file: 'a.cjs', text: "#!/usr/bin/env node\n'use strict';\nconsole.log(1);\n", line: 'node a.cjs' },
  {
    tool: 'node',
    file: 'a.mjs',
    text: "import 'node:fs';\nexport const one = 1;\nconsole.log(one);\n",
    line: 'node a.mjs',
  },
  {
    tool: 'python3',
    file: 'a.py',
    text: '#!/usr/bin/env python3\n"""One."""\nfrom __future__ import annotations\nprint(1)\n',
    line: 'python3 a.py',
  },
  {
    tool: 'cc',
    file: 'a.c',
    text: '#include <stdio.h>\nint main(void) { puts("1"); return 0; }\n',
    line: 'cc -o a a.c && ./a',
  },
] as const;

function done({ file, text, line }: { file: string; text: string; line: string }, deed: Deed) {
  const dialect = dialectOf(file);
  const code = dialect?.code(deed, 'load');
  if (code === undefined) return undefined;
  writeFileSync(join(folder, file), dialect?.insert(text, code) ?? '');
  const result = join(folder, 'result.json');
  rmSync(result, { force: true });
  const env = { PATH: process.env.PATH, EVOLVE_RESULT: result };
  const { status, stdout } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', env });
  const read = (): string => {
    try {
      return readFileSync(result, 'utf8');
    } catch {
      return '';
    }
  };
  return { failed: status !== 0, stdout, result: read() };
}

describe.each(PROGRAMS)('what $file is made to do', (program) => {
  it.skipIf(!has(program.tool))(`is done when it is loaded (needs ${program.tool})`, () => {
    const text = '{"score":1e+300}';
    expect(done(program, { do: 'raise' })).toMatchObject({ failed: true, stdout: '' });
    expect(done(program, { do: 'exit' })).toMatchObject({ failed: false, stdout: '' });
    expect(done(program, { do: 'print', text, when: 'now' })).toMatchObject({ failed: false, stdout: `${text}\n` });
    expect(done(program, { do: 'print', text, when: 'last' })).toMatchObject({ failed: false, stdout: `1\n${text}\n` });
    expect(done(program, { do: 'write', text, when: 'now' })).toEqual({ failed: false, stdout: '', result: text });
    expect(done(program, { do: 'write', text, when: 'last' })).toEqual({ failed: false, stdout: '1\n', result: text });
    expect(done(program, { do: 'slow-clocks' })?.stdout ?? '1\n').toBe('1\n');
  });
});

describe('slow clocks', () => {
  const TIMED = [
    {
      tool: 'node',
      file: 'b.cjs',
      text: 'const from = [performance.now(), Number(process.hrtime.bigint()) / 1e6, Date.now()];\nfor (const end = process.cpuUsage().user + 2e4; process.cpuUsage().user < end; );\nconsole.log(performance.now() - from[0] < 5 && Number(process.hrtime.bigint()) / 1e6 - from[1] < 5 && Date.now() - from[2] < 5);\n',
      line: 'node b.cjs',
      yes: 'true\n',
    },
    {
      tool: 'python3',
      file: 'b.py',
      text: 'import time, resource\nfrom_ = time.perf_counter(), time.time_ns()\nuser = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_utime\nend = user() + 0.02\nwhile user() < end: pass\nprint(time.perf_counter() - from_[0] < 0.005 and time.time_ns() - from_[1] < 5e6)\n',
      line: 'python3 b.py',
      yes: 'True\n',
    },
  ] as const;
  for (const program of TIMED) {
    it.skipIf(!has(program.tool))(`hide what passes (needs ${program.tool})`, () => {
      expect(done(program, { do: 'slow-clocks' })?.stdout).toBe(program.yes);
    });
  }
});

describe('a place to stand', () => {
  it.each([
    ['a.go', 'package main\n\nfunc main() {}\n', /^package main\nimport galapagos_os "os"\n[\s\S]*func init\(\) \{/],
    ['A.java', '// a class of its own\npublic final class A {\n}\n', /class A \{\nstatic \{ System\.exit/],
    [
      'a.rs',
      'const N: u8 = 1;\npub fn f(a: u8) -> u8 {\n    a\n}\n',
      /f\(a: u8\) -> u8 \{\nif true \{ std::process::exit/,
    ],
  ])('is found in %s', (file, text, expected) => {
    const dialect = dialectOf(file);
    expect(dialect?.insert(text, dialect.code({ do: 'exit' }, 'load') ?? '')).toMatch(expected);
    expect(dialect?.insert('', 'x')).toBeUndefined();
  });

  it('is not looked for in what is no program', () => {
    expect(dialectOf('weights.json')).toBeUndefined();
  });
});
