import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Agent, AgentRun, Outage } from '../domain/agent.ts';
import type { Sleep } from './breaker.ts';
import { retryTimes, withRetry } from './with-retry.ts';

const told = { text: '', spent: {} };
const well: AgentRun<string> = { kind: 'answered', answer: 'yes', ...told };
const down = (outage: Outage = 'server', afterMs?: number): AgentRun<string> => ({
  kind: 'broken',
  outage,
  reason: `the ${outage} says no`,
  ...(afterMs === undefined ? {} : { afterMs }),
  ...told,
});

/** Time that goes on when everybody sleeps. */
function clock() {
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const slept: number[] = [];
  let now = 0;
  const sleep: Sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      slept.push(ms);
      const sleeper = { at: now + ms, wake: resolve };
      sleepers.add(sleeper);
      signal.addEventListener('abort', () => {
        if (sleepers.delete(sleeper)) reject(signal.reason);
      });
    });
  const until = async <T>(work: Promise<T>): Promise<T> => {
    let ended = false;
    const ending = work.finally(() => {
      ended = true;
    });
    for (;;) {
      for (let round = 0; round < 3; round++) await setImmediate();
      if (ended) return ending;
      const [next] = [...sleepers].sort((a, b) => a.at - b.at);
      if (next === undefined) throw new Error('everybody waits for nothing');
      sleepers.delete(next);
      now = next.at;
      next.wake();
    }
  };
  return { sleep, slept, until, now: () => now };
}

/** An agent that says one thing after the other, by call or by key; and how it fares. */
function setting(answer: (key: string, call: number) => AgentRun<string> | Promise<AgentRun<string>>) {
  const calls: string[] = [];
  const outages: string[] = [];
  const time = clock();
  const agent: Agent = {
    name: 'fake',
    works: 'text',
    async run(task) {
      calls.push(task.key);
      const run = await answer(task.key, calls.length);
      return run.kind === 'answered' ? { ...run, answer: read(task.read, run.text) } : run;
    },
  };
  const ledger = { outage: (reason: string) => void outages.push(reason) };
  const retried = withRetry(agent, {
    ledger,
    times: retryTimes(undefined, undefined),
    sleep: time.sleep,
    draw: () => 1,
  });
  const call = (key: string, signal = new AbortController().signal) =>
    retried.run({ ...TASK, key, read: (text) => ({ kind: 'read', answer: text }) }, signal);
  return { calls, outages, time, call };
}

const TASK = { role: 'author', prompt: { system: '', text: '' }, access: 'edit', timeoutMs: 1000 } as const;

function read<A>(reading: (text: string) => { kind: string; answer?: A }, text: string): A {
  const { answer } = reading(text);
  if (answer === undefined) throw new Error('not read');
  return answer;
}

describe('one call', () => {
  it('is tried again after ever longer waits', async () => {
    const { call, time, calls, outages } = setting((_, n) => (n < 4 ? down() : well));
    expect(await time.until(call('a'))).toMatchObject({ kind: 'answered' });
    expect(time.slept).toEqual([1000, 4000, 15_000]);
    expect(calls).toHaveLength(4);
    expect(outages).toEqual([]);
  });

  it('finds the files as they were at first, not as a turn that broke off has left them', async () => {
    const files = ['the code'];
    const workspace = {
      ...{ root: '/w', cwd: '/w', notes: '/n', conflicts: [], unmerged: [], mounts: [] },
      save: () => Promise.reject(new Error('not asked for')),
      load: () => Promise.reject(new Error('not asked for')),
      renew: async () => void files.splice(1),
    };
    const seen: number[] = [];
    const agent: Agent = {
      name: 'fake',
      works: 'files',
      async run(task) {
        seen.push(files.length);
        files.push('half an edit');
        if (seen.length < 3) return { kind: 'broken', outage: 'server', reason: 'down', ...told };
        return { kind: 'answered', answer: read(task.read, ''), ...told };
      },
    };
    const { sleep, until } = clock();
    const options = { ledger: { outage: () => undefined }, times: retryTimes(undefined, undefined), sleep };
    const task = { ...TASK, key: 'a', workspace, read: (text: string) => ({ kind: 'read', answer: text }) as const };
    expect(await until(withRetry(agent, options).run(task, new AbortController().signal))).toMatchObject({
      kind: 'answered',
    });
    expect(seen).toEqual([1, 1, 1]);
  });

  it('waits as long as it is asked to, within reason', async () => {
    const { call, time } = setting((_, n) => [down('rate', 7000), down('rate', 10_000_000), well][n - 1] ?? well);
    await time.until(call('a'));
    expect(time.slept).toEqual([7500, 302_000]);
  });

  it.each(['key', 'quota', 'missing'] as const)('comes back at once when a person is needed: %s', async (outage) => {
    const { call, time, calls } = setting(() => down(outage));
    expect(await time.until(call('a'))).toMatchObject({ kind: 'broken', outage, final: true });
    expect([calls.length, time.slept.length]).toEqual([1, 0]);
  });

  it('is not tried again for what is not the machine’s', async () => {
    const { call, time, calls } = setting(() => ({ kind: 'failed', reason: 'refused', ...told }));
    expect(await time.until(call('a'))).toMatchObject({ kind: 'failed', reason: 'refused' });
    expect(calls).toHaveLength(1);
  });

  it('rejects with the reason when it is aborted in a wait', async () => {
    const { call } = setting(() => down());
    const aborter = new AbortController();
    const run = call('a', aborter.signal);
    await setImmediate();
    aborter.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
  });
});

