import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fakeLanes } from '../../test/fake/lanes.ts';
import { tryLock } from '../lib/lock.ts';
import { withClaims } from './with-claims.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-claims-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const never = new AbortController().signal;
const job = { candidate: { id: 'gen1-1', commit: '1', tree: '1' }, attempt: 1 };

describe('claims', () => {
  it('are held while a candidate is evaluated, and gone afterwards', async () => {
    const held: boolean[] = [];
    const pause = async () => {
      held.push(tryLock(join(folder, 'gen1-1.claim')) === undefined);
    };
    const lanes = { ...fakeLanes({ seed: [1], score: () => 1, pause }), [Symbol.asyncDispose]: async () => {} };
    await withClaims(lanes, folder).evaluate(job, never);
    expect(held).toEqual([true]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('make the second wait for the first', async () => {
    const first = tryLock(join(folder, 'gen1-1.claim'));
    const lanes = { ...fakeLanes({ seed: [1], score: () => 1 }), [Symbol.asyncDispose]: async () => {} };
    const second = withClaims(lanes, folder).evaluate(job, never);
    await new Promise((resolve) => setImmediate(resolve));
    expect(lanes.evaluated).toEqual([]);
    first?.release('remove');
    expect(await second).toMatchObject({ outcome: 'scored' });
    expect(existsSync(join(folder, 'gen1-1.claim'))).toBe(false);
  });
});
