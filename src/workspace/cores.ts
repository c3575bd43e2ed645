import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Which cores are whose. */
export interface CoreShares {
  /** The cores of each benchmark slot; none where it is not pinned. */
  readonly slots: readonly (readonly number[])[];
  /** The cores of everything else. */
  readonly rest: readonly number[];
}

/** Those that share a physical core with a core, itself included. */
export type Siblings = (core: number) => readonly number[];

/**
 * Gives each slot cores of its own, from the highest down, while they last.
 * Contract: no core is in two slots. The rest keeps off the slots' cores, and off those that share silicon with them, as
 * long as that leaves it one; else it has them all.
 */
export function planCores(
  allowed: readonly number[],
  each: number,
  count: number,
  siblings: Siblings = (core) => [core],
): CoreShares {
  const free = [...allowed].sort((a, b) => b - a);
  const pinned = each > 0 && each <= free.length && free.length > 1;
  const slots = Array.from({ length: count }, () => (pinned && free.length >= each ? free.splice(0, each) : []));
  const taken = slots.flat();
  const apart = free.filter((core) => !taken.some((one) => siblings(one).includes(core)));
  const rest = [apart, free, allowed].find((cores) => cores.length > 0) ?? [];
  return { slots: slots.map((cores) => cores.sort((a, b) => a - b)), rest: [...rest].sort((a, b) => a - b) };
}

/** What a kernel's list such as `0-3,8` names. */
export function coresIn(list: string): readonly number[] {
  return list
    .trim()
    .split(',')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [from = Number.NaN, to = from] = part.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
}

/** Cores that this process may use now; container and cgroup limits included. None where that can't be known. */
export function ownCores(): readonly number[] {
  return coresIn(/^Cpus_allowed_list:(.*)$/m.exec(readOr('/proc/self/status', ''))?.[1] ?? '');
}

/** Before we narrowed them. */
let given: readonly number[] | undefined;

/**
 * Shares the machine's cores out and stays off the slots' ones, with all that is started from now on: children inherit it.
 * Contract: gives the cores of each slot; none for any of them where nothing can be pinned. Can be called again.
 */
export async function shareCores(count: number, each: number): Promise<CoreShares['slots']> {
  given ??= ownCores();
  const { slots, rest } = planCores(given, each, count, siblingsOf);
  const settled = rest.join() === ownCores().join() || (await stayOn(rest));
  return settled ? slots : slots.map(() => []);
}

/** Moves all threads of this process; whether that worked. */
async function stayOn(cores: readonly number[]): Promise<boolean> {
  try {
    await promisify(execFile)('taskset', ['-a', '-p', '-c', cores.join(), String(process.pid)]);
    return true;
  } catch {
    return false;
  }
}

function siblingsOf(core: number): readonly number[] {
  return coresIn(readOr(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`, String(core)));
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
