import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { NO_REACH } from '../domain/sandbox.ts';
import type { Isolation } from './isolation.ts';
import { type Limits, type Ran, runTree, type TreeCommand } from './process-tree.ts';

export const base = mkdtempSync(join(tmpdir(), 'galapagos-tree-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

export const env = { PATH: process.env.PATH ?? '/usr/bin:/bin' };
export const node = `'${process.execPath}'`;

const home = join(base, 'home');
mkdirSync(home);

/** At the strongest level commands are shut in, as candidates' are. */
export const boxAt = (level: Isolation) =>
  level === 'bubblewrap' ? { box: { own: [base], home, hidden: [], reach: NO_REACH } } : {};

export function folder(): string {
  return mkdtempSync(join(base, 'run '));
}

export function run(level: Isolation, shell: string, more: Partial<TreeCommand & Limits> = {}): Promise<Ran> {
  const cwd = more.cwd ?? folder();
  const command = { shell, cwd, env, log: join(base, 'log'), isolation: level, ...boxAt(level), ...more };
  return runTree(command, { timeoutMs: 15_000, ...more });
}

/** A number of seconds that is nobody else's, so that a `sleep` can be found by its command line. */
export function longSleep(): string {
  return `1000.${randomInt(1e9, 1e10)}`;
}

export function running(argument: string): number[] {
  // Whoever kills what is found would end everything: all command lines have an empty end.
  if (argument === '') throw new Error('every process has an empty argument');
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && commandLine(pid).includes(argument));
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** An ordinary user can never have the level 'namespace'. */
export const strong: readonly Isolation[] =
  process.getuid?.() === 0 ? ['bubblewrap', 'namespace', 'user-namespace'] : ['bubblewrap', 'user-namespace'];
const allowed = new Map<Isolation, boolean>([['group', true]]);
for (const level of strong) {
  const { ended } = await run(level, 'true', { binds: [{ from: base, to: base }] });
  allowed.set(level, ended.kind === 'exited' && ended.code === 0);
}
export const levels: readonly Isolation[] = ['group', ...strong];
export const name = (level: Isolation) =>
  level === 'group' ? 'group' : `${level} (needs ${level === 'bubblewrap' ? 'bubblewrap' : 'PID namespaces'})`;

/** With GALAPAGOS_REQUIRE=all nothing is skipped: what the machine doesn't allow fails. */
export function skipped(level: Isolation): boolean {
  return !allowed.get(level) && process.env.GALAPAGOS_REQUIRE !== 'all';
}
