import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isolation } from '../../src/workspace/workspace.ts';
import { daemon, edit, forever } from '../fake/model/scripts.mjs';
import type { ModelServer, Reply, Script } from '../fake/model/server.mjs';
import { called, documentOf, modelAt, type Place, PRICE, place, served, wrote } from './model.ts';
import { processesWith, type Result, until } from './support.ts';

const namespaces = (await isolation()) !== 'group' || process.env.GALAPAGOS_REQUIRE === 'all';

const PRICED = ['--price', `mock-1=${PRICE.input}/${PRICE.output}`];
const ONE = ['-k', '2', '-g', '1', '--parallel', '1', ...PRICED];

const BEST = wrote('3, 30, 0.3');
const good = (numbers = '3, 30, 0.3'): Reply => ({ text: wrote(numbers), usage: { input: 900, output: 100 } });

const billed = (server: ModelServer): number =>
  server.calls.reduce(
    (sum, { usage: { input, output } = { input: 0, output: 0 } }) => sum + usdOf({ input, output }),
    0,
  );
const usdOf = ({ input, output }: { readonly input: number; readonly output: number }): number =>
  (input * PRICE.input + output * PRICE.output) / 1e6;

/** Each call as the ledger has it beside what the server did, one at a time. */
function accounted(at: Place, server: ModelServer): void {
  const calls = called(at);
  expect(calls).toHaveLength(server.calls.length);
  calls.forEach(({ usage, usd = Number.NaN, estimate }, index) => {
    const { usage: sent, reply, body } = server.calls[index] ?? {};
    if (sent !== undefined) {
      expect(usage).toMatchObject({ input: sent.input, output: sent.output });
      expect(usd).toBeCloseTo(usdOf(sent), 9);
    } else if (reply !== undefined && 'status' in reply) expect(usd).toBe(0);
    else {
      // Taken and not finished: nobody knows what it costs, so it counts by its size.
      expect(usage?.input).toBeGreaterThan(JSON.stringify(body).length / 5);
      expect(usd).toBeGreaterThan(0);
      expect(usd).toBeLessThanOrEqual(estimate.usd ?? 0);
    }
  });
  const { cost } = at.status();
  expect(cost).toMatchObject({ unpriced: 0, pending: { calls: 0 }, lost: { calls: 0 } });
  expect(cost.usd).toBeGreaterThanOrEqual(billed(server) - 1e-9);
}

interface Case {
  readonly name: string;
  readonly replies: readonly Reply[];
  readonly outcomes: readonly string[];
  /** Why there is no candidate; absent where there is one. */
  readonly dropped?: { readonly kind: string; readonly reason: RegExp };
}

const cut = BEST.slice(0, BEST.indexOf('3, 30') + 3);

/** One candidate each: what the model does about it, and what comes of it. */
const CASES: readonly Case[] = [
  {
    name: '429, then 500',
    replies: [{ status: 429 }, { status: 500 }, good('3, 30, 0.31')],
    outcomes: ['broken', 'broken', 'answered'],
  },
  {
    name: '429 with Retry-After',
    replies: [{ status: 429, retryAfter: 0.4 }, good('3, 30, 0.32')],
    outcomes: ['broken', 'answered'],
  },
  {
    name: 'an answer that is cut, then garbage',
    replies: [{ cut: true }, { garbage: true }, good('3, 30, 0.33')],
    outcomes: ['broken', 'broken', 'answered'],
  },
  {
    name: 'nothing is said, twice',
    replies: [{ empty: true }, { empty: true }],
    outcomes: ['answered', 'answered'],
    dropped: { kind: 'unchanged', reason: /^The answer changes no file/ },
  },
  {
    name: 'nothing is said, then something',
    replies: [{ empty: true }, good('3, 30, 0.34')],
    outcomes: ['answered', 'answered'],
  },
  {
    name: 'a refusal',
    replies: [{ text: 'I cannot help with that.', stop: 'refusal' }],
    outcomes: ['failed'],
    dropped: { kind: 'failed', reason: /^the model refused/ },
  },
  {
    name: 'an answer that ends at the longest length, then one that just ends',
    replies: [{ text: cut, stop: 'length' }, { text: cut }],
    outcomes: ['answered', 'answered'],
    dropped: { kind: 'unchanged', reason: /cut off. Send it whole/ },
  },
  {
    name: 'an edit outside the scope, twice',
    replies: [{ text: wrote('1', 'bench.sh') }, { text: wrote('1', 'bench.sh') }],
    outcomes: ['answered', 'answered'],
    dropped: { kind: 'unchanged', reason: /Only files in scope may change: bench.sh is not/ },
  },
  {
    name: 'an edit outside the scope beside a good one',
    replies: [{ text: `${wrote('1', 'bench.sh')}\n\n${BEST}` }],
    outcomes: ['answered'],
  },
];

