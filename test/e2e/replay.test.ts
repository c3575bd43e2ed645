import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Recorded } from '../../src/domain/event.ts';
import { openStore } from '../../src/journal/journal.ts';
import { openDatabase } from '../../src/lib/sqlite.ts';
import { startModelServer } from '../fake/model/server.mjs';
import { modelAt, place, wrote } from './model.ts';
import {
  evolve,
  fingerprint,
  git,
  json,
  repository,
  SHELL_SQUARES,
  start,
  temporary,
  until,
  withoutSandbox,
} from './support.ts';

withoutSandbox();

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '--seed', '3', '--json'];

function log(folder: string, run = 'r1'): readonly Recorded[] {
  const store = openStore(join(folder, '.evolve'));
  const events = store.journal(run).read(0, 100_000);
  store.close();
  return events;
}

/** Replays a run, which must be the same, and must not have changed for it. */
function same(folder: string, run = 'r1'): readonly Recorded[] {
  const events = log(folder, run);
  const { code, stdout, stderr } = evolve(folder, ['replay', run, '--json']);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({ run, events: events.length, kind: 'same' });
  expect(log(folder, run)).toEqual(events);
  expect(readdirSync(join(folder, '.evolve/tmp'))).toEqual([]);
  return events;
}

const typesIn = (events: readonly Recorded[]) => new Set(events.map(({ event }) => event.type));

/** An agent that is gone when its run is replayed. */
function withAgent(script: string) {
  const file = join(temporary(), 'agent.sh');
  writeFileSync(file, script);
  return { agent: `command:sh '${file}' {prompt_file}`, gone: () => rmSync(file) };
}

const WRITER = `echo "module.exports = [$(cksum < "$1" | cut -c 1-2) / 10, 20, 0.5];" > numbers.js; echo "by $EVOLVE_CANDIDATE"\n`;

