import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../../src/lib/width.ts';
import {
  evolve,
  json,
  onTerminal,
  repository,
  SHELL_SQUARES,
  startOnTerminal,
  terminals,
  until,
  withoutSandbox,
} from './support.ts';

withoutSandbox();

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '--operator', 'tune'];
const ESC = '\u001b';
const HIDE = `${ESC}[?25l`;
const SHOW = `${ESC}[?25h`;
const ESCAPES = new RegExp(String.raw`${ESC}\[[0-9;?]*[A-Za-z]`, 'g');
const COLOURS = new RegExp(String.raw`${ESC}\[[0-9;]*m`);
/** A title, and an empty screen: nothing that evolve itself writes. */
const STEERING = new RegExp(String.raw`${ESC}(?:\]0|\[2J)`);

/** Fails where the first number is over 1.2, with output that would harm a page or a terminal. */
const HOSTILE = {
  ...SHELL_SQUARES,
  'bench.sh': `${SHELL_SQUARES['bench.sh']}grep -q '\\[1.[2-9]' numbers.js && { printf '<script>alert(1)</script>\\033[2J' >&2; exit 3; }\nexit 0\n`,
};

/** There is something to look at for a while. */
const SLOW = { ...SHELL_SQUARES, 'bench.sh': `sleep 0.2; ${SHELL_SQUARES['bench.sh']}` };

describe.skipIf(!terminals)('on a terminal (needs script)', () => {
  it('draws in place, never wraps, and gives the cursor back', () => {
    const folder = repository(SLOW);
    const { stdout, code } = onTerminal(folder, [...RUN, '-g', '2', '--yes'], '', { term: 'xterm', columns: 60 });
    expect(code).toBe(0);
    expect(stdout).toContain(HIDE);
    expect(stdout.lastIndexOf(SHOW)).toBeGreaterThan(stdout.lastIndexOf(HIDE));
    expect(stdout).toMatch(/generation \d of 2/);
    expect(stdout).not.toContain(`${ESC}[?1049h`);
    const report = stdout.indexOf('Run r1 finished');
    for (const line of stdout
      .slice(0, report)
      .replaceAll(ESCAPES, '')
      .split(/\r?\n|\r/))
      expect(widthOf(line)).toBeLessThanOrEqual(60);
    expect(stdout.slice(report)).not.toContain(HIDE);
    expect(stdout).toMatch(COLOURS);
  });

  it('has no colours where they are not wanted, and nothing live where the terminal can not', () => {
    const folder = repository(SHELL_SQUARES);
    const screen = { term: 'xterm', columns: 80, env: { NO_COLOR: '1' } };
    expect(onTerminal(folder, [...RUN, '-g', '1', '--yes'], '', screen).stdout).not.toMatch(COLOURS);
    const dumb = onTerminal(folder, [...RUN, '-g', '1', '--yes', '--fresh'], '', { columns: 80 });
    expect(dumb.stdout).not.toContain(ESC);
    expect(dumb.stdout).toMatch(/gen1-1 .*mutate/);
  });

  it('gives the cursor back when it is interrupted', async () => {
    const folder = repository(SLOW);
    const started = startOnTerminal(folder, [...RUN, '-g', '500', '-s', '500', '--yes'], {
      term: 'xterm',
      columns: 80,
    });
    await until(() => started.shown().includes('measuring  '));
    started.child.stdin.write('\u0003');
    const { stdout, code } = await started.ended;
    expect(code).toBe(130);
    expect(stdout.lastIndexOf(SHOW)).toBeGreaterThan(stdout.lastIndexOf(HIDE));
    expect(stdout).toContain('--resume');
  });

  it('fits tables', () => {
    const folder = repository(HOSTILE);
    json(evolve(folder, [...RUN, '-g', '3', '--yes', '--json']));
    for (const args of [['leaderboard'], ['status'], ['runs'], ['path'], ['tree'], ['show', 'best'], ['log']]) {
      const { stdout } = onTerminal(folder, args, '', { term: 'xterm', columns: 44 });
      const lines = stdout.replaceAll(ESCAPES, '').split(/\r?\n/);
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines) expect(widthOf(line), `${args[0]}: ${line}`).toBeLessThanOrEqual(44);
    }
  });
});

describe.skipIf(!terminals)('code of a candidate that would steer a terminal (needs script)', () => {
  it('does so neither by its diff nor when the winner is inspected', () => {
    const folder = repository(HOSTILE);
    const line = 'module.exports = [3, 30, 0.3]; // \\033]0;owned\\007\\033[2J\\n';
    const agent = ['--agent', `command:printf "${line}" > numbers.js`];
    const search = ['run', 'sh bench.sh', '--files', 'numbers.js'];
    const args = [...search, '-k', '2', '-g', '2', ...agent];
    expect(evolve(folder, args).code).toBe(0);
    expect(evolve(folder, ['diff', 'best']).stdout).toContain(`${ESC}]0;`);
    for (const verb of [
      ['diff', 'best'],
      ['apply', '--patch', '-'],
    ])
      expect(onTerminal(folder, verb, '', { term: 'xterm' }).stdout).not.toMatch(STEERING);
    const inspected = onTerminal(folder, [...search, '--resume'], 'inspect\nstop\nkeep\n', { term: 'xterm' });
    expect(inspected.stdout).toContain('+module.exports');
    expect(inspected.stdout).not.toMatch(STEERING);
  });
});

