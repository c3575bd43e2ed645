import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Capture } from './capture.ts';
import { type Isolation, startMark } from './isolation.ts';
import type { Leash } from './leash.ts';
import { children, groupLives, watchGroup, watchMemory } from './memory-watch.ts';
import type { Cgroup } from './sandbox/cgroup.ts';

/** A started tree. `pid` is its process group, too. */
export interface Tree {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly since: number;
  /** At the level 'group' there is none. */
  readonly leash?: Leash | undefined;
  /** Gives the streams up, ended or not. */
  release(): void;
}

type Cause = 'timeout' | 'memory' | 'abort';

export interface Death {
  readonly cause?: Cause | undefined;
  readonly code: number;
  readonly signal: string | null;
  readonly at: number;
  /** The command itself was started, not only what wraps it. */
  readonly began: boolean;
}

/** Node fires a longer timer at once. */
const LONGEST_MS = 2 ** 31 - 1;
/** A killed tree that is not gone: kill in another way, then return without it. Together below 2 s. */
const INSIST_MS = 1000;
const GIVE_UP_MS = 500;
/** After the command's end an escaped daemon may hold the pipes: they are left when nothing came for ten ticks. */
const TICK_MS = 10;
const QUIET_TICKS = 10;
const MOST_TICKS = 100;
/** What unshare says at last, in one or more pieces, when we have killed its PID 1; and the most bytes of it. */
const NOISE = /unshare: [^\n]*sigprocmask[^\n]*\n$/;
const NOISE_BYTES = 256;

/** Drains the output, keeps the limits, and resolves when the tree is gone. */
export function attend(
  { child, pid, stdout, stderr, leash, release }: Tree,
  level: Isolation,
  limits: { readonly timeoutMs: number; readonly memoryMb?: number },
  cgroup: Cgroup | undefined,
  output: Capture,
  signal: AbortSignal | undefined,
): Promise<Death> {
  return new Promise((resolve) => {
    const grouped = level === 'group';
    let began = grouped;
    let cause: Cause | undefined;
    let exit: Pick<Death, 'code' | 'signal' | 'at'> | undefined;
    let leftOvers = false;
    let open = 2;
    let settled = false;
    /** The end of stderr after a kill. */
    let held = Buffer.alloc(0);
    let closing: NodeJS.Timeout | undefined;
    let insisting: NodeJS.Timeout | undefined;

    const end = (why: Cause): void => {
      if (cause !== undefined || exit !== undefined) return;
      cause = why;
      leash?.drop();
      kill(pid, level);
      insisting = setTimeout(() => {
        send(-pid);
        insisting = setTimeout(settle, GIVE_UP_MS);
      }, INSIST_MS);
    };
    const onAbort = (): void => end('abort');
    const timeout = setTimeout(() => end('timeout'), Math.min(limits.timeoutMs, LONGEST_MS));
    const unwatchMemory =
      cgroup !== undefined
        ? watchGroup(cgroup.spent, () => end('memory'))
        : limits.memoryMb === undefined
          ? undefined
          : watchMemory(pid, grouped, limits.memoryMb, () => end('memory'));
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();

    const unwatch = (): void => {
      clearTimeout(timeout);
      unwatchMemory?.();
      signal?.removeEventListener('abort', onAbort);
    };
    const settle = (): void => {
      if (settled) return;
      settled = true;
      clearTimeout(insisting);
      clearInterval(closing);
      unwatch();
      output.write('stderr', Buffer.from(held.toString('latin1').replace(NOISE, ''), 'latin1'));
      release();
      resolve({ cause, began, ...(exit ?? { code: 0, signal: 'SIGKILL', at: performance.now() }) });
    };
    const settleWhenOver = (): void => {
      if (exit !== undefined && open === 0 && !leftOvers) settle();
    };

    stdout.on('data', (chunk: Buffer) => {
      const marked = !began && chunk[0] === startMark;
      if (marked) leash?.loose();
      else if (!began) leash?.drop();
      began ||= marked;
      output.write('stdout', marked ? chunk.subarray(1) : chunk);
    });
    stderr.on('data', (chunk: Buffer) => {
      if (cause === undefined || grouped) return output.write('stderr', chunk);
      const all = Buffer.concat([held, chunk]);
      const end = Math.max(0, all.length - NOISE_BYTES);
      output.write('stderr', all.subarray(0, end));
      held = all.subarray(end);
    });
    for (const stream of [stdout, stderr]) {
      stream.once('end', () => {
        open -= 1;
        settleWhenOver();
      });
    }
    child.once('exit', (code, killer) => {
      if (settled) return;
      exit = { code: code ?? 0, signal: killer, at: performance.now() };
      if (began && cgroup?.spent()) cause ??= 'memory';
      unwatch();
      leftOvers = grouped && send(-pid);
      let ticks = 0;
      let quiet = 0;
      let bytes = output.bytes();
      closing = setInterval(() => {
        quiet = output.bytes() === bytes ? quiet + 1 : 0;
        bytes = output.bytes();
        ticks += 1;
        leftOvers &&= send(-pid) && groupLives(pid);
        if (quiet >= QUIET_TICKS || ticks >= MOST_TICKS) settle();
        else settleWhenOver();
      }, TICK_MS);
      settleWhenOver();
    });
  });
}

/**
 * PID 1 of the namespace and not unshare: the kernel lets PID 1 go only when all others are gone, and unshare ends
 * after it. While there is no PID 1 yet, nothing has left the process group.
 */
function kill(pid: number, level: Isolation): void {
  const firsts = level === 'group' ? [] : children(pid);
  for (const target of firsts.length > 0 ? firsts : [-pid]) send(target);
}

/** SIGKILL to a process, or to a group by its negative id; whether there was one. */
function send(target: number): boolean {
  try {
    return process.kill(target, 'SIGKILL');
  } catch {
    return false;
  }
}
