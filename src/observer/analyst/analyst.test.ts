import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { attempt, labConfig, openLab, propose } from '../../../test/fake/experiments.ts';
import { speaker } from '../../../test/fake/speaker.ts';
import { withLedger } from '../../agent/agent.ts';
import type { Agent } from '../../domain/agent.ts';
import type { Journal } from '../../domain/journal.ts';
import { ROUNDS } from '../../domain/rounds.ts';
import { ledgerOf, memoryJournal } from '../../journal/journal.ts';
import { type AnalystPlan, analyst } from './analyst.ts';
import { type Clock, clock } from './clock.fixture.ts';
import type { Host } from './host.ts';

const NOTHING: Host = {
  logs: () => [],
  isClaimed: () => true,
  checkouts: () => [],
  processes: () => undefined,
  graphics: () => Promise.resolve([]),
};

const QUIET = '{"hints": [], "alerts": []}';

function opened(): Journal {
  let now = 0;
  const journal = memoryJournal('r1', () => now++);
  openLab(journal, 10, labConfig());
  return journal;
}

interface Watched {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly told: readonly string[];
  /** Resolves with the first line that has this in it. */
  heard(part: string): Promise<string>;
  end(): Promise<void>;
}

function watched(given: Partial<AnalystPlan> = {}): Watched {
  const { journal = opened() } = given;
  const time = clock();
  const told: string[] = [];
  const listeners: (() => void)[] = [];
  const { end } = analyst({
    journal,
    settings: ROUNDS,
    host: NOTHING,
    timeoutMs: 1000,
    tell(line) {
      told.push(line);
      for (const listener of listeners) listener();
    },
    now: () => 1000,
    wait: time.wait,
    ...given,
  });
  const heard = (part: string): Promise<string> =>
    new Promise((resolve) => {
      const listen = () => {
        const found = told.find((line) => line.includes(part));
        if (found !== undefined) resolve(found);
      };
      listeners.push(listen);
      listen();
    });
  return { journal, clock: time, told, heard, end };
}

const grow = (journal: Journal): void => attempt(journal, propose(journal, 'root'), 'evaluated', 9);

const observed = (journal: Journal) =>
  journal.tail(1000).flatMap(({ event }) => (event.type === 'observed' ? [`${event.kind}: ${event.text}`] : []));

const throwing: Host = {
  ...NOTHING,
  checkouts: () => {
    throw new Error('no such folder');
  },
};