describe('without a terminal', () => {
  it('tells as much as it is asked to', () => {
    const folder = repository(HOSTILE);
    const quiet = evolve(folder, [...RUN, '-g', '1', '--yes', '-q']);
    expect(quiet.stdout).toMatch(/^Run r1 finished/);
    const verbose = evolve(folder, [...RUN, '-g', '1', '--yes', '-v', '--fresh']);
    expect(verbose.stdout).toMatch(/mutate by tune from gen0-seed\n {2}seal .* benchmark/);
    const both = evolve(folder, [...RUN, '-q', '-v']);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('choose one') });
    expect(evolve(folder, ['status', '-q']).code).toBe(0);
    expect(evolve(folder, ['run', '--help']).stdout).toContain('--quiet');
    expect(evolve(folder, ['status', '--help']).stdout).not.toContain('--quiet');
  });

  it('shows what is invalid as invalid, with its reason', () => {
    const folder = repository(HOSTILE);
    json(evolve(folder, [...RUN, '-k', '8', '-g', '2', '--yes', '--json']));
    const { stdout } = evolve(folder, ['leaderboard']);
    expect(stdout).toMatch(/^Rank {2}Candidate +Fitness +Δ baseline +Parents +Operator +Status +Reason$/m);
    expect(stdout).toMatch(/INVALID .*exited with code 3/);
  });
});

describe('lineage and export', () => {
  it('walk from the seed', () => {
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, [...RUN, '-g', '4', '-s', '4', '--yes', '--json']));
    const path = json(evolve(folder, ['path', '--json']));
    const { best } = json(evolve(folder, ['status', '--json']));
    expect(path[0]).toMatchObject({ id: 'gen0-seed', gain: null });
    expect(path.at(-1)).toMatchObject({ id: best.id, score: best.score });
    const gained = path.slice(1).reduce((sum: number, step: { gain: number }) => sum + step.gain, 0);
    expect(gained).toBeCloseTo(best.delta, 9);
    const tree = json(evolve(folder, ['tree', '--json', '-n', '3']));
    expect(tree.nodes).toHaveLength(3);
    expect(tree.nodes.map((node: { id: string }) => node.id)).toContain(best.id);
    expect(evolve(folder, ['tree']).stdout).toMatch(/^gen0-seed {2}-9\n├─ /);
    expect(evolve(folder, ['path', 'gen9-9'])).toMatchObject({ code: 2 });
  });

  it('gives every candidate to other programs', () => {
    const folder = repository(HOSTILE);
    const status = json(evolve(folder, [...RUN, '-k', '6', '-g', '3', '--yes', '--json']));
    const rows = JSON.parse(evolve(folder, ['export', '--json']).stdout);
    expect(rows).toHaveLength(1 + status.proposals.made);
    expect(rows[0]).toMatchObject({ id: 'gen0-seed', generation: 0, score: -9, delta: 0, parents: [] });
    expect(rows.map((row: { generation: number }) => row.generation)).toEqual(
      rows.map((row: { generation: number }) => row.generation).toSorted((a: number, b: number) => a - b),
    );
    for (const row of rows) expect(Number.isNaN(Date.parse(row.createdAt))).toBe(false);
    const csv = evolve(folder, ['export', '--csv']).stdout;
    expect(csv.split('\r\n')).toHaveLength(2 + rows.length);
    expect(json(evolve(folder, ['export', 'out/all.json', '--json']))).toMatchObject({ candidates: rows.length });
    expect(JSON.parse(readFileSync(join(folder, 'out/all.json'), 'utf8'))).toEqual(rows);
    expect(evolve(folder, ['export', 'all.csv']).stdout).toContain(`${rows.length} rows`);
    expect(readFileSync(join(folder, 'all.csv'), 'utf8')).toBe(csv);
    expect(evolve(folder, ['export', '--csv', '-']).stdout).toBe(csv);
    expect(evolve(folder, ['export'])).toMatchObject({ code: 2 });
    expect(evolve(folder, ['export', '--csv', 'bench.sh/x'])).toMatchObject({ code: 2 });
  });
});

describe('evolve report --html', () => {
  it('writes one page in which nothing of a candidate runs', () => {
    const folder = repository(HOSTILE);
    const goal = ['--goal', '<script>alert(2)</script>'];
    json(evolve(folder, [...RUN, '-k', '8', '-g', '2', '--yes', '--json', ...goal]));
    const { stdout, code } = evolve(folder, ['report', '--html', 'pages/report.html']);
    expect(code).toBe(0);
    expect(stdout).toContain('pages/report.html');
    const page = readFileSync(join(folder, 'pages/report.html'), 'utf8');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).toContain('&lt;script&gt;alert(2)');
    expect(page).not.toContain(ESC);
    expect(page).not.toMatch(/(?:src|href)="(?!#)/);
    expect(page).toContain('<span class="add">+module.exports');
    expect(evolve(folder, ['report', '--html', 'bench.sh/x.html'])).toMatchObject({ code: 2 });
    expect(existsSync(join(folder, 'pages/report.html'))).toBe(true);
    expect(evolve(folder, ['report']).stdout).toContain('Take it over: evolve apply');
  });
});
