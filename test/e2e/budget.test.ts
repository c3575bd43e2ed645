import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { openStore } from '../../src/journal/journal.ts';
import { essence, evolve, json, repository, start, temporary, withoutSandbox } from './support.ts';

withoutSandbox();

const FILES = { 'numbers.js': 'exports.by = "nobody";\n', 'bench.sh': "cksum < numbers.js | cut -d ' ' -f 1\n" };

/** An agent that says what it costs, and a file with a line for each time that it was called. */
function agent(says: string): { readonly flags: readonly string[]; calls(): readonly string[] } {
  const folder = temporary();
  const [script, log] = [join(folder, 'agent.sh'), join(folder, 'calls.log')];
  writeFileSync(log, '');
  const lines = [
    `echo "$EVOLVE_CANDIDATE" >> '${log}'`,
    `echo "exports.by = '$EVOLVE_CANDIDATE';" > numbers.js`,
    `echo '${says}' > "$EVOLVE_USAGE_FILE"`,
    'echo "by $EVOLVE_CANDIDATE"',
  ];
  writeFileSync(script, `${lines.join('\n')}\n`);
  return {
    flags: ['--agent', `command:sh '${script}'`],
    calls: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
  };
}

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '--yes', '--resume'];

function events(folder: string): readonly Event[] {
  const store = openStore(join(folder, '.evolve'));
  const all = store.journal('r1').read(0, 100_000);
  store.close();
  return all.map(({ event }) => event);
}

const called = (folder: string) => events(folder).flatMap((event) => (event.type === 'called' ? [event.call] : []));

describe('a budget', () => {
  it('in dollars is never passed at 8 lanes, ends the run, and goes on when it is raised', () => {
    const folder = repository(FILES);
    const { flags, calls } = agent('{"usd": 0.25, "input": 900, "output": 100}');
    const args = [...RUN, '-k', '12', '-g', '3', '--parallel', '8', ...flags, '--json'];
    const first = evolve(folder, [...args, '--budget-usd', '1']);
    expect(json(first)).toMatchObject({
      state: 'finished',
      stop: { cause: 'usd' },
      cost: { calls: 4, usd: 1, unpriced: 0, tokens: 4000, pending: { calls: 0 }, lost: { calls: 0 } },
    });
    expect(calls()).toHaveLength(4);
    expect(first.stderr).toMatch(/ends after .*\$1\.00 for agents/);
    expect(first.stderr).toMatch(/quote: up to about \d+ calls/);
    expect(evolve(folder, ['status']).stdout).toContain('Agents     $1.00 of $1.00, 4 calls, 4k tokens');
    expect(evolve(folder, ['report']).stdout).toContain('Agents: $1.00 of $1.00, 4 calls');
    // The same again neither calls anybody nor begins anew.
    expect(json(evolve(folder, [...args, '--budget-usd', '1'])).cost.calls).toBe(4);
    expect(json(evolve(folder, [...args, '--budget-usd', '1.5']))).toMatchObject({
      stop: { cause: 'usd' },
      cost: { calls: 6, usd: 1.5 },
    });
    expect(calls()).toHaveLength(6);
    const [one] = called(folder);
    const id = one?.key.split('/')[0] ?? '';
    const shown = evolve(folder, ['show', id]).stdout;
    expect(shown).toMatch(/Call {7}gen1-\d+\/author: command answered · .* · 900 in, 100 out · \$0\.25/);
    expect(shown).toContain(`.evolve/r1/${one?.record}`);
    expect(evolve(folder, ['log']).stdout).toContain('900 in, 100 out · $0.25');
    const rows = json(evolve(folder, ['export', '--json']));
    expect(rows.find((row: { id: string }) => row.id === id)).toMatchObject({ usd: 0.25, tokens: 1000 });
    expect(rows[0]).toMatchObject({ id: 'gen0-seed', usd: null, tokens: null });
  });

  it('in tokens ends the run as well', () => {
    const folder = repository(FILES);
    const { flags, calls } = agent('{"input": 900, "output": 100}');
    const args = [...RUN, '-k', '8', '-g', '3', '--parallel', '4', ...flags, '--budget-tokens', '3500', '--json'];
    const ended = json(evolve(folder, args));
    expect(ended).toMatchObject({ stop: { cause: 'tokens' }, cost: { calls: 3, tokens: 3000, unpriced: 3 } });
    expect(ended.usdPerPercent).toBeUndefined();
    expect(calls()).toHaveLength(3);
    expect(evolve(folder, ['report']).stdout).toContain('3 calls, 3k of 3.5k tokens, price not known');
  });

  it('counts by one’s own prices', () => {
    const folder = repository(FILES);
    const { flags } = agent('{"model": "mine", "input": 100000, "output": 10000, "cached": 50000}');
    const price = ['--price', 'mine=2/10/0.2'];
    const ended = json(evolve(folder, [...RUN, '-k', '2', '-g', '1', ...flags, ...price, '--json']));
    expect(ended.cost).toMatchObject({ calls: 2, usd: 0.42, unpriced: 0 });
    expect(ended.usdPerPercent).toBeCloseTo(ended.cost.usd / ended.improvement.percent, 9);
  });

  it('that no call fits into is a failure that says what to do', () => {
    const folder = repository(FILES);
    const { flags, calls } = agent('{"input": 1}');
    const first = json(evolve(folder, [...RUN, '-k', '2', '-g', '1', ...flags, '--json']));
    expect(first.cost.calls).toBe(2);
    const spent = evolve(folder, [...RUN, '-k', '2', '-g', '2', '--budget-tokens', '1', ...flags, '--json']);
    expect(json(spent).stop.cause).toBe('tokens');
    expect(calls()).toHaveLength(2);
  });
});

