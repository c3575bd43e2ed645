import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import type { Refused } from '../../../src/domain/candidate.ts';
import { scoreOf } from '../../../src/domain/compare.ts';
import type { Evaluation } from '../../../src/domain/evaluation.ts';
import type { Event } from '../../../src/domain/event.ts';
import { openStore } from '../../../src/journal/journal.ts';
import { remove } from '../../../src/workspace/workspace.ts';
import { evolve, fingerprint, git, json, type Result, write } from '../support.ts';

/** One attempt to score better by other means than better code. */
export interface Cheat {
  readonly name: string;
  /** Python that the candidate runs before its honest work; see cheat.py for what it may call. */
  readonly code?: string;
  /** Shell that its author runs in the worktree. */
  readonly author?: string;
  /** All of the solver, in place of the seed's with the code before it. */
  readonly solver?: string;
  /** What it tries to leave on the machine: in a sandbox it may seem to succeed. */
  readonly leaves?: (place: Machine) => readonly string[];
  /** Why it must be invalid; without it, a score that is no better than the seed's will do. */
  readonly invalid?: RegExp;
  /** Seen to work when the sandbox is off. */
  readonly open?: boolean;
}

/** What became of a candidate. */
interface Outcome {
  readonly dropped?: string;
  readonly refused: readonly Refused[];
  readonly evaluation?: Evaluation;
  readonly score?: number;
  /** What the fitness command printed. */
  readonly log: string;
}

type Machine = ReturnType<typeof machine>;

export interface Tried extends Machine {
  readonly ran: Result;
  readonly events: readonly Event[];
  of(name: string): Outcome;
  /** Every byte that is the user's, before and after. */
  readonly before: unknown;
  readonly after: unknown;
  readonly alive: readonly string[];
}

interface Setting {
  readonly fitness?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The solver of the one that does not cheat. */
  readonly honest?: string;
}

// One run of evolve tries twenty candidates and more.
vi.setConfig({ hookTimeout: 180_000 });

const HERE = import.meta.dirname;
const PROJECT = ['bench.py', 'checks.py', 'gate.sh', 'data/weights.json', 'src/solver.py'];
const text = (path: string): string => readFileSync(join(HERE, path), 'utf8');
const FILES = Object.fromEntries(PROJECT.map((path) => [path, text(`project/${path}`)]));
const SOLVER = FILES['src/solver.py'] ?? '';

/** What the seed scores, and the one that is really better. */
export const SEED_SCORE = 3;
const HONEST_SCORE = 4;
const HONEST = 'is honest';

/** The interpreter's own folder: what lies on the PATH may be a slow script that looks for it. */
const found = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
const python = found.status === 0 ? dirname(found.stdout.trim()) : undefined;
/** Where nothing may be skipped a missing Python is a failure. */
export const withPython = python !== undefined || process.env.GALAPAGOS_REQUIRE === 'all';

/** In the name or the environment of everything that these tests start. */
export const MARK = `cheat${process.pid}x${Math.floor(performance.now())}`;

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) remove(folder);
});

function folderIn(parent: string, name: string): string {
  const folder = realpathSync(mkdtempSync(join(parent, name)));
  made.push(folder);
  return folder;
}

/** What a machine has beside the run: a home with a key in it, and a folder of somebody else. */
export function machine() {
  const base = folderIn(tmpdir(), 'galapagos cheats ');
  const home = folderIn(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'galapagos-home-');
  const outside = join(base, 'outside');
  write(outside, { 'held-out.json': '[]\n' });
  write(home, { '.ssh/id_test': `key ${MARK}\n`, 'tools/bin/judge': '#!/bin/sh\necho fair\n', '.bashrc': '# mine\n' });
  chmodSync(join(home, 'tools/bin/judge'), 0o755);
  return { base, home, outside, authors: join(base, 'authors'), folder: join(base, 'my repo') };
}

/** Runs evolve once, with one candidate for each of the cheats and a last one that is honest. */
export function tryAll(cheats: readonly Cheat[], setting: Setting = {}, place = machine()): Tried {
  const { home, outside, folder, authors: scripts } = place;
  mkdirSync(folder);
  write(folder, { ...FILES, '.gitignore': '__pycache__/\nprivate/\n', ...setting.files });
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'start');
  const facts = { mark: MARK, home, outside, repository: folder, ...setting.facts };
  const honest = { name: HONEST, solver: setting.honest ?? SOLVER.replace('< 3', '< 4') };
  const all: readonly Cheat[] = [...cheats, honest];
  for (const [index, cheat] of all.entries()) {
    write(scripts, {
      [`gen1-${index + 1}.py`]: cheat.solver ?? withCode(cheat, facts),
      [`gen1-${index + 1}.sh`]: cheat.author ?? ':',
    });
  }
  write(scripts, {
    'agent.sh': `cp '${scripts}'/$EVOLVE_CANDIDATE.py src/solver.py\n. '${scripts}'/$EVOLVE_CANDIDATE.sh\n`,
  });
  const before = users(place);
  const ran = evolve(
    folder,
    [
      ...['run', setting.fitness ?? 'python3 bench.py', '--files', 'src/**', '-k', String(all.length), '-g', '1'],
      ...[
        '--agent',
        `command:sh '${scripts}/agent.sh'`,
        '--no-repair',
        '--unchecked',
        '--yes',
        '--json',
        ...(setting.flags ?? []),
      ],
    ],
    { HOME: home, PATH: `${home}/tools/bin:${python}:${process.env.PATH}`, ...setting.env },
  );
  const events = eventsOf(folder);
  return {
    ...place,
    ran,
    events,
    of: (name) => outcome(folder, events, idOf(all, name)),
    before,
    after: users(place),
    alive: alive(place.base),
  };
}

