import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A real pipe for a command's output. Node's own are sockets, which can't be opened by name on Linux, so that
 * `echo … >/dev/stderr`, common in scripts, would fail. Node has no pipe(2), but a FIFO that is unlinked at once and
 * opened again through /proc for every run is the same thing.
 */
export interface Pipe {
  readonly reader: Socket;
  /** The descriptor for the command. */
  readonly end: number;
  /** Closes our copy of the end, once the command has it. */
  handOver(): void;
  /** Destroys the reader. The FIFO is used again only when nobody else can still write into it. */
  release(): void;
}

/** Descriptors that keep the unused FIFOs alive; as many as commands ever ran at the same time. */
const idle: number[] = [];

/** Undefined where it can't be had; Node's own must do then. */
export async function pipe(): Promise<Pipe | undefined> {
  if (process.platform !== 'linux') return undefined;
  let keeper: number | undefined;
  try {
    keeper = idle.pop() ?? (await made());
    return keeper === undefined ? undefined : opened(keeper);
  } catch {
    if (keeper !== undefined) idle.push(keeper);
    return undefined;
  }
}

/** A shell of its own, so that a driver that is killed meanwhile leaves no file. Its descriptor 3 can be opened by us. */
const MAKE = 'mkfifo -m 600 "$1" && exec 3<>"$1"; rm -f "$1"; echo; read -r _';

function made(): Promise<number | undefined> {
  return new Promise((resolve) => {
    const path = join(tmpdir(), `galapagos-pipe-${randomUUID()}`);
    const maker = spawn('sh', ['-c', MAKE, 'sh', path], { stdio: ['pipe', 'pipe', 'ignore'] });
    let keeper: number | undefined;
    // First, because without descriptors there are no streams either.
    maker.once('error', () => resolve(undefined));
    maker.stdout.once('data', () => {
      keeper = openedFrom(`/proc/${maker.pid}/fd/3`);
      maker.stdin.end();
    });
    maker.once('exit', () => resolve(keeper));
  });
}

function openedFrom(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function opened(keeper: number): Pipe {
  const path = `/proc/self/fd/${keeper}`;
  const end = openSync(path, constants.O_WRONLY);
  const reader = readerOf(path, end);
  let drained = false;
  reader.once('end', () => {
    drained = true;
  });
  return {
    reader,
    end,
    handOver: () => closeSync(end),
    release() {
      reader.destroy();
      if (drained) idle.push(keeper);
      else closeSync(keeper);
    },
  };
}

function readerOf(path: string, end: number): Socket {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return new Socket({ fd, readable: true, writable: false });
  } catch (error) {
    closeSync(end);
    throw error;
  }
}
