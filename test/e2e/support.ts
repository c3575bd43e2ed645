import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { scoreOf } from '../../src/domain/compare.ts';
import type { Event } from '../../src/domain/event.ts';
import { openStore } from '../../src/journal/journal.ts';

export const EVOLVE = join(import.meta.dirname, '../../bin/evolve.js');

/** Folders for the machine's locks, one per test folder, so that tests don't wait for each other's benchmark slots. */
const lockFolders = mkdtempSync(join(tmpdir(), 'galapagos-locks-'));
afterAll(() => rmSync(lockFolders, { recursive: true, force: true }));

/** What a user's process would have. */
export function environment(folder: string, extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const mine = folders.findIndex((one) => folder.startsWith(one));
  const locks = join(lockFolders, String(mine));
  mkdirSync(locks, { recursive: true });
  return { PATH, HOME, TMPDIR: tmpdir(), GALAPAGOS_LOCKS: locks, GALAPAGOS_BACK_OFF_MS: '5,5', ...extra };
}

export interface Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder that is gone after the test. Its name has a space and letters beyond ASCII on purpose. */
export function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos é2e ')));
  folders.push(folder);
  return folder;
}
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

/** A committed repository with these files, gone after the test unless it is in a place of the caller's. */
export function repository(files: Readonly<Record<string, string>>, place = temporary()): string {
  const folder = join(place, 'my repo');
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  write(folder, files);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'start');
  return folder;
}

/**
 * Most tests are not about the fitness command or the cores, and would take longer: many runs at once would all keep off the
 * same core. `--checked` and `--cores` are for those that are. Names of candidates are those of generations where no other
 * strategy is named.
 */
export function unchecked(args: readonly string[]): readonly string[] {
  const [verb = '', ...rest] = args;
  const sandbox = boxed || rest.includes('--sandbox') ? [] : ['--sandbox', 'off'];
  const cores = rest.includes('--cores') ? [] : ['--cores', '0'];
  if (verb === 'init' && rest.includes('--fitness')) return [verb, ...cores, ...rest];
  if (verb !== 'run') return args;
  const checked = rest.includes('--checked') ? [] : ['--unchecked'];
  const named = rest.some((arg) => /^(-[kgs]\d*|--strategy|--k|--generations|--stale)$/.test(arg));
  const strategy = named ? [] : ['--strategy', 'generations'];
  return [verb, ...checked, ...cores, ...sandbox, ...strategy, ...rest.filter((arg) => arg !== '--checked')];
}

/** For all tests of a file that is about what a run records, tells or asks: its commands need no sandbox, which takes a third of a run. */
export function withoutSandbox(): void {
  boxed = false;
}
let boxed = true;

export function evolve(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Result {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [EVOLVE, ...unchecked(args)], {
    cwd: folder,
    encoding: 'utf8',
    env: environment(folder, env),
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, signal, stdout, stderr };
}

/** Whether there are pseudo-terminals to run it on; where nothing may be skipped a missing one is a failure. */
export const terminals = spawnSync('script', ['--version']).status === 0 || process.env.GALAPAGOS_REQUIRE === 'all';

/** Runs evolve on a pseudo-terminal, with this typed into it. */
export function onTerminal(folder: string, args: readonly string[], typed: string, screen: Screen = {}): Result {
  const { status, signal, stdout, stderr } = spawnSync('script', ['-qec', terminalLine(args, screen), '/dev/null'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...environment(folder, screen.env ?? {}), TERM: screen.term ?? 'dumb' },
    input: typed,
    // One that asks more than was typed would wait for ever.
    timeout: 60_000,
  });
  return { code: status, signal, stdout, stderr };
}