describe('analyst', () => {
  it('looks first after an interval, and asks its agent only when somebody else has recorded something', async () => {
    const { agent, tasks } = speaker(...Array.from({ length: 9 }, () => QUIET));
    const { journal, clock, end } = watched({ agent });
    expect(clock.waits).toEqual([300_000]);
    expect(tasks).toHaveLength(0);
    await clock.tick();
    expect(tasks).toHaveLength(1);
    await clock.tick();
    expect(tasks).toHaveLength(1);
    grow(journal);
    await clock.tick();
    expect(tasks).toHaveLength(2);
    await end();
  });

  it('is off at 0 seconds', async () => {
    const { clock, end } = watched({ settings: { ...ROUNDS, analystSeconds: 0 } });
    expect(clock.waits).toEqual([]);
    await end();
  });

  it('records hints and alerts once, tells the alerts, and repeats nothing after a restart', async () => {
    const said =
      '{"hints": ["Leave the parser alone: exp_0001 was no better."], "alerts": ["The disk is nearly full."]}';
    const reworded =
      '{"hints": ["Leave the parser alone, since exp_0001 was no better"], "alerts": ["the disk is nearly full", "The clock jumps."]}';
    const first = watched({ agent: speaker(said).agent });
    await first.clock.tick();
    // What it has said itself is no reason to think again.
    await first.clock.tick();
    await first.end();
    expect(first.told).toEqual(['alert: The disk is nearly full.']);
    const second = watched({ agent: speaker(reworded).agent, journal: first.journal });
    await second.clock.tick();
    await second.end();
    expect(observed(first.journal)).toEqual([
      'alert: The disk is nearly full.',
      'hint: Leave the parser alone: exp_0001 was no better.',
      'alert: The clock jumps.',
    ]);
    expect(second.told).toEqual(['alert: The clock jumps.']);
  });

  it('takes five at most of an answer, and 300 characters of each', async () => {
    const texts = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].map((word) => `${word} `.repeat(200));
    const { journal, clock, end } = watched({ agent: speaker(JSON.stringify({ hints: texts, alerts: [] })).agent });
    await clock.tick();
    await end();
    const all = observed(journal);
    expect(all).toHaveLength(5);
    expect(all.every((text) => text.length <= 'hint: '.length + 300 && text.endsWith('…'))).toBe(true);
  });

  it('calls by a name of its own each time, also after a restart, and its own calls are no reason to look again', async () => {
    const journal = opened();
    const folder = mkdtempSync(join(tmpdir(), 'galapagos-analyst-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const hire = () => withLedger(speaker(QUIET, QUIET, QUIET).agent, { ledger: ledgerOf(journal, { folder }) });
    const { clock, end } = watched({ agent: hire(), journal });
    await clock.tick();
    await clock.tick();
    expect(called(journal)).toHaveLength(1);
    grow(journal);
    await clock.tick();
    await end();
    const again = watched({ agent: hire(), journal });
    await again.clock.tick();
    await again.end();
    const keys = called(journal);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(3);
    expect(keys.every((key) => /^analyst \/analyst\/\d+$/.test(key))).toBe(true);
  });

  it.each([
    ['its agent fails', { agent: speaker(...failing(9)).agent }, 'no model'],
    ['its agent says what nobody can read', { agent: speaker().agent }, 'could not be read'],
    ['its agent rejects', { agent: rejecting() }, 'out of its mind'],
    ['a check throws', { host: throwing }, 'no such folder'],
  ])('is off after three failures in a row: %s', async (_, given, reason) => {
    const { journal, clock, told, heard, end } = watched(given);
    for (const _look of [1, 2]) {
      await clock.tick();
      grow(journal);
    }
    clock.ring();
    expect(await heard('is off')).toContain('3 times');
    expect(told.filter((line) => line.includes(reason))).toHaveLength(1);
    expect(clock.waits).toHaveLength(3);
    await end();
  });

  it('goes on when a look works again', async () => {
    const [failed = QUIET] = failing(1);
    const { agent, tasks } = speaker(failed, failed, QUIET, failed, failed, QUIET);
    const { journal, clock, told, end } = watched({ agent });
    for (const _look of [1, 2, 3, 4, 5, 6]) {
      grow(journal);
      await clock.tick();
    }
    await end();
    expect(tasks).toHaveLength(6);
    expect(told.some((line) => line.includes('is off'))).toBe(false);
  });

  it('does not take a look at which nobody was asked for one that works', async () => {
    const { agent, tasks } = speaker(...failing(9));
    const { journal, clock, heard, end } = watched({ agent });
    for (const _failure of [1, 2]) {
      await clock.tick();
      await clock.tick();
      grow(journal);
    }
    expect(tasks).toHaveLength(2);
    clock.ring();
    expect(await heard('is off')).toContain('3 times');
    await end();
  });

  it('still sees what the other checks see when one throws', async () => {
    const { journal, clock, end } = watched({
      host: { ...throwing, isClaimed: () => false },
      journal: interruptedRun(),
    });
    await clock.tick();
    await end();
    expect(observed(journal)).toEqual([expect.stringContaining('exp_0001 attempt 1 was interrupted')]);
  });

  it('is quiet where the budget has no room', async () => {
    const spent = { kind: 'spent', reason: 'no room' } as const;
    const { agent, tasks } = speaker(spent, spent, spent, spent);
    const { journal, clock, told, end } = watched({ agent });
    for (const _look of [1, 2, 3, 4]) {
      grow(journal);
      await clock.tick();
    }
    await end();
    expect(tasks).toHaveLength(4);
    expect(told).toEqual([]);
  });

  it('ends at once while it waits, and while its agent thinks: nothing is recorded then', async () => {
    const idle = watched();
    await idle.end();
    const thinking = slow();
    const { journal, clock, told, end } = watched({ agent: thinking.agent });
    clock.ring();
    await thinking.begun;
    const before = journal.tail(1)[0]?.seq;
    await end();
    expect(thinking.aborted()).toBe(true);
    expect(journal.tail(1)[0]?.seq).toBe(before);
    expect(told).toEqual([]);
  });

  it('tells what code sees before its agent has thought', async () => {
    const thinking = slow();
    const host = { ...NOTHING, isClaimed: () => false };
    const { clock, told, end } = watched({ agent: thinking.agent, host, journal: interruptedRun() });
    clock.ring();
    await thinking.begun;
    expect(told).toEqual([expect.stringContaining('exp_0001 attempt 1 was interrupted')]);
    await end();
  });

  it('does not wait for long for an agent that does not end', async () => {
    const deaf = slow('deaf');
    const { clock, end } = watched({ agent: deaf.agent });
    clock.ring();
    await deaf.begun;
    const ended = end();
    clock.ring();
    await ended;
    expect(clock.waits).toEqual([300_000, 3000]);
  });

  it('never rejects, whatever the journal and the listener do', async () => {
    const broken: Journal = {
      ...opened(),
      tail: () => {
        throw new Error('the store is gone');
      },
    };
    const { clock, heard, end } = watched({ journal: broken });
    await clock.tick();
    await clock.tick();
    clock.ring();
    await heard('is off');
    await end();
    const deaf = watched({
      journal: broken,
      tell: () => {
        throw new Error('nobody listens');
      },
    });
    await deaf.clock.tick();
    await deaf.end();
  });

  it('records nothing once the run has ended', async () => {
    const journal = opened();
    journal.append(() => [{ type: 'finished', cause: 'stall', reason: 'no new best' }]);
    const { clock, told, end } = watched({ journal, agent: speaker('{"hints": [], "alerts": ["Look!"]}').agent });
    await clock.tick();
    await end();
    expect(observed(journal)).toEqual([]);
    expect(told).toEqual([]);
  });
});

/** One whose attempt somebody began and left. */
function interruptedRun(): Journal {
  const journal = opened();
  const id = propose(journal, 'root');
  const candidate = { id, proposal: id, parents: [], commit: 'c', tree: 't', summary: '' };
  journal.append(() => [{ type: 'applied', candidate, attempt: 1 }]);
  return journal;
}

function failing(count: number) {
  return Array.from({ length: count }, () => ({ kind: 'failed', reason: 'no model', text: '', spent: {} }) as const);
}

function rejecting(): Agent {
  return { name: 'mad', works: 'text', run: () => Promise.reject(new Error('out of its mind')) };
}

/** Who was called, by role and name. */
const called = (journal: Journal): readonly string[] =>
  journal.tail(1000).flatMap(({ event }) => (event.type === 'called' ? [`${event.call.role} /${event.call.key}`] : []));

/** Thinks until it is aborted; a deaf one even then. */
function slow(how?: 'deaf') {
  let begin = () => {};
  let aborted = false;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const agent: Agent = {
    name: 'slow',
    works: 'text',
    run: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          if (how === undefined) reject(signal.reason);
        });
        begin();
      }),
  };
  return { agent, begun, aborted: () => aborted };
}
