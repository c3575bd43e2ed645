import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { capture, tail } from './capture.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-capture-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = join(folder, 'log');

test('a tail is the end of all that was pushed', () => {
  const chunk = fc.uint8Array({ maxLength: 3000, max: 0x7f }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.array(chunk), fc.integer({ min: 0, max: 4000 }), (chunks, capacity) => {
      const kept = tail(capacity);
      for (const each of chunks) kept.push(each);
      const all = Buffer.concat(chunks);
      expect(kept.kept().equals(all.subarray(Math.max(0, all.length - capacity)))).toBe(true);
      expect(kept.bytes()).toBe(all.length);
      expect(kept.whole()).toBe(all.length <= capacity);
    }),
  );
});

test('a tail that begins inside a character begins with the next one', () => {
  const kept = tail(6);
  kept.push(Buffer.from('a€€€'));
  expect(kept.kept().toString()).toBe('€€');
  kept.push(Buffer.from('!'));
  expect(kept.kept().toString()).toBe('€!');
});

test('a character that comes in two chunks is one character', () => {
  const euro = Buffer.from('€');
  const output = capture(log, 100, 100);
  output.write('stdout', euro.subarray(0, 1));
  output.write('stderr', Buffer.from('!'));
  output.write('stdout', euro.subarray(1));
  expect(output.finish()).toEqual({ stdout: '€', stderr: '!', outputBytes: 4, truncated: false });
});

test('the log has the beginning, the cut and the end', () => {
  const output = capture(log, 10, 4);
  for (const word of ['01234', '56789', 'abcdef', 'ghij']) output.write('stdout', Buffer.from(word));
  expect(output.finish()).toEqual({ stdout: 'ghij', stderr: '', outputBytes: 20, truncated: true });
  expect(readFileSync(log, 'utf8')).toBe('0123456789\n… output cut at 10 bytes\n… the last 4 bytes:\nghij');
});

test('the cut may fall inside a chunk', () => {
  const output = capture(log, 3, 100);
  output.write('stdout', Buffer.from('abcdef'));
  expect(output.finish()).toMatchObject({ stdout: 'abcdef', truncated: true });
  expect(readFileSync(log, 'utf8')).toBe('abc\n… output cut at 3 bytes\n… the last 3 bytes:\ndef');
});

test('small outputs are written together, and soon', async () => {
  const path = join(folder, 'soon');
  const output = capture(path, 100, 100);
  output.write('stdout', Buffer.from('a'));
  output.write('stdout', Buffer.from('b'));
  expect(existsSync(path)).toBe(false);
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8'), { timeout: 20_000 }).toBe('ab');
  output.finish();
});

test('a log that can not be opened or written is told', () => {
  const nowhere = capture(join(folder, 'missing', 'log'), 100, 100);
  nowhere.write('stdout', Buffer.from('x'));
  expect(nowhere.finish()).toMatchObject({ stdout: 'x', logFailed: expect.stringContaining('ENOENT') });

  const full = capture('/dev/full', 1e9, 100);
  for (let i = 0; i < 5; i += 1) full.write('stderr', Buffer.alloc(50_000, 'x'));
  expect(full.finish()).toMatchObject({ outputBytes: 250_000, logFailed: expect.stringContaining('ENOSPC') });
});

test('a long output is kept in little memory', () => {
  const output = capture(log, 1000, 1000);
  const chunks = Array.from({ length: 10 }, (_, at) => Buffer.alloc(100_000, at));
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 1000; i += 1) output.write('stdout', chunks[i % 10] ?? Buffer.alloc(0));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  expect(output.finish().outputBytes).toBe(100_000_000);
});

test('a secret that comes in pieces comes into neither log nor tail', () => {
  const output = capture(log, 1000, 1000, [{ name: 'A_KEY', value: 'abcdefgh' }]);
  for (const piece of ['1 abc', 'def', 'gh 2 abc']) output.write('stdout', Buffer.from(piece));
  output.write('stderr', Buffer.from('abcdefg'));
  output.write('stdout', Buffer.from('d'));
  const { stdout, stderr, outputBytes } = output.finish();
  expect([stdout, stderr, outputBytes]).toEqual(['1 [A_KEY] 2 abcd', 'abcdefg', 24]);
  expect(readFileSync(log, 'utf8')).not.toContain('abcdefgh');
});