describe('a model that fails now and then', () => {
  it('costs nobody anything but what was said: each fault has its own outcome, and every token is counted', async () => {
    const replies = CASES.flatMap((one) => one.replies);
    const asked: number[] = [];
    const server = await served(({ number }) => {
      asked.push(performance.now());
      return replies[number - 1] ?? { status: 500, message: 'nobody should ask for more' };
    });
    const at = place();
    const flags = ['-k', String(CASES.length), '-g', '1', '--parallel', '1', ...PRICED, '--agent', modelAt(server)];
    const ran = await at.run(flags, { GALAPAGOS_PAUSES_MS: '500' }).ended;
    expect(ran.code, ran.stderr).toBe(0);
    expect(documentOf(ran)).toMatchObject({
      state: 'finished',
      stop: { cause: 'generations' },
      best: { score: 0 },
      proposals: { made: CASES.length, dropped: 1, unchanged: 3 },
      candidates: { total: 5, scored: 5, invalid: 0, broken: 0 },
    });
    expect(server.calls).toHaveLength(replies.length);
    CASES.forEach(({ name, outcomes, dropped }, index) => {
      const id = `gen1-${index + 1}`;
      const own = called(at).filter(({ key }) => key.split('/')[0] === id);
      expect(
        own.map(({ outcome }) => outcome),
        name,
      ).toEqual(outcomes);
      const shown = at.shown(id);
      if (dropped === undefined) expect(shown.evaluation, name).toMatchObject({ outcome: 'scored' });
      else expect(shown.dropped, name).toEqual({ kind: dropped.kind, reason: expect.stringMatching(dropped.reason) });
    });
    expect(at.shown(`gen1-${CASES.length}`).candidate.refused).toEqual([
      { path: 'bench.sh', reason: 'outside the scope (numbers.js)' },
    ]);
    // What the other side asks for is heeded.
    const late = replies.findIndex((reply) => 'retryAfter' in reply);
    expect((asked[late + 1] ?? 0) - (asked[late] ?? 0)).toBeGreaterThanOrEqual(400);
    // What passed by itself is told to nobody.
    expect(ran.stderr).not.toContain('the machine failed');
    accounted(at, server);
    at.clean();
  });

  it('that falls silent in mid-stream costs its proposal only', async () => {
    const at = place();
    const server = await served(({ number }) => (number === 1 ? { stall: 'mid-stream' } : good()));
    const ran = await at.run([...ONE, '--agent', modelAt(server), '--agent-timeout', '3s']).ended;
    expect(ran.code, ran.stderr).toBe(0);
    expect(documentOf(ran)).toMatchObject({ best: { id: 'gen1-2', score: 0 }, proposals: { dropped: 1 } });
    expect(at.shown('gen1-1').dropped).toEqual({ kind: 'failed', reason: 'the model took longer than 3 s' });
    expect(ran.stderr).toMatch(/gen1-1 +failed +the model took longer than 3 s/);
    accounted(at, server);
    at.clean();
  });
});

/** A run that ends with a reason that says what to do, and goes on when the model is well. */
async function endsAndGoesOn(
  broken: Reply,
  env: Readonly<Record<string, string>>,
  check: (ran: Result, at: Place) => void,
): Promise<void> {
  let well = false;
  const server = await served(() => (well ? good() : broken));
  const at = place();
  const flags = [...ONE, '--agent', modelAt(server)];
  const ran = await at.run(flags, env).ended;
  expect(ran.code).toBe(1);
  expect(documentOf(ran)).toEqual({ error: expect.stringMatching(/^making gen1-1: /), exitCode: 1 });
  expect(ran.stderr).toMatch(/^evolve: making gen1-1: .*\. Once that is mended, continue .* --resume\.$/m);
  expect(at.status()).toMatchObject({
    state: 'stopped',
    stop: { cause: 'broken' },
    proposals: { made: 2, dropped: 0, unchanged: 0 },
    candidates: { total: 0 },
  });
  check(ran, at);
  expect(called(at).every(({ outcome }) => outcome === 'broken')).toBe(true);
  accounted(at, server);
  at.clean();
  const before = server.calls.length;
  well = true;
  const resumed = await at.run(flags, env).ended;
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(documentOf(resumed)).toMatchObject({ state: 'finished', best: { score: 0 }, candidates: { scored: 2 } });
  expect(server.calls.length - before).toBe(2);
  accounted(at, server);
  at.clean();
}

