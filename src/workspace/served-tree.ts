import { attend } from './attend.ts';
import type { Capture } from './capture.ts';
import { children, residentMb } from './memory-watch.ts';
import { type Ended, ending, type Limits, levelOf, start, type TreeCommand } from './process-tree.ts';
import { openCgroup } from './sandbox/cgroup.ts';

/** Who hears a server: its log, and its whole lines on stdout. */
export interface Hearer {
  readonly log: Capture;
  line(text: string): void;
}

/**
 * A started tree that is written to and answers, any number of times.
 * Contract: it lives until it ends by itself, breaks its memory limit or is ended; a driver that dies takes it along,
 * except at the level 'group'. What it says while nobody hears is kept for the next hearer, up to a bound.
 */
export interface Served {
  /** How it ended; `timeout` when it was ended by us. Never rejects. */
  readonly ended: Promise<Ended>;
  /** A line on its stdin; of no effect when it has ended. */
  write(line: string): void;
  /** Its input is at its end: nothing more is written. */
  finish(): void;
  hear(hearer: Hearer | undefined): void;
  /** Resident memory of the tree. */
  memoryMb(): number;
  /** Whether something in it has left its parent and lives on; never at the level 'group', where it can't be told. */
  strays(): boolean;
  /** Settles when no process of it is left. */
  end(): Promise<void>;
}

/** A line that is longer is nobody's answer. */
const LINE_BYTES = 4 * 1024 * 1024;
const UNHEARD_BYTES = 64 * 1024;
/** Without a limit of its own; a server's time is watched per line. */
const FOR_EVER_MS = Number.MAX_SAFE_INTEGER;

/** Starts a shell line as a server. What keeps it from starting at all is a reason. */
export async function serveTree(
  command: Omit<TreeCommand, 'log' | 'stdin'>,
  limits: Pick<Limits, 'memoryMb' | 'cpuSeconds'>,
): Promise<Served | { readonly reason: string }> {
  const level = await levelOf(command);
  const grouped = level === 'group';
  const cgroup = limits.memoryMb === undefined ? undefined : openCgroup(limits.memoryMb);
  const tree = await start(level, { ...command, stdin: 'pipe' }, { ...limits, timeoutMs: FOR_EVER_MS }, cgroup);
  if ('reason' in tree) {
    cgroup?.remove();
    return tree;
  }
  const { pid, child } = tree;
  // It may be gone when it is written to; how it ended is told elsewhere.
  child.stdin?.on('error', () => undefined);
  const ears = hearing();
  const ender = new AbortController();
  const ended = attend(tree, level, { ...limits, timeoutMs: FOR_EVER_MS }, cgroup, ears.capture, ender.signal).then(
    (death): Ended => {
      cgroup?.remove();
      return death.cause === 'abort' ? { kind: 'timeout' } : ending(death, ears.errors());
    },
  );
  return {
    ended,
    write: (line) => void child.stdin?.write(`${line}\n`),
    finish: () => void child.stdin?.end(),
    hear: ears.hear,
    memoryMb: () => residentMb(pid, grouped),
    // PID 1 of the namespace has one child, the command; what loses its parent becomes another.
    strays: () => !grouped && children(pid).some((first) => children(first).length > 1),
    async end() {
      ender.abort();
      await ended;
    },
  };
}

function hearing() {
  let hearer: Hearer | undefined;
  let unheard: { readonly stream: 'stdout' | 'stderr'; readonly chunk: Buffer }[] = [];
  let unheardBytes = 0;
  let bytes = 0;
  let errors = '';
  let pieces: Buffer[] = [];
  let pieceBytes = 0;

  const split = (chunk: Buffer): void => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at));
      if (pieceBytes <= LINE_BYTES) hearer?.line(Buffer.concat(pieces).toString('utf8'));
      pieces = [];
      pieceBytes = 0;
      from = at + 1;
    }
    add(chunk.subarray(from));
  };
  const add = (piece: Buffer): void => {
    pieceBytes += piece.length;
    if (pieceBytes <= LINE_BYTES) pieces.push(piece);
    else pieces = [];
  };
  const keep = (stream: 'stdout' | 'stderr', chunk: Buffer): void => {
    if (unheardBytes + chunk.length > UNHEARD_BYTES) return;
    unheardBytes += chunk.length;
    unheard.push({ stream, chunk });
  };
  const capture: Capture = {
    write(stream, chunk) {
      bytes += chunk.length;
      if (stream === 'stderr') errors = (errors + chunk.toString('utf8')).slice(-1000);
      if (hearer === undefined) keep(stream, chunk);
      else hearer.log.write(stream, chunk);
      if (stream === 'stdout') split(chunk);
    },
    bytes: () => bytes,
    finish: () => ({ stdout: '', stderr: errors, outputBytes: bytes, truncated: false }),
  };
  const hear = (next: Hearer | undefined): void => {
    hearer = next;
    if (next === undefined) return;
    for (const { stream, chunk } of unheard) next.log.write(stream, chunk);
    unheard = [];
    unheardBytes = 0;
  };
  return { capture, hear, errors: () => errors };
}
