import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { constants } from 'node:os';
import type { Mount } from '../domain/workspace.ts';
import type { Secret } from '../lib/secrets.ts';
import { attend, type Death, type Tree } from './attend.ts';
import { type Captured, capture } from './capture.ts';
import { type Isolation, wrap } from './isolation.ts';
import { leashOf } from './leash.ts';
import { pipe } from './pipe.ts';
import type { Box } from './sandbox/box.ts';
import { type Cgroup, openCgroup } from './sandbox/cgroup.ts';
import { containment, isolation } from './sandbox/probe.ts';
import type { Veil } from './sandbox/veil.ts';

export interface TreeCommand {
  /** Run by `sh -c`. */
  readonly shell: string;
  readonly cwd: string;
  /** All of it: nothing of the driver's environment is added. */
  readonly env: Readonly<Record<string, string>>;
  /** The file that gets stdout and stderr. */
  readonly log: string;
  /** Kept out of the log and of what is given back. */
  readonly secrets?: readonly Secret[];
  /** Without effect at the level 'group'. */
  readonly binds?: readonly Mount[];
  /** Shuts it in, as well as the level can; without one only its processes are kept together. */
  readonly box?: Box | undefined;
  /** What it writes to a folder goes elsewhere; in a box alone, and without effect at the level 'group'. */
  readonly veil?: Veil | undefined;
  /** Cores that it may use alone; without effect where there is no taskset. */
  readonly cores?: readonly number[] | undefined;
  /** The machine's strongest when not given; without a box the cheapest that keeps processes together. */
  readonly isolation?: Isolation;
  /** Empty unless it is to be written to. */
  readonly stdin?: 'ignore' | 'pipe';
  /** Hears stdout while it runs, without the secrets. It may not throw. */
  readonly onStdout?: ((chunk: Buffer) => void) | undefined;
}

export interface Limits {
  readonly timeoutMs: number;
  /** Of the whole tree. */
  readonly memoryMb?: number;
  /** With threads; kept by the kernel where memory is limited. */
  readonly processes?: number;
  /** Of each single process. */
  readonly cpuSeconds?: number;
  readonly logBytes?: number;
  readonly tailBytes?: number;
}

export type Ended =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'memory' }
  | { readonly kind: 'failed-to-start'; readonly reason: string };

export interface Ran extends Captured {
  readonly ended: Ended;
  readonly ms: number;
}

const LOG_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 256 * 1024;
const SIGNALS = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);

/**
 * Contract: runs a shell line and settles when no process of it is left (at the level 'group': none of its process
 * group), at most 2 s after its time is over. Rejects only when aborted, with the signal's reason. A driver that dies
 * takes the tree with it, except at the level 'group'.
 */
export async function runTree(command: TreeCommand, limits: Limits, signal?: AbortSignal): Promise<Ran> {
  const level = await levelOf(command);
  signal?.throwIfAborted();
  const { log, secrets, onStdout } = command;
  const output = capture(log, limits.logBytes ?? LOG_BYTES, limits.tailBytes ?? TAIL_BYTES, secrets, onStdout);
  const cgroup = limits.memoryMb === undefined ? undefined : openCgroup(limits.memoryMb, limits.processes);
  const tree = await start(level, command, limits, cgroup);
  if ('reason' in tree) {
    cgroup?.remove();
    return { ended: { kind: 'failed-to-start', ...tree }, ms: 0, ...output.finish() };
  }
  const death = await attend(tree, level, limits, cgroup, output, signal);
  cgroup?.remove();
  const captured = output.finish();
  if (death.cause === 'abort') throw signal?.reason;
  return { ended: ending(death, captured.stderr), ms: death.at - tree.since, ...captured };
}

/** What a command runs at. */
export async function levelOf(command: Pick<TreeCommand, 'isolation' | 'box'>): Promise<Isolation> {
  return command.isolation ?? (command.box === undefined ? containment() : isolation());
}

/** Detached, so that the tree is a process group and a Ctrl-C in the terminal is the driver's alone. */
export async function start(
  level: Isolation,
  { shell, cwd, env, binds = [], box, veil, cores, stdin = 'ignore' }: Omit<TreeCommand, 'log'>,
  { cpuSeconds, memoryMb, processes }: Limits,
  cgroup: Cgroup | undefined,
): Promise<Tree | { readonly reason: string }> {
  const leashed = level !== 'group';
  const [file, ...args] = wrap(level, {
    ...{ shell, cwd, env, binds, box, veil, cores, memoryMb, processes, cpuSeconds },
    ...{ joins: cgroup?.joins, leashed },
  });
  const [out, err] = await Promise.all([pipe(), pipe()]);
  let failure: unknown;
  try {
    const stdio: StdioOptions = [
      stdin,
      out?.end ?? 'pipe',
      err?.end ?? 'pipe',
      ...(leashed ? (['pipe'] as const) : []),
    ];
    const since = performance.now();
    const child = spawn(file, args, { cwd, env, detached: true, stdio });
    const stdout = out?.reader ?? child.stdout;
    const stderr = err?.reader ?? child.stderr;
    const leash = leashOf(child);
    if (child.pid !== undefined && stdout && stderr) {
      const release = (): void => {
        leash?.drop();
        out ? out.release() : stdout.destroy();
        err ? err.release() : stderr.destroy();
      };
      return { child, pid: child.pid, stdout, stderr, leash, since, release };
    }
    leash?.drop();
    [failure] = await once(child, 'error');
  } catch (error) {
    failure = error;
  } finally {
    out?.handOver();
    err?.handOver();
  }
  out?.release();
  err?.release();
  // Node blames the program for a missing folder.
  if (!isFolder(cwd)) return { reason: `no such folder: ${cwd}` };
  return { reason: failure instanceof Error ? failure.message : String(failure) };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A shell reports the death by signal n as 128 + n; a plain `exit 137` can't be told apart from it. */
export function ending({ cause, code, signal, began }: Death, stderr: string): Ended {
  if (cause === 'timeout' || cause === 'memory') return { kind: cause };
  if (!began) return { kind: 'failed-to-start', reason: stderr.trim() || `the sandbox ended with ${signal ?? code}` };
  const name = signal ?? SIGNALS.get(code - 128);
  return name === undefined ? { kind: 'exited', code } : { kind: 'signalled', signal: name };
}