describe('a model that a person has to see to', () => {
  it('for its key ends the run at once, which then goes on', () =>
    endsAndGoesOn({ status: 401, message: 'Nobody knows you' }, {}, (ran, at) => {
      expect(ran.stderr).toContain('401: Nobody knows you. Check LLM_API_KEY');
      expect(called(at)).toHaveLength(1);
    }));

  it('for its quota ends the run at once, which then goes on', () => {
    const reply = { status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota' };
    return endsAndGoesOn(reply, {}, (ran, at) => {
      expect(ran.stderr).toContain('Check the plan and the balance of the account');
      expect(called(at)).toHaveLength(1);
    });
  });

  it('since it is down for ever: the run pauses and says so, then ends', () =>
    endsAndGoesOn({ status: 500 }, { GALAPAGOS_PAUSES_MS: '5,5' }, (ran, at) => {
      // Three tries, then one after each pause.
      expect(called(at)).toHaveLength(5);
      expect(ran.stderr.match(/llm:mock-1: mock-1 answered 500: .*; paused for 1 s$/gm)).toHaveLength(2);
    }));
});

const EDIT = {
  path: 'numbers.js',
  find: 'module.exports = [1.0, 20, 0.5];',
  replace: 'module.exports = [3, 30, 0.3];',
};
const HALF = "printf 'module.exports = [3, 3' > numbers.js; kill -9 $PPID";

describe('an agent with tools', () => {
  it.runIf(namespaces)(
    'that loops, leaves a daemon or is killed in mid-edit leaves nothing, and is paid for',
    async () => {
      const at = place();
      const loop = forever();
      const scripts: Readonly<Record<string, Script>> = {
        'gen1-1': (call) => ({ ...loop(call), delayMs: 20 }),
        'gen1-2': daemon({ ...EDIT, seconds: Number(`8${process.pid}.5`) }),
        'gen1-3': () => ({ toolCalls: [{ name: 'bash', args: { command: HALF } }] }),
        'gen1-4': edit(EDIT),
      };
      const server = await served((call) => scripts[call.prompt.split('\n')[0] ?? '']?.(call) ?? { status: 400 });
      const agent = join(import.meta.dirname, '../fake/tool-agent.mjs');
      const line = `command:'${process.execPath}' '${agent}' ${server.url} {prompt_file} ${at.mark}`;
      const flags = ['-k', '4', '-g', '1', '--parallel', '2', ...PRICED, '--agent', line, '--agent-timeout', '4s'];
      const ran = await at.run(flags).ended;
      expect(ran.code, ran.stderr).toBe(0);
      expect(documentOf(ran)).toMatchObject({
        best: { score: 0 },
        proposals: { made: 4, dropped: 2 },
        candidates: { total: 2, scored: 2 },
      });
      expect(at.shown('gen1-1').dropped).toEqual({ kind: 'failed', reason: 'the agent ran longer than 4 s' });
      expect(at.shown('gen1-3').dropped.reason).toMatch(/^the agent (exited with code 137|was ended by SIGKILL)/);
      expect(processesWith(`8${process.pid}.5`)).toEqual([]);
      at.clean();
      // Of the loop, the call that it was ended in may be missing.
      const last = Math.max(...server.calls.map(({ usage }) => usdOf(usage ?? { input: 0, output: 0 })));
      expect(documentOf(ran).cost).toMatchObject({ calls: 4, unpriced: 0 });
      expect(documentOf(ran).cost.usd).toBeGreaterThan(billed(server) - 2 * last);
      expect(documentOf(ran).cost.usd).toBeLessThanOrEqual(billed(server) + 1e-9);
    },
  );
});

/** A model that holds its answers back until it is let go. */
function held(reply: (call: number) => Reply, holds: (call: number) => boolean) {
  let release = () => {};
  let gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const script: Script = async ({ number }) => {
    if (holds(number)) await gate;
    return reply(number);
  };
  const letGo = (): void => {
    release();
    gate = Promise.resolve();
  };
  return { script, letGo };
}

describe('kill -9 of a run', () => {
  it('in mid-call pays at most the calls in flight twice, and counts them', async () => {
    const at = place();
    const { script, letGo } = held(
      (call) => good(`3, 30, 0.3${call}`),
      (call) => call === 3 || call === 4,
    );
    const server = await served(script);
    const flags = ['-k', '5', '-g', '1', '--parallel', '2', ...PRICED, '--agent', modelAt(server)];
    const { child, ended } = at.run(flags);
    await until(() => server.calls.length === 4);
    const done = called(at).map(({ key }) => key);
    expect(done).toHaveLength(2);
    child.kill('SIGKILL');
    await ended;
    letGo();
    const resumed = await at.run(flags).ended;
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(server.calls).toHaveLength(5 + 2);
    expect(called(at).map(({ key }) => key)).toEqual(expect.arrayContaining(done));
    expect(new Set(called(at).map(({ key }) => key)).size).toBe(5);
    const { cost, candidates } = documentOf(resumed);
    expect(candidates).toMatchObject({ total: 5, scored: 5 });
    expect(cost).toMatchObject({ calls: 5, pending: { calls: 0 }, lost: { calls: 2 } });
    expect(cost.usd).toBeCloseTo(5 * usdOf({ input: 900, output: 100 }), 9);
    expect(cost.usd + cost.lost.usd).toBeGreaterThanOrEqual(billed(server));
    at.clean();
  });

  it('between a call and its candidate takes the answer that was paid for', async () => {
    let caught = 0;
    for (let boundary = 12; caught === 0; boundary += 3) {
      const at = place();
      const server = await served(({ number }) => good(`3, 30, 0.3${number}`));
      const flags = [...ONE, '--agent', modelAt(server)];
      const { signal } = await at.run(flags, { GALAPAGOS_KILL_AT: String(boundary) }).ended;
      expect(signal, 'no boundary lay between a call and its candidate').toBe('SIGKILL');
      const isMade = at.events().some((event) => event.type === 'applied' && event.candidate.id === 'gen1-1');
      if (called(at).length === 0 || isMade) continue;
      caught += 1;
      expect(server.calls).toHaveLength(1);
      const resumed = await at.run(flags).ended;
      expect(resumed.code, resumed.stderr).toBe(0);
      expect(server.calls).toHaveLength(2);
      expect(at.shown('gen1-1').candidate.summary).toBe('Wrote [3, 30, 0.31]');
      accounted(at, server);
      at.clean();
    }
  });
});

describe('a budget of $1', () => {
  it('holds at 8 lanes through kill -9, with every call of the server counted', async () => {
    const at = place();
    const usage = { input: 1500, output: 9000 };
    const { script, letGo } = held(
      (call) => ({ text: wrote(`3, 30, 0.${100 + call}`), usage }),
      (call) => call > 3,
    );
    const server = await served(script);
    const flags = [
      '-k',
      '24',
      '-g',
      '2',
      '--parallel',
      '8',
      ...PRICED,
      '--budget-usd',
      '1',
      '--agent',
      modelAt(server),
    ];
    const { child, ended } = at.run(flags);
    // All that fit into it beside each other, less what ended.
    await until(() => server.calls.length >= 6 && called(at).length === 3);
    child.kill('SIGKILL');
    await ended;
    letGo();
    const resumed = await at.run(flags).ended;
    expect(resumed.code, resumed.stderr).toBe(0);
    const { cost, stop } = documentOf(resumed);
    expect(stop).toMatchObject({ cause: 'usd' });
    expect(cost.lost.calls).toBeGreaterThan(0);
    const most = Math.max(...called(at).map(({ estimate }) => estimate.usd ?? 0));
    expect(billed(server)).toBeLessThanOrEqual(1 + most);
    expect(cost.usd + cost.lost.usd).toBeGreaterThanOrEqual(billed(server) - 1e-9);
    expect(cost.usd + cost.lost.usd).toBeLessThanOrEqual(1 + 1e-9);
    // And it is used: there is no room for one more.
    expect(cost.usd + cost.lost.usd).toBeGreaterThan(1 - most);
    at.clean();
  });
});
