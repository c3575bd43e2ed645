import { closeSync, openSync, writeSync } from 'node:fs';
import { redactor, type Secret } from '../lib/secrets.ts';

export interface Captured {
  /** The last bytes of each stream, as text. */
  readonly stdout: string;
  readonly stderr: string;
  readonly outputBytes: number;
  /** Something is missing from stdout, from stderr or from the log. */
  readonly truncated: boolean;
  readonly logFailed?: string;
}

/** Contract: never throws; what can't be written to the log is told in `logFailed`. */
export interface Capture {
  write(stream: 'stdout' | 'stderr', chunk: Buffer): void;
  bytes(): number;
  finish(): Captured;
}

/** Few writes for small outputs; a reader of the log is at most this far behind. */
const FLUSH_BYTES = 64 * 1024;
const FLUSH_MS = 250;

/** Secrets come into neither the log nor what is kept, also where they arrive in pieces. */
export function capture(
  path: string,
  logBytes: number,
  tailBytes: number,
  secrets: readonly Secret[] = [],
  onStdout?: (chunk: Buffer) => void,
): Capture {
  const tails = { stdout: tail(tailBytes), stderr: tail(tailBytes) };
  const log = logFile(path, logBytes, tailBytes);
  const clean = { stdout: redactor(secrets), stderr: redactor(secrets) };
  let bytes = 0;
  const keep = (stream: 'stdout' | 'stderr', chunk: Buffer): void => {
    tails[stream].push(chunk);
    log.push(chunk);
    if (stream === 'stdout') onStdout?.(chunk);
  };
  return {
    write(stream, chunk) {
      bytes += chunk.length;
      keep(stream, clean[stream].push(chunk));
    },
    bytes: () => bytes,
    finish() {
      keep('stdout', clean.stdout.end());
      keep('stderr', clean.stderr.end());
      const written = log.finish();
      const whole = tails.stdout.whole() && tails.stderr.whole() && !written.cut;
      return {
        stdout: tails.stdout.kept().toString('utf8'),
        stderr: tails.stderr.kept().toString('utf8'),
        outputBytes: bytes,
        truncated: !whole,
        ...(written.failed === undefined ? {} : { logFailed: written.failed }),
      };
    },
  };
}

function logFile(path: string, logBytes: number, tailBytes: number) {
  let fd: number | undefined;
  let failed: string | undefined;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let room = logBytes;
  let timer: NodeJS.Timeout | undefined;
  const late = tail(tailBytes);

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const [first, ...more] = pending;
    pending = [];
    pendingBytes = 0;
    if (failed !== undefined) return;
    try {
      fd ??= openSync(path, 'w');
      if (first !== undefined) writeAll(fd, more.length === 0 ? first : Buffer.concat([first, ...more]));
    } catch (error) {
      failed = message(error);
    }
  };
  const add = (chunk: Buffer): void => {
    if (chunk.length === 0 || failed !== undefined) return;
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes >= FLUSH_BYTES) flush();
    else timer ??= setTimeout(flush, FLUSH_MS).unref();
  };
  const push = (chunk: Buffer): void => {
    if (chunk.length <= room) {
      room -= chunk.length;
      add(chunk);
      return;
    }
    if (late.bytes() === 0) {
      add(chunk.subarray(0, room));
      add(Buffer.from(`\n… output cut at ${logBytes} bytes\n`));
    }
    late.push(chunk.subarray(room));
    room = 0;
  };
  const finish = () => {
    const end = late.kept();
    if (end.length > 0) {
      add(Buffer.from(`… the last ${end.length} bytes:\n`));
      add(end);
    }
    flush();
    try {
      if (fd !== undefined) closeSync(fd);
    } catch (error) {
      failed ??= message(error);
    }
    return { cut: late.bytes() > 0, failed };
  };
  return { push, finish };
}

/** The last `capacity` bytes of a stream, in one buffer that grows with need and is then used as a ring. */
export function tail(capacity: number) {
  let ring = Buffer.alloc(0);
  let bytes = 0;

  const push = (chunk: Buffer): void => {
    const last = chunk.length > capacity ? chunk.subarray(chunk.length - capacity) : chunk;
    if (ring.length < capacity && bytes + last.length > ring.length) {
      const grown = Buffer.allocUnsafe(Math.min(capacity, Math.max(2 * ring.length, bytes + last.length, 1024)));
      ring.copy(grown, 0, 0, bytes);
      ring = grown;
    }
    const at = (bytes + chunk.length - last.length) % (ring.length || 1);
    const atEnd = last.copy(ring, at);
    if (atEnd < last.length) last.copy(ring, 0, atEnd);
    bytes += chunk.length;
  };
  const kept = (): Buffer => {
    if (bytes <= ring.length) return ring.subarray(0, bytes);
    const start = bytes % (ring.length || 1);
    return afterCut(Buffer.concat([ring.subarray(start), ring.subarray(0, start)]));
  };
  return { push, kept, bytes: () => bytes, whole: () => bytes <= ring.length };
}

/** Without the rest of a character whose beginning was cut away. */
function afterCut(buffer: Buffer): Buffer {
  let start = 0;
  while (start < 3 && (buffer[start] ?? 0) >> 6 === 0b10) start += 1;
  return buffer.subarray(start);
}

function writeAll(fd: number, buffer: Buffer): void {
  for (let at = 0; at < buffer.length; ) at += writeSync(fd, buffer, at);
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
