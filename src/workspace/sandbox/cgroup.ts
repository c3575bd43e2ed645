import { mkdirSync, readdirSync, readFileSync, rmdir, rmdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';

/** A control group of one command, in every hierarchy that there is for it. */
export interface Cgroup {
  /** Files that take the id of a process which is to join. */
  readonly joins: readonly string[];
  /** Whether the kernel has ended a process of it for its memory. */
  spent(): boolean;
  /** When nothing of it is alive. It is gone a little later: the kernel takes its time, and nobody need wait for it. */
  remove(): void;
}

/** Where control groups may be made, and what they are called there. */
interface Hierarchy {
  readonly folder: string;
  readonly version: 1 | 2;
  readonly controllers: readonly string[];
}

/**
 * Processes and threads of one command: a build with a thread per core needs some hundreds on a large machine. The kernel has
 * 32,768 ids by default, and when those are gone nobody can start anything; long before that nobody else gets a turn.
 */
export const MOST_PROCESSES = Math.min(4096, 256 + 128 * cpus().length);

const NAME = 'galapagos-';
/** `cpu` without a limit: together its processes get the turn of one against the driver. */
const WANTED = ['memory', 'pids', 'cpu'];

let known: readonly Hierarchy[] | undefined;
let count = 0;

/** Undefined where the machine allows none that limits memory. */
export function openCgroup(memoryMb: number, processes: number = MOST_PROCESSES): Cgroup | undefined {
  known ??= usable(read('/proc/self/cgroup'), read('/proc/self/mountinfo'));
  return makeIn(known, memoryMb, processes);
}

export function makeIn(hierarchies: readonly Hierarchy[], memoryMb: number, processes: number): Cgroup | undefined {
  if (!hierarchies.some(({ controllers }) => controllers.includes('memory'))) return undefined;
  count += 1;
  const made: string[] = [];
  const remove = (): void => {
    for (const folder of made) rmdir(folder, () => undefined);
  };
  try {
    for (const { folder, version, controllers } of hierarchies) {
      const own = join(folder, `${NAME}${process.pid}-${count}`);
      mkdirSync(own);
      made.push(own);
      const put = (name: string, value: string | number): void => writeFileSync(join(own, name), String(value));
      if (controllers.includes('pids')) put('pids.max', processes);
      if (!controllers.includes('memory')) continue;
      const bytes = Math.ceil(memoryMb * 1024 * 1024);
      if (version === 1) {
        put('memory.limit_in_bytes', bytes);
        attempt(() => put('memory.memsw.limit_in_bytes', bytes));
      } else {
        put('memory.max', bytes);
        attempt(() => put('memory.swap.max', 0));
        attempt(() => put('memory.oom.group', 1));
      }
    }
  } catch {
    remove();
    return undefined;
  }
  const counters = made.flatMap((folder) => ['memory.oom_control', 'memory.events'].map((name) => join(folder, name)));
  return {
    joins: made.map((folder) => join(folder, 'cgroup.procs')),
    spent: () => counters.some((path) => /^oom_kill [1-9]/m.test(read(path))),
    remove,
  };
}

/** The hierarchies in which we may make groups below or beside our own; empties what killed drivers left there. */
export function usable(cgroups: string, mountinfo: string): readonly Hierarchy[] {
  const found = hierarchiesOf(cgroups, mountinfo).filter(({ folder }) => isWritable(folder));
  for (const { folder } of found) sweep(folder);
  return found;
}

/** In the second version only a group without processes may have limited groups below it, so mostly the one above ours. */
function hierarchiesOf(cgroups: string, mountinfo: string): readonly Hierarchy[] {
  const mounts = mountsIn(mountinfo);
  return cgroups.split('\n').flatMap((line): readonly Hierarchy[] => {
    const [, names, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (names === undefined || path === undefined) return [];
    const mine = names.split(',').filter((name) => WANTED.includes(name));
    const mount = mounts.find(({ type, options }) =>
      names === '' ? type === 'cgroup2' : type === 'cgroup' && mine.some((name) => options.includes(name)),
    );
    if (mount === undefined || (names !== '' && mine.length === 0)) return [];
    const below = path === mount.root ? '' : path.startsWith(mount.root) ? path.slice(mount.root.length) : path;
    const own = join(mount.at, below);
    if (names !== '') return [{ folder: own, version: 1, controllers: mine }];
    for (const folder of own === mount.at ? [own] : [own, dirname(own)]) {
      const given = read(join(folder, 'cgroup.subtree_control')).split(/\s+/);
      const controllers = WANTED.filter((name) => given.includes(name));
      if (controllers.includes('memory')) return [{ folder, version: 2, controllers }];
    }
    return [];
  });
}

function mountsIn(mountinfo: string) {
  return mountinfo.split('\n').flatMap((line) => {
    const [front = '', back = ''] = line.split(' - ');
    const [, , , root, at] = front.split(' ');
    const [type, , options = ''] = back.split(' ');
    return root === undefined || at === undefined ? [] : [{ root, at, type, options: options.split(',') }];
  });
}

function isWritable(folder: string): boolean {
  const probe = join(folder, `${NAME}${process.pid}-probe`);
  try {
    mkdirSync(probe);
    rmdirSync(probe);
    return true;
  } catch {
    return false;
  }
}

/** A driver that is killed takes its commands with it, but not their groups. One that is in use can't be removed. */
function sweep(folder: string): void {
  for (const name of attempt(() => readdirSync(folder)) ?? []) {
    const pid = new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && read(`/proc/${pid}/stat`) === '') attempt(() => rmdirSync(join(folder, name)));
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const read = (path: string): string => attempt(() => readFileSync(path, 'utf8')) ?? '';
