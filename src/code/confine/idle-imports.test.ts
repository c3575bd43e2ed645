import { describe, expect, it } from 'vitest';
import { targetIn } from './confine.fixture.ts';
import { confine } from './confine.ts';

const SEED = [
  'package p',
  '',
  'import (',
  '\t"bytes"',
  '\t"fmt"',
  '\tstr "strings" // names',
  ')',
  '',
  '// Text needs no bytes.',
  'func Text(n int) string {',
  '\tvar buf bytes.Buffer',
  '\tfmt.Fprint(&buf, n)',
  '\treturn str.TrimSpace(buf.String())',
  '}',
  '',
  'func Other(n int) { fmt.Println(n) }',
  '',
].join('\n');

const rewritten = (body: string): string => SEED.replace(/\tvar buf[^}]*/, `${body}\n`);

async function kept(made: string): Promise<string> {
  const target = await targetIn('a.go', SEED, 'Text');
  const found = await confine(target, SEED, made);
  if (found.kind !== 'kept') throw new Error(found.reason);
  expect(await confine(target, SEED, found.text)).toMatchObject({ kind: 'kept', text: found.text, left: [] });
  return found.text;
}

describe('imports that only the target used', () => {
  it('go with their last use, whether the author took them out or not', async () => {
    const made = rewritten('\treturn str.Repeat("x", n)');
    const wanted = made.replace('\t"bytes"\n', '');
    expect(await kept(made)).toBe(wanted);
    expect(await kept(wanted)).toBe(wanted);
  });

  it('stay where others use them, and make room for new ones', async () => {
    const made = rewritten('\treturn strconv.Itoa(n)').replace('\t"bytes"\n', '\t"strconv"\n');
    expect(await kept(made)).toBe(
      made.replace('\t"strconv"\n', '').replace('\tstr "strings" // names\n', '\t"strconv"\n'),
    );
  });
});

it('imports stay in languages that do not mind', async () => {
  const seed = 'import os\n\ndef f():\n    return os.sep\n';
  const found = await confine(await targetIn('a.py', seed, 'f'), seed, seed.replace('os.sep', '1'));
  expect(found).toMatchObject({ kind: 'kept', text: seed.replace('os.sep', '1') });
});
