import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import type { Budget } from '../domain/config.ts';
import type { Journal } from '../domain/journal.ts';
import type { Amount, Call } from '../domain/ledger.ts';
import { counted } from '../domain/spending.ts';
import { ledgerOf, memoryJournal, openStore } from './journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-ledger-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let folders = 0;
const fresh = () => join(folder, String(folders++));
const signal = new AbortController().signal;

function opened(budget: Budget = {}) {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, { budget }), [1], 1);
  const place = fresh();
  return { journal, place, ledger: ledgerOf(journal, { folder: place }) };
}

const asked = (key: string, estimate: Amount) => ({ key, agent: 'a', role: 'author' as const, estimate });

function ended(key: string, more: Partial<Call> = {}): Omit<Call, 'record'> {
  const estimate = more.estimate ?? { tokens: 0 };
  return { key, agent: 'a', role: 'author', outcome: 'answered', ms: 1, ...more, estimate };
}

const words = (text: string) => ({ prompt: 'do it', text });

/** Lets everything that can go on go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the ledger', () => {
  it('recalls a call that ended, word for word, and none that never did', async () => {
    const { ledger } = opened();
    expect(ledger.recall('gen1-1/author')).toBeUndefined();
    await ledger.reserve(asked('gen1-1/author', { tokens: 5 }), signal);
    expect(ledger.recall('gen1-1/author')).toBeUndefined();
    ledger.settle(ended('gen1-1/author', { usd: 0.25 }), words('done'));
    expect(ledger.recall('gen1-1/author')).toMatchObject({
      usd: 0.25,
      outcome: 'answered',
      prompt: 'do it',
      text: 'done',
      estimate: { tokens: 5 },
      record: 'calls/gen1-1.author.json',
    });
  });

  it('never recalls an outage, but keeps its recording beside the next', () => {
    const { ledger, place } = opened();
    ledger.settle(ended('gen1-1/author', { outcome: 'broken', reason: '429' }), words('half'));
    expect(ledger.recall('gen1-1/author')).toBeUndefined();
    ledger.settle(ended('gen1-1/author'), words('whole'));
    expect(ledger.recall('gen1-1/author')?.text).toBe('whole');
    ledger.settle(ended('gen1-1/author'), words('again'));
    expect(readdirSync(join(place, 'calls')).sort()).toEqual([
      'gen1-1.author.json',
      'gen1-1.author~2.json',
      'gen1-1.author~3.json',
    ]);
  });

  it('recalls nothing whose recording is torn, gone or of another call', () => {
    const { ledger, place } = opened();
    const file = join(place, 'calls/x.json');
    ledger.settle(ended('x'), words('done'));
    const whole = readFileSync(file, 'utf8');
    for (let bytes = 0; bytes < whole.trimEnd().length; bytes++) {
      writeFileSync(file, whole.slice(0, bytes));
      expect(ledger.recall('x'), `${bytes} bytes`).toBeUndefined();
    }
    writeFileSync(file, whole.replace('"key":"x"', '"key":"y"'));
    expect(ledger.recall('x')).toBeUndefined();
    rmSync(file);
    expect(ledger.recall('x')).toBeUndefined();
    writeFileSync(file, whole);
    expect(ledger.recall('x')?.text).toBe('done');
  });

  it('keeps secrets out of recordings, reasons and outages', () => {
    const { journal } = opened();
    const place = fresh();
    const secret = 'hunter2-hunter2';
    const ledger = ledgerOf(journal, { folder: place, secrets: [{ name: 'API_KEY', value: secret }] });
    ledger.settle(ended('x', { outcome: 'failed', reason: `bad ${secret}` }), { prompt: secret, text: `a ${secret}` });
    ledger.outage(`no ${secret}`);
    expect(readFileSync(join(place, 'calls/x.json'), 'utf8')).not.toContain(secret);
    expect(JSON.stringify(journal.read(0, 100))).not.toContain(secret);
    expect(ledger.recall('x')?.text).toBe('a [API_KEY]');
  });

  it('counts a call as spent where its recording can’t be written, and does not recall it', () => {
    const { journal } = opened();
    const place = fresh();
    writeFileSync(place, 'a file where the folder should be');
    const ledger = ledgerOf(journal, { folder: place });
    ledger.settle(ended('x', { usd: 1 }), words('done'));
    expect(journal.view().run()?.spending?.usd).toBe(1);
    expect(ledger.recall('x')).toBeUndefined();
  });

  it('lets whoever waits look again where the end of a call can’t be recorded', async () => {
    const { journal, place } = opened({ tokens: 10 });
    let isFull = false;
    const append: Journal['append'] = (decide) => {
      if (isFull) throw new Error('the disk is full');
      return journal.append(decide);
    };
    const ledger = ledgerOf({ ...journal, append }, { folder: place });
    await ledger.reserve(asked('x', { tokens: 10 }), signal);
    const waiting = ledger.reserve(asked('y', { tokens: 10 }), signal);
    isFull = true;
    expect(() => ledger.settle(ended('x'), words('done'))).toThrow('the disk is full');
    isFull = false;
    // Its money may be spent, so there is no room.
    expect(await waiting).toHaveProperty('refused');
  });

  it('tells what is left and what a call has come to at most', async () => {
    const { ledger } = opened({ usd: 1, tokens: 100 });
    expect(opened().ledger.left()).toEqual({});
    expect(ledger.typical('a')).toBeUndefined();
    await ledger.reserve(asked('x', { usd: 0.5, tokens: 10 }), signal);
    expect(ledger.left()).toEqual({ usd: 0.5, tokens: 90 });
    const usage = { input: 20, cached: 0, kept: 0, output: 5 };
    ledger.settle(ended('x', { usd: 0.25, usage }), words(''));
    expect(ledger.left()).toEqual({ usd: 0.75, tokens: 75 });
    expect(ledger.typical('a')).toEqual({ usd: 0.25, tokens: 25 });
    expect(ledger.typical('b')).toBeUndefined();
  });

  it('refuses what can never fit, and says cap, estimate and flag', async () => {
    const { ledger } = opened({ usd: 1, tokens: 1000 });
    expect(await ledger.reserve(asked('x', { usd: 1.2, tokens: 1 }), signal)).toEqual({
      refused: 'a call of about $1.20 is more than the whole budget of $1.00: raise --budget-usd',
    });
    expect(await ledger.reserve(asked('x', { usd: 0.2, tokens: 2000 }), signal)).toEqual({
      refused: 'a call of about 2k tokens is more than the whole budget of 1k tokens: raise --budget-tokens',
    });
    expect((await ledger.reserve(asked('x', { usd: 0.9, tokens: 1 }), signal)).refused).toBeUndefined();
    ledger.settle(ended('x', { usd: 0.9 }), words(''));
    const { refused } = await ledger.reserve(asked('y', { usd: 0.2, tokens: 1 }), signal);
    expect(refused).toBe(
      'the budget of $1.00 has no room for a call of about $0.20, $0.90 are spent or set aside: raise --budget-usd',
    );
  });

  it('takes ten calls of $0.10 for $1', async () => {
    const { ledger } = opened({ usd: 1 });
    for (let call = 0; call < 10; call++) {
      expect((await ledger.reserve(asked(`c${call}`, { usd: 0.1, tokens: 1 }), signal)).refused).toBeUndefined();
      ledger.settle(ended(`c${call}`, { usd: 0.1 }), words(''));
    }
    expect((await ledger.reserve(asked('c10', { usd: 0.001, tokens: 1 }), signal)).refused).toBeDefined();
  });

  it('waits while calls in flight may leave room, and goes on as soon as one does', async () => {
    const { ledger, journal } = opened({ usd: 1 });
    await ledger.reserve(asked('x', { usd: 0.9, tokens: 1 }), signal);
    let said: unknown;
    const waiting = ledger.reserve(asked('y', { usd: 0.5, tokens: 1 }), signal).then((answer) => {
      said = answer;
    });
    await turn();
    expect(said).toBeUndefined();
    ledger.settle(ended('x', { usd: 0.5 }), words(''));
    await waiting;
    expect(said).toEqual({ aside: { usd: 0.5, tokens: 1 } });
    expect(journal.tail(1)[0]?.event).toMatchObject({ type: 'calling', call: { key: 'y' } });
  });

  it('refuses those who waited when nothing in flight has left room', async () => {
    const { ledger } = opened({ usd: 1 });
    await ledger.reserve(asked('x', { usd: 0.9, tokens: 1 }), signal);
    const waiting = ledger.reserve(asked('y', { usd: 0.5, tokens: 1 }), signal);
    ledger.settle(ended('x', { usd: 0.9 }), words(''));
    expect((await waiting).refused).toContain('--budget-usd');
  });

  it('lets nobody wait for a call that was aborted', async () => {
    const { ledger, journal } = opened({ usd: 1 });
    const other = new AbortController();
    await ledger.reserve(asked('x', { usd: 0.9, tokens: 1 }), other.signal);
    const waiting = ledger.reserve(asked('y', { usd: 0.5, tokens: 1 }), signal);
    const own = new AbortController();
    const given = ledger.reserve(asked('z', { usd: 0.5, tokens: 1 }), own.signal);
    own.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    other.abort();
    expect((await waiting).refused).toBeDefined();
    // It may have been paid.
    expect(journal.view().run()?.spending?.pending.usd).toBe(0.9);
  });

  it('sets all that is left aside for a call of unknown price under a cap in dollars', async () => {
    const { ledger } = opened({ usd: 1 });
    await ledger.reserve(asked('x', { tokens: 1 }), signal);
    expect(ledger.left()).toEqual({ usd: 0 });
    let second: unknown;
    const waiting = ledger.reserve(asked('y', { tokens: 1 }), signal).then((answer) => {
      second = answer;
    });
    await turn();
    expect(second).toBeUndefined();
    ledger.settle(ended('x', { usd: 0.4 }), words(''));
    await waiting;
    expect(second).toMatchObject({ aside: { tokens: 1 } });
    ledger.settle(ended('y', { usd: 0.7 }), words(''));
    expect((await ledger.reserve(asked('z', { tokens: 1 }), signal)).refused).toContain('no room for another call');
  });

  it('cuts a guess to what is left, and asks anew for the estimate of one that has waited', async () => {
    const { ledger } = opened({ tokens: 1000 });
    const guess = { ...asked('x', { tokens: 5000 }), guessed: true as const };
    expect(await ledger.reserve(guess, signal)).toEqual({ aside: { tokens: 1000 } });
    let asks = 0;
    const again = async () => {
      asks += 1;
      return { estimate: ledger.typical('a') ?? { tokens: 5000 } };
    };
    const waiting = ['y', 'z'].map((key) => ledger.reserve({ ...guess, key, again }, signal));
    await turn();
    expect(asks).toBe(0);
    ledger.settle(ended('x', { usage: { input: 300, cached: 0, kept: 0, output: 0 } }), words(''));
    expect(await Promise.all(waiting)).toEqual([{ aside: { tokens: 300 } }, { aside: { tokens: 300 } }]);
    expect(ledger.left()).toEqual({ tokens: 100 });
    ledger.settle(ended('y', { usage: { input: 300, cached: 0, kept: 0, output: 0 } }), words(''));
    ledger.settle(ended('z', { usage: { input: 400, cached: 0, kept: 0, output: 0 } }), words(''));
    expect((await ledger.reserve({ ...guess, key: 'q' }, signal)).refused).toContain('no room for another call');
  });

  it('counts calls of a driver that died as lost, and what it settled once', async () => {
    const { ledger, journal, place } = opened({ usd: 1 });
    await ledger.reserve(asked('x', { usd: 0.25, tokens: 10 }), signal);
    await ledger.reserve(asked('y', { usd: 0.5, tokens: 10 }), signal);
    ledger.settle(ended('y', { usd: 0.125 }), words('done'));
    journal.append(() => [{ type: 'driven' }]);
    const next = ledgerOf(journal, { folder: place });
    expect(next.left().usd).toBe(0.625);
    expect(next.recall('y')?.text).toBe('done');
    expect(next.recall('x')).toBeUndefined();
    expect(journal.view().run()?.spending).toMatchObject({
      calls: 1,
      usd: 0.125,
      pending: { calls: 0, usd: 0, tokens: 0 },
      lost: { calls: 1, usd: 0.25, tokens: 10 },
    });
  });

  it('shares one purse between two processes', async () => {
    const state = fresh();
    const [one, two] = [openStore(state), openStore(state)];
    open(one.journal('r1'), configOf({}, { budget: { usd: 1 } }), [1], 1);
    const [first, second] = [one, two].map((store) => ledgerOf(store.journal('r1'), { folder: state }));
    expect((await first?.reserve(asked('x', { usd: 0.6, tokens: 1 }), signal))?.refused).toBeUndefined();
    expect((await second?.reserve(asked('y', { usd: 0.6, tokens: 1 }), signal))?.refused).toContain('no room');
    first?.settle(ended('x', { usd: 0.1 }), words('done'));
    expect((await second?.reserve(asked('y', { usd: 0.6, tokens: 1 }), signal))?.refused).toBeUndefined();
    expect(second?.recall('x')?.text).toBe('done');
    one.close();
    two.close();
  });
});

interface Plan {
  readonly estimate: number;
  /** Of the estimate. */
  readonly share: number;
  /** Turns of the event loop that it takes. */
  readonly turns: number;
}

