import { execFile } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

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
  const keeper = idle.pop() ?? (await made());
  if (keeper === undefined) return undefined;
  try {
    return opened(keeper);
  } catch {
    idle.push(keeper);
    return undefined;
  }
}

async function made(): Promise<number | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-pipe-'));
  const path = join(folder, 'pipe');
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', path]);
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
