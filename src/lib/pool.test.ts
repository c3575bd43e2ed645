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
});