describe('evolve replay', () => {
  it('gives the same events of a run at --parallel 4, and touches nothing', () => {
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, [...RUN, '--yes', '-k', '5', '-g', '2', '--parallel', '4']));
    const before = fingerprint(folder);
    const events = same(folder);
    expect(fingerprint(folder)).toEqual(before);
    expect(evolve(folder, ['replay']).stdout).toBe(`same: ${events.length} events\n`);
  });

  it('plays checkpoints, new settings, a held-out command and what was taken over', () => {
    const folder = repository({ ...SHELL_SQUARES, 'held.sh': 'cat held-out.txt > /dev/null && sh bench.sh\n' });
    const data = join(temporary(), 'held-out.txt');
    writeFileSync(data, '7\n');
    const held = ['--holdout', 'sh held.sh', '--holdout-input', `${data}:held-out.txt`];
    json(evolve(folder, [...RUN, ...held, '-k', '4', '-g', '3']));
    json(evolve(folder, ['answer', 'gen1', 'adjust', '--set', 'k=6', '--set', 'parallel=3', '--json']));
    json(evolve(folder, ['answer', 'gen2', 'continue', '--yes', '--json']));
    expect(evolve(folder, ['apply', '--patch', 'best.patch']).code).toBe(0);
    // What it was measured with need not be there any more.
    rmSync(data);
    const types = typesIn(same(folder));
    for (const type of ['configured', 'held-out', 'landed'] as const) expect(types).toContain(type);
  });

  it('plays comparisons on a noisy benchmark', () => {
    const runs = temporary();
    const noisy = `echo x >> '${runs}/runs'; n=$(wc -l < '${runs}/runs'); sh bench.sh | awk -v n=$n '{ print $1 * (1 + (n * 7919 % 101) / 3000) }'\n`;
    const folder = repository({ ...SHELL_SQUARES, 'noisy.sh': noisy });
    const args = ['run', 'sh noisy.sh', '--files', 'numbers.js', '--operator', 'tune', '--allow-write', runs];
    json(evolve(folder, [...args, '--repeat-limit', '8', '-k', '4', '-g', '2', '--parallel', '3', '--yes', '--json']));
    const types = typesIn(same(folder));
    expect(types).toContain('compared');
  });

  it('plays an agent that is not there any more', () => {
    const { agent, gone } = withAgent(WRITER);
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, [...RUN, '--yes', '-k', '4', '-g', '2', '--parallel', '3', '--agent', agent]));
    gone();
    const types = typesIn(same(folder));
    expect(types).toContain('called');
    rmSync(join(folder, '.evolve/r1/calls/gen1-2.author.json'));
    const { code, stdout } = evolve(folder, ['replay']);
    expect(code).toBe(1);
    expect(stdout).toBe(
      "Run r1 can't be replayed: the recording of gen1-2/author (calls/gen1-2.author.json) is missing or damaged.\n",
    );
  });

  it('plays parents that were merged without a call', () => {
    const script = 'case $EVOLVE_CANDIDATE in *-1) echo 50 > one.txt;; *) echo 60 > two.txt;; esac\n';
    const { agent, gone } = withAgent(script);
    const folder = repository({
      'one.txt': '1\n',
      'two.txt': '2\n',
      'sum.sh': "cat *.txt | awk '{ s += $1 } END { print s }'\n",
    });
    const args = ['run', 'sh sum.sh', '--files', '*.txt', '-k', '4', '-g', '2', '--yes', '--json', '--agent', agent];
    expect(json(evolve(folder, args)).best.score).toBe(110);
    expect(json(evolve(folder, ['show', 'gen2-2', '--json'])).candidate.summary).toMatch(
      /^merged gen1-\d and gen1-\d$/,
    );
    gone();
    same(folder);
  });

  it('plays drivers that were killed, with an agent; the soak has all boundaries', () => {
    const { agent, gone } = withAgent(WRITER);
    const folder = repository(SHELL_SQUARES);
    const args = [...RUN, '--yes', '-k', '4', '-g', '2', '--parallel', '2', '--agent', agent];
    for (const at of ['45', '12'])
      expect(evolve(folder, [...args, '--resume'], { GALAPAGOS_KILL_AT: at }).signal).toBe('SIGKILL');
    json(evolve(folder, [...args, '--resume']));
    gone();
    expect(same(folder).filter(({ event }) => event.type === 'driven').length).toBeGreaterThan(1);
  });

  it('plays a driver that was asked to stop in mid-work, and the one after it', async () => {
    const outside = temporary();
    const wait = join(outside, 'wait');
    writeFileSync(wait, '');
    const slow = `test "$EVOLVE_CANDIDATE" = gen1-3 && test -e '${wait}' && exec sleep 600\n`;
    const folder = repository({ ...SHELL_SQUARES, 'bench.sh': `${slow}${SHELL_SQUARES['bench.sh']}` });
    const args = [...RUN, '--yes', '-k', '4', '-g', '1', '--parallel', '2', '--allow-read', outside];
    const { ended } = start(folder, args);
    await until(() => {
      const status = evolve(folder, ['status', '--json']);
      return status.code === 0 && JSON.parse(status.stdout).candidates.scored >= 2;
    });
    json(evolve(folder, ['stop', '--json']));
    await ended;
    expect(typesIn(same(folder))).toContain('stopped');
    rmSync(wait);
    json(evolve(folder, [...args, '--resume']));
    expect(typesIn(same(folder))).toContain('finished');
  });

  it('finds what was changed in the journal', () => {
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, [...RUN, '--yes', '-k', '4', '-g', '2', '--operator', 'tune']));
    const events = log(folder);
    const placed = events.findLast(({ event }) => event.type === 'placed' && event.placement.kind === 'refused');
    change(folder, placed?.seq ?? 0, { '$.placement.kind': 'kept', '$.placement.evicted': '[]' });
    const found = evolve(folder, ['replay']);
    expect(found.code).toBe(1);
    expect(found.stdout).toContain(`different: event ${placed?.seq} did not come again`);
    change(folder, placed?.seq ?? 0, { '$.placement.kind': 'refused' });

    const scored = events.find(({ event }) => event.type === 'evaluated' && event.candidate === 'gen1-1');
    change(folder, scored?.seq ?? 0, { '$.evaluation.samples[0]': 1e9 });
    const other = evolve(folder, ['replay', '--json']);
    expect(other.code).toBe(1);
    expect(JSON.parse(other.stdout)).toMatchObject({ run: 'r1', kind: 'different' });
    expect(JSON.parse(other.stdout).at).toBeGreaterThan(scored?.seq ?? 0);
  });

  it('plays many candidates of a model, with its server off; the soak has 200', async () => {
    const server = await startModelServer(({ number }) => ({ text: wrote(`${(number * 7919) % 10007}, 20, 0.5`) }));
    const at = place();
    const many = [
      '-k',
      '12',
      '-g',
      '3',
      '-s',
      '9',
      '--parallel',
      '8',
      '--parallel-bench',
      '2',
      '--price',
      'mock-1=2/10',
    ];
    const ran = await at.run(['--agent', modelAt(server), ...many]).ended;
    await server.close();
    expect(ran).toMatchObject({ code: 0 });
    const events = same(at.folder);
    expect(events.filter(({ event }) => event.type === 'called').length).toBeGreaterThan(23);
    expect(events.filter(({ event }) => event.type === 'evaluated').length).toBeGreaterThan(23);
  });
});

