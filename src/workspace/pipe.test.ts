import { mkdtempSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Pipe, pipe } from './pipe.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-pipes-'));
vi.stubEnv('TMPDIR', folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function opened(): Promise<Pipe> {
  const made = await pipe();
  if (made === undefined) throw new Error('no pipe');
  return made;
}

const descriptors = () => readdirSync('/proc/self/fd').length;

describe.skipIf(process.platform !== 'linux')('needs Linux', () => {
  test('what is written is read, again and again', async () => {
    for (const word of ['one', 'two']) {
      const { reader, end, handOver, release } = await opened();
      writeSync(end, word);
      handOver();
      expect(await text(reader)).toBe(word);
      release();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a drained pipe is used again, without more descriptors', async () => {
    const before = descriptors();
    const { reader, handOver, release } = await opened();
    handOver();
    await text(reader);
    release();
    await expect.poll(descriptors).toBe(before);
  });

  test('a pipe that somebody may still write into is given up', async () => {
    const before = descriptors();
    const first = await opened();
    writeSync(first.end, 'late');
    first.release();
    const second = await opened();
    second.handOver();
    expect(await text(second.reader)).toBe('');
    second.release();
    first.handOver();
    await expect.poll(descriptors).toBe(before);
  });
});