const users = ({ folder, home, outside }: Machine) => [folder, home, outside].map(fingerprint);

function withCode({ name, code = 'pass' }: Cheat, facts: Readonly<Record<string, unknown>>): string {
  const indented = code.trim().replaceAll('\n', '\n    ');
  const filled = { FACTS: JSON.stringify(facts), CODE: `    ${indented}` };
  const head = text('cheat.py').replace(/\{\{(FACTS|CODE)\}\}/g, (_, key: keyof typeof filled) => filled[key]);
  return `# ${name}\n${head}\n\n${SOLVER}`;
}

function idOf(all: readonly Cheat[], name: string): string {
  const index = all.findIndex((cheat) => cheat.name === name);
  if (index < 0) throw new Error(`nobody ${name}`);
  return `gen1-${index + 1}`;
}

function eventsOf(folder: string): readonly Event[] {
  const store = openStore(join(folder, '.evolve'));
  const events = store
    .journal('r1')
    .read(0, 100_000)
    .map(({ event }) => event);
  store.close();
  return events;
}

function outcome(folder: string, events: readonly Event[], id: string): Outcome {
  const log = join(folder, '.evolve/r1/candidates', id, 'benchmark.log');
  const refused = events.flatMap((event) =>
    event.type === 'applied' && event.candidate.id === id ? (event.candidate.refused ?? []) : [],
  );
  const [dropped] = events.flatMap((event) =>
    event.type === 'dropped' && event.proposal === id ? [event.reason] : [],
  );
  const [evaluation] = events.flatMap((event) =>
    event.type === 'evaluated' && event.candidate === id ? [event.evaluation] : [],
  );
  const score = evaluation === undefined ? undefined : (scoreOf(evaluation) ?? undefined);
  return {
    refused,
    log: existsSync(log) ? readFileSync(log, 'utf8') : '',
    ...(dropped === undefined ? {} : { dropped }),
    ...(evaluation === undefined ? {} : { evaluation }),
    ...(score === undefined ? {} : { score }),
  };
}

/** What a cheat said that it got, and what it left. */
export function gains(tried: Tried, { name, leaves }: Cheat): readonly string[] {
  const left = leaves?.(tried).filter((path) => existsSync(path)) ?? [];
  return [...(tried.of(name).log.match(/^GAIN .*$/gm) ?? []), ...left];
}

/** The candidate tried its cheat and got nothing for it. */
export function expectNothing(tried: Tried, cheat: Cheat): void {
  const { evaluation, score, log, dropped } = tried.of(cheat.name);
  expect(gains(tried, cheat)).toEqual([]);
  if (cheat.code !== undefined) expect(log).toMatch(/^TRIED$/m);
  if (cheat.invalid !== undefined) {
    expect(evaluation).toMatchObject({ outcome: 'invalid', reason: expect.stringMatching(cheat.invalid) });
  }
  if (dropped !== undefined) return;
  expect(evaluation?.outcome).toMatch(/^(scored|invalid)$/);
  expect(score ?? SEED_SCORE).toBe(SEED_SCORE);
}

/** Nothing of a run is left on the machine but its record. */
export function expectClean(tried: Tried): void {
  expect(tried.alive).toEqual([]);
  expect(tried.after).toEqual(tried.before);
  expect(existsSync(join(tried.folder, '.evolve/r1/lanes'))).toBe(false);
}

/** The others’ cheats did nothing to the one that is really better: it is what the run ends with. */
export function expectHonestWins(tried: Tried): void {
  const best = { state: 'finished', best: { score: HONEST_SCORE }, candidates: { broken: 0 } };
  expect(json(tried.ran)).toMatchObject(best);
  expect(tried.of(HONEST)).toMatchObject({ score: HONEST_SCORE });
  const again = tried.events.flatMap((event) => (event.type === 'answered' ? [event.answer] : []));
  expect(JSON.stringify(again)).not.toMatch(/1e\+?9|1000000000/);
}

/** Processes of this machine that came of a run below a folder. */
export function alive(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => {
      const of = [() => readFileSync(`/proc/${pid}/environ`, 'utf8'), () => readlinkSync(`/proc/${pid}/cwd`)];
      const line = () => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return of.some((look) => quietly(look).includes(folder)) || quietly(line).includes(MARK);
    });
}

function quietly(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}