/** Somebody who has the user's own shell. */
function change(folder: string, seq: number, values: Readonly<Record<string, string | number>>): void {
  const store = openDatabase(join(folder, '.evolve/journal.db'));
  for (const [path, value] of Object.entries(values)) {
    const set = value === '[]' ? "json('[]')" : '?';
    const bound = value === '[]' ? [path, seq] : [path, value, seq];
    store.prepare(`update event set body = json_set(body, ?, ${set}) where seq = ?`).run(...bound);
  }
  store.close();
}

describe('evolve fork', () => {
  it('has the same events up to a point, goes on with another seed, and leaves the other run as it was', () => {
    const { agent, gone } = withAgent(WRITER);
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, [...RUN, '--yes', '-k', '4', '-g', '3', '--agent', agent]));
    const before = log(folder);
    const end = before.findLastIndex(({ event }) => event.type === 'placed' && /^gen2/.test(event.proposal));
    const forked = evolve(folder, ['fork', 'r1', '--at', 'gen2', '--seed', '9', '--operator', 'tune', '--yes']);
    expect(forked.code).toBe(0);
    expect(forked.stdout + forked.stderr).toContain(`run r2 goes on from r1 after ${end + 1} events · seed 9`);
    expect(forked.stdout + forked.stderr).toContain('what r1 had spent by then counts: 6 calls');
    expect(forked.stdout + forked.stderr).toContain('run r2 · generations · 4 per generation by tune');
    const after = log(folder, 'r2');
    const shared = (events: readonly Recorded[]) => events.slice(1, end + 1).map(({ at, event }) => ({ at, event }));
    expect(shared(after)).toEqual(shared(before));
    expect(after[0]?.event).toMatchObject({ config: { fixed: { seed: 9 } }, forked: { run: 'r1', events: end + 1 } });
    const made = (events: readonly Recorded[]) =>
      events.flatMap(({ event }) => (event.type === 'proposed' && event.proposal.batch === 3 ? [event.proposal] : []));
    expect(made(after)).not.toEqual(made(before));
    expect(made(after).every(({ by }) => by === 'tune')).toBe(true);
    expect(log(folder)).toEqual(before);
    expect(git(folder, 'for-each-ref', '--format=%(refname)', 'refs/evolve')).toContain('refs/evolve/r2/base');
    expect(readdirSync(join(folder, '.evolve/r2/candidates'))).toContain('gen1-1');
    gone();
    same(folder, 'r2');
    same(folder);
  });

  it('goes on from the end, from an event, and refuses what a run keeps for life', () => {
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, [...RUN, '--yes', '-k', '4', '-g', '1']));
    expect(json(evolve(folder, ['fork', '-g', '2', '--yes', '--json']))).toMatchObject({ run: 'r2', generation: 2 });
    const events = log(folder);
    const first = events.find(({ event }) => event.type === 'proposed' && event.proposal.id === 'gen1-2');
    const third = json(evolve(folder, ['fork', 'r1', '--at', String(first?.seq), '--yes', '--json']));
    // All of a generation is proposed at once, so it is taken over at once.
    expect(third).toMatchObject({ run: 'r3', candidates: { total: 4 } });
    for (const [args, complaint] of [
      [['--at', '999999'], 'Run r3 has no event "999999"'],
      [['--at', 'gen7'], 'Generation 7 of run r3 is not complete'],
      [['--direction', 'min'], "unknown option '--direction'"],
      [['--agent', 'nobody'], 'no agent "nobody"'],
    ] as const)
      expect(evolve(folder, ['fork', ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(complaint) });
    expect(json(evolve(folder, ['runs', '--json']))).toHaveLength(3);
    expect(git(folder, 'for-each-ref', 'refs/evolve').trim().split('\n')).toHaveLength(3);
  });
});
