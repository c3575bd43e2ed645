import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { fill } from './placeholders.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-fill-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "it's a file");

const said = (line: string): string => execFileSync('sh', ['-c', line], { encoding: 'utf8' });

it.each(["printf '[%s]' {name}", 'printf "[%s]" "{name}"', "printf '[%s]' '{name}'", 'printf "[%s]" \\"x{name}'])(
  'gives a value to the program as it is: %s',
  (line) => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
    const before = line.includes('x') ? '"x' : '';
    fc.assert(
      fc.property(text, (value) => {
        expect(said(fill(line, { name: { text: value } }))).toBe(`[${before}${value}]`);
      }),
      { numRuns: 15 },
    );
    writeFileSync(file, 'a "text" with $(things) and `others`\n\n');
    expect(said(fill(line, { name: { contentOf: file } }))).toBe(`[${before}a "text" with $(things) and \`others\`]`);
  },
);

it('leaves what it does not know, and the shell’s own variables', () => {
  const own = ['$', '{name}'].join('');
  expect(fill(`echo {other} ${own} {name} '{}'`, { name: { text: 'x' } })).toBe(`echo {other} ${own} x '{}'`);
});
