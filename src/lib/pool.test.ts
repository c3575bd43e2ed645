import { describe, expect, it } from 'vitest';
import { Pool } from './pool.ts';

const never = new AbortController().signal;

describe('pool', () => {
  it('makes what it needs, never more than its size, and serves in order', async () => {
    let most = 0;
    let now = 0;
    const order: number[] = [];
    const pool = new Pool(2, async (index) => index);
    const work = (number: number) =>
      pool.use(never, async () => {
        most = Math.max(most, ++now);
        order.push(number);
        await Promise.resolve();
        now--;
      });
    await Promise.all([1, 2, 3, 4, 5].map(work));
    expect(most).toBe(2);
    expect(order).toEqual([1, 2, 3, 4, 5]);
    expect(pool.made).toEqual([0, 1]);
  });

  it('gives the place back when the work, the making or the waiting fails', async () => {
    let makes = 0;
    const pool = new Pool(1, async () => {
      makes++;
      if (makes === 1) throw new Error('no room');
      return makes;
    });
    await expect(pool.use(never, async () => 1)).rejects.toThrow('no room');
    await expect(pool.use(never, async () => Promise.reject(new Error('work')))).rejects.toThrow('work');
    const controller = new AbortController();
    const finishing = new AbortController();
    const busy = pool.use(
      never,
      () => new Promise<void>((resolve) => finishing.signal.addEventListener('abort', () => resolve())),
    );
    const waiting = pool.use(controller.signal, async () => 2);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    finishing.abort();
    await busy;
    expect(await pool.use(never, async (thing) => thing)).toBe(2);
  });

  it('never gives an index to two, also after a making that failed', async () => {
    let fail = (_: Error) => {};
    let end = () => {};
    const failure = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const asked: { index: number; signal: AbortSignal }[] = [];
    const pool = new Pool(2, async (index, signal) => {
      asked.push({ index, signal });
      if (asked.length === 1) await failure;
      return index;
    });
    const first = pool.use(never, async (thing) => thing);
    const second = pool.use(never, (thing) => ended.then(() => thing));
    fail(new Error('no room'));
    await expect(first).rejects.toThrow('no room');
    const { signal } = new AbortController();
    expect(await pool.use(signal, async (thing) => thing)).toBe(0);
    end();
    expect(await second).toBe(1);
    expect(asked.map(({ index }) => index)).toEqual([0, 1, 0]);
    expect(asked[1]?.signal).toBe(never);
    expect(asked[2]?.signal).toBe(signal);
    expect(pool.made).toHaveLength(2);
  });
});