/** Starts evolve on a pseudo-terminal; what is written to its input is typed. */
export function startOnTerminal(folder: string, args: readonly string[], screen: Screen) {
  const child = spawn('script', ['-qec', terminalLine(args, screen), '/dev/null'], {
    cwd: folder,
    env: { ...environment(folder, screen.env ?? {}), TERM: screen.term ?? 'dumb' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const shown: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => shown.push(text));
  const ended = once(child, 'close').then(([code]): { code: number | null; stdout: string } => ({
    code,
    stdout: shown.join(''),
  }));
  return { child, shown: () => shown.join(''), ended };
}

export interface Screen {
  readonly term?: string;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

function terminalLine(args: readonly string[], { columns }: Screen): string {
  const size = columns === undefined ? '' : `stty cols ${columns} rows 24; `;
  return `${size}exec ${[process.execPath, EVOLVE, ...unchecked(args)].map((arg) => `'${arg}'`).join(' ')}`;
}

/** Starts evolve in the background. */
export function start(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [EVOLVE, ...unchecked(args)], {
    cwd: folder,
    env: environment(folder, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout: string[] = [];
  const stderr: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
  const ended = once(child, 'close').then(
    ([code, signal]): Result => ({ code, signal, stdout: stdout.join(''), stderr: stderr.join('') }),
  );
  return { child, ended };
}

/** The one document of a `--json` call. */
export function json(result: Result) {
  if (result.code !== 0) throw new Error(`exit ${result.code}: ${result.stderr}`);
  return JSON.parse(result.stdout);
}

/** Waits until something is true; the test's own time-out ends it. */
export async function until<T>(probe: () => T | undefined | false): Promise<T> {
  for (;;) {
    const found = probe();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Processes of this machine whose command line has the mark. */
export function processesWith(mark: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
      } catch {
        return false;
      }
    });
}

/** A program of three numbers and a benchmark that is cheap to run: the sum of squares away from 3, 30 and 0.3. */
export const SQUARES = {
  'numbers.js': 'module.exports = [1.0, 20, 0.5];\n',
  'bench.js':
    "const [a, b, c] = require('./numbers.js');\nconsole.log(-((a - 3) ** 2 + ((b - 30) / 10) ** 2 + (10 * (c - 0.3)) ** 2));\n",
};

/** The same without starting node for each candidate. */
export const SHELL_SQUARES = {
  'numbers.js': 'module.exports = [1.0, 20, 0.5];\n',
  'bench.sh':
    "sed 's/[^0-9.,-]//g' numbers.js | awk -F, '{ sub(/^\\./, \"\", $1); print -(($1 - 3) ^ 2 + (($2 - 30) / 10) ^ 2 + (10 * ($3 - 0.3)) ^ 2) }'\n",
};

/** Every byte of the user's folder but for what is ours: `.evolve` and the one ref per run. */
export function fingerprint(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = (path: string) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const name = join(path, entry.name);
      if (name === '.evolve' || name === '.git/refs/evolve') continue;
      const { mode } = lstatSync(join(folder, name));
      if (entry.isDirectory()) walk(name);
      else if (entry.isSymbolicLink()) found[name] = `link ${readlinkSync(join(folder, name))}`;
      else
        found[name] = `${mode.toString(8)} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`;
    }
  };
  walk('.');
  return found;
}

/** What must be the same of two runs whose scores are deterministic: proposals, commits, scores and placements. */
export function essence(folder: string, run = 'r1') {
  const store = openStore(join(folder, '.evolve'));
  const counts = store.journal(run).view().counts();
  const events = store
    .journal(run)
    .read(0, 1_000_000)
    .map(({ event }) => event);
  store.close();
  const all = <T extends Event['type']>(type: T) =>
    events.filter((event): event is Extract<Event, { type: T }> => event.type === type);
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  return {
    counts,
    // A repair is proposed as soon as its candidate has failed, whenever that is.
    proposals: all('proposed')
      .map(({ proposal }) => proposal)
      .sort((a, b) => a.batch - b.batch || a.ord - b.ord),
    commits: all('applied')
      .map(({ candidate }) => candidate)
      .sort(byId),
    evaluations: all('evaluated')
      .map(({ candidate, evaluation, sameAs }) => ({
        id: candidate,
        outcome: evaluation.outcome,
        score: scoreOf(evaluation),
        sameAs,
      }))
      .sort(byId),
    placements: all('placed'),
    end: all('finished'),
  };
}