/** Of all boundaries of a run, those around its calls; the long version of the kill tests takes every one. */
const KILLS = [13, 16, 19, 22];

describe('a ledger', () => {
  it('survives kill -9: no settled call is paid again, and what was in flight counts', async () => {
    const args = (flags: readonly string[]) => [...RUN, '-k', '3', '-g', '1', '--parallel', '2', ...flags, '--json'];
    const whole = repository(FILES);
    json(evolve(whole, args(agent('{"usd": 0.25}').flags)));
    const wanted = essence(whole).commits.map(({ tree }) => tree);
    let [killed, twice] = [0, 0];
    const kill = async (at: number) => {
      const folder = repository(FILES);
      const { flags, calls } = agent('{"usd": 0.25}');
      const { signal } = await start(folder, args(flags), { GALAPAGOS_KILL_AT: String(at) }).ended;
      if (signal === 'SIGKILL') killed += 1;
      const before =
        signal === 'SIGKILL' && readdirSync(join(folder, '.evolve')).includes('journal.db') ? called(folder) : [];
      const resumed = await start(folder, args(flags)).ended;
      expect(resumed.code, resumed.stderr).toBe(0);
      const { cost } = JSON.parse(resumed.stdout);
      const made = calls();
      expect(
        essence(folder).commits.map(({ tree }) => tree),
        `killed at ${at}`,
      ).toEqual(wanted);
      // Every call that was made is settled or counts as lost.
      expect(cost.calls + cost.lost.calls, `killed at ${at}`).toBeGreaterThanOrEqual(made.length);
      expect(cost).toMatchObject({ calls: 3, usd: 0.75, pending: { calls: 0 } });
      for (const { key } of before) expect(made.filter((id) => `${id}/author` === key)).toHaveLength(1);
      twice += made.length - 3;
      expect(made.length - 3, `killed at ${at}`).toBeLessThanOrEqual(2);
    };
    for (let next = 0; next < KILLS.length; next += 2) await Promise.all(KILLS.slice(next, next + 2).map(kill));
    expect(killed).toBeGreaterThan(KILLS.length / 2);
    expect(twice, 'no kill came while a call was in flight').toBeGreaterThan(0);
  });
});