const plans = (most: number) =>
  fc.array(
    fc.record({
      estimate: fc.double({ min: 0.001, max: 1.2, noNaN: true }),
      share: fc.double({ min: 0, max: most, noNaN: true }),
      turns: fc.integer({ min: 0, max: 4 }),
    }),
    { minLength: 1, maxLength: 60 },
  );

/** Eight lanes that make the planned calls one after the other; how much was spent, and by how much calls were dearer than thought. */
async function spend(calls: readonly Plan[]) {
  const { ledger, journal } = opened({ usd: 1 });
  const queue = calls.map((plan, index) => ({ ...plan, key: `c${index}` }));
  let beyond = 0;
  let highest = 0;
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { key, estimate, share, turns } = next;
      const { refused } = await ledger.reserve(asked(key, { usd: estimate, tokens: 1 }), signal);
      if (refused !== undefined) continue;
      for (let waited = 0; waited < turns; waited++) await turn();
      beyond += Math.max(0, share - 1) * estimate;
      ledger.settle(ended(key, { usd: share * estimate, estimate: { usd: estimate, tokens: 1 } }), words(''));
      const spending = journal.view().run()?.spending;
      highest = Math.max(highest, spending === undefined ? 0 : counted(spending).usd);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  const spending = journal.view().run()?.spending;
  return { usd: spending?.usd ?? 0, pending: spending?.pending, beyond, highest };
}

describe('a cap of $1 at 8 lanes', () => {
  it('is never passed while no call is dearer than its estimate', async () => {
    await fc.assert(
      fc.asyncProperty(plans(1), async (calls) => {
        const { usd, highest, pending } = await spend(calls);
        expect(usd).toBeLessThanOrEqual(1 + 1e-8);
        expect(highest).toBeLessThanOrEqual(1 + 1e-8);
        expect(pending?.calls ?? 0).toBe(0);
        expect(pending?.usd ?? 0).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('is passed at most by what calls cost beyond their estimates', async () => {
    await fc.assert(
      fc.asyncProperty(plans(3), async (calls) => {
        const { usd, beyond } = await spend(calls);
        expect(usd).toBeLessThanOrEqual(1 + beyond + 1e-8);
      }),
      { numRuns: 60 },
    );
  });
});
