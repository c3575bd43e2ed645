import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { redactFiles } from './redact-files.ts';

it('takes secrets out of files of any size, follows no link, and leaves nothing beside them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-redact-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'traces/deep'), { recursive: true });
  writeFileSync(join(folder, 'outside'), 'hunter2hunter2');
  symlinkSync('../outside', join(folder, 'traces/link'));
  const at = (name: string) => join(folder, 'traces', name);
  const large = `${'x'.repeat(1021)}hunter2hunter2${'y'.repeat(3000)}hunter2hunter2`;
  writeFileSync(at('deep/small'), 'a hunter2hunter2 b');
  writeFileSync(at('large'), large);
  redactFiles(join(folder, 'traces'), [{ name: 'KEY', value: 'hunter2hunter2' }], 1024);
  expect(readFileSync(at('deep/small'), 'utf8')).toBe('a [KEY] b');
  expect(readFileSync(at('large'), 'utf8')).toBe(large.replaceAll('hunter2hunter2', '[KEY]'));
  expect(readFileSync(join(folder, 'outside'), 'utf8')).toBe('hunter2hunter2');
  expect(() => readFileSync(at('large.clean'))).toThrow();
});