describe('an outage', () => {
  it('is paused for, told once per pause, and given up after a quarter of an hour', async () => {
    const { call, time, calls, outages } = setting(() => down());
    const run = await time.until(call('a'));
    expect(run).toMatchObject({ kind: 'broken', outage: 'server', reason: 'the server says no', final: true });
    expect(outages).toEqual(
      ['30 s', '1 min', '2 min', '5 min', '5 min'].map((pause) => `fake: the server says no; paused for ${pause}`),
    );
    expect(calls).toHaveLength(4 + 5);
    expect(time.now() / 60_000).toBeGreaterThan(13);
    expect(time.now() / 60_000).toBeLessThan(16);
  });

  it('is given up for all lanes, and nobody calls after it', async () => {
    const { call, time, calls } = setting(() => down('network'));
    const runs = await time.until(Promise.all(['a', 'b', 'c'].map((key) => call(key))));
    for (const run of runs) expect(run).toMatchObject({ kind: 'broken', outage: 'network', final: true });
    const before = calls.length;
    expect(before).toBe(3 * 3 + 1 + 5);
    expect(await time.until(call('d'))).toMatchObject({ kind: 'broken', final: true });
    expect(calls).toHaveLength(before);
  });

  it('lets one call through after each pause, and all when it is over', async () => {
    let inFlight = 0;
    let most = 0;
    let up = false;
    const { call, time, calls, outages } = setting(async () => {
      inFlight += 1;
      if (outages.length > 0 && !up) most = Math.max(most, inFlight);
      await setImmediate();
      inFlight -= 1;
      up = up || outages.length === 2;
      return up ? well : down('rate');
    });
    const lanes = Array.from({ length: 8 }, (_, lane) => call(`lane ${lane}`));
    for (const run of await time.until(Promise.all(lanes))) expect(run.kind).toBe('answered');
    expect(outages).toHaveLength(2);
    expect(most).toBe(1);
    expect(calls).toHaveLength(8 * 3 + 1 + 1 + 8);
  });

  it('goes on with another probe when the first is aborted', async () => {
    const aborter = new AbortController();
    const { call, time, outages } = setting((key) => {
      if (key === 'b' || outages.length === 0) return outages.length === 0 ? down() : well;
      aborter.abort(new Error('enough'));
      throw aborter.signal.reason;
    });
    const [first, second] = [call('a', aborter.signal), call('b')];
    const both = Promise.allSettled([first, second]);
    const [a, b] = await time.until(both);
    expect(a.status).toBe('rejected');
    expect(b).toMatchObject({ status: 'fulfilled', value: { kind: 'answered' } });
  });

  it('is none when only one call is never served', async () => {
    const { call, time, outages } = setting((key) => (key === 'poison' ? down() : well));
    const others = (async () => {
      for (let n = 0; n < 200; n++) {
        await call(`good ${n}`);
        await time.sleep(1000, new AbortController().signal);
      }
    })();
    const run = await time.until(call('poison'));
    expect(run).toMatchObject({ kind: 'failed', reason: expect.stringContaining('while other calls went well') });
    expect(outages).toHaveLength(1);
    await time.until(others);
  });
});

it('takes its waits from the environment in tests, and then gives up without a pause', () => {
  expect(retryTimes('5,7', undefined)).toEqual({ triesMs: [5, 7], pausesMs: [], longestMs: 7 });
  expect(retryTimes('5', '9,8')).toEqual({ triesMs: [5], pausesMs: [9, 8], longestMs: 9 });
});
