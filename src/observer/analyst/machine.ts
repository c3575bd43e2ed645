import { execFile } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { CandidateId } from '../../domain/candidate.ts';
import { isLocked } from '../../lib/lock.ts';
import { findProgram } from '../../lib/probe.ts';
import type { GraphicsUse, Host, Log, Process } from './host.ts';

/** Where the run leaves what it leaves. */
export interface Folders {
  attempt(experiment: CandidateId, attempt: number): string;
  /** The lock of whoever evaluates it. */
  claim(experiment: CandidateId): string;
  /** In which each experiment that is evaluated has its checkouts. */
  readonly evaluations: string;
  readonly lanes: string;
  readonly run: string;
}

/** Of each log, and how many of an attempt. */
const TAIL_BYTES = 32 * 1024;
const LOGS = 8;
/** A driver that hangs must not hold up a look for long. */
const GRAPHICS_MS = 5000;
const GRAPHICS_BYTES = 1024 * 1024;
const PROC = '/proc';

/** This machine. */
export function machine(folders: Folders): Host {
  return {
    logs: (experiment, attempt) => logsIn(folders.attempt(experiment, attempt)),
    isClaimed: (experiment) => isLocked(folders.claim(experiment)),
    checkouts: () => namesIn(folders.evaluations),
    processes() {
      const all = processesNow();
      // Where our own is not to be seen, nothing can be told of the others.
      if (!all.some(({ pid }) => pid === process.pid)) return undefined;
      return { own: process.pid, all, lanes: folders.lanes, run: folders.run };
    },
    graphics: graphicsNow,
  };
}

function logsIn(folder: string): readonly Log[] {
  const names = namesIn(folder).filter((name) => name.endsWith('.log'));
  return names.slice(0, LOGS).flatMap((name) => {
    const tail = tailOf(join(folder, name));
    return tail === undefined ? [] : [{ name, tail }];
  });
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return existsSync(folder) ? readdirSync(folder).sort() : [];
  } catch {
    return [];
  }
};

/** Without the line that it begins in the midst of. */
function tailOf(path: string): string | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
      const text = bytes.subarray(0, read).toString('utf8');
      return size > TAIL_BYTES ? text.slice(text.indexOf('\n') + 1) : text;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** None where there is no such file system. */
const processesNow = (): readonly Process[] =>
  namesIn(PROC)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name stands in brackets and may have any characters.
        const [, own = '', parent] =
          /^\d+ \(([\s\S]*)\) \S (\d+)/.exec(readFileSync(join(PROC, name, 'stat'), 'utf8')) ?? [];
        return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent), name: own, ...cwdOf(name) }];
      } catch {
        // It has ended.
        return [];
      }
    });

function cwdOf(pid: string): { readonly cwd?: string } {
  try {
    return { cwd: readlinkSync(join(PROC, pid, 'cwd')).replace(/ \(deleted\)$/, '') };
  } catch {
    return {};
  }
}

const QUERY = ['--query-compute-apps=pid,used_memory,process_name', '--format=csv,noheader,nounits'];

function graphicsNow(signal: AbortSignal): Promise<readonly GraphicsUse[]> {
  const program = findProgram('nvidia-smi');
  if (program === undefined) return Promise.resolve([]);
  const limits = { timeout: GRAPHICS_MS, maxBuffer: GRAPHICS_BYTES, killSignal: 'SIGKILL', signal } as const;
  return new Promise((resolve, reject) => {
    execFile(program, QUERY, limits, (error, stdout) => {
      if (signal.aborted) reject(signal.reason);
      else resolve(error === null ? graphicsIn(stdout) : []);
    });
  });
}

/** What a card does not tell is no number, and left out. */
export const graphicsIn = (csv: string): readonly GraphicsUse[] =>
  csv.split('\n').flatMap((line) => {
    const [, pid, mb, name = ''] = /^\s*(\d+)\s*,\s*(\d+)(?:\s*MiB)?\s*,\s*(.*?)\s*$/.exec(line) ?? [];
    return pid === undefined || mb === undefined
      ? []
      : [{ pid: Number(pid), mb: Number(mb), name: name.replace(/^.*\//, '') }];
  });
