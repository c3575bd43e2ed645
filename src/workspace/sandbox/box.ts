import type { Reach } from '../../domain/sandbox.ts';
import type { Mount } from '../../domain/workspace.ts';
import type { Veil } from './veil.ts';

/** What a command is shut into. Absolute paths; everything named is there. */
export interface Box {
  /** Folders that are its own: the checkout, its temporary folder, its traces. */
  readonly own: readonly string[];
  /** An empty folder that stands in for the user's home. */
  readonly home: string;
  /** Never shown, even inside of something that is: the user's repository first, the folder of all runs last. */
  readonly hidden: readonly string[];
  /** With paths made absolute by `resolveReach`. */
  readonly reach: Reach;
}

/** Everything that the runner needs to know to wrap a shell line. */
export interface Wrapped {
  readonly shell: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly binds: readonly Mount[];
  readonly box?: Box | undefined;
  /** In a box alone: what has all rights could look beneath it. */
  readonly veil?: Veil | undefined;
  readonly memoryMb?: number | undefined;
  readonly cpuSeconds?: number | undefined;
  readonly processes?: number | undefined;
  /** It may use these alone. */
  readonly cores?: readonly number[] | undefined;
  /** Files to which its process id is written first. */
  readonly joins?: readonly string[] | undefined;
  /** It waits for its leash to be loosed, at all levels but 'group'. */
  readonly leashed?: boolean | undefined;
}

/** Whether a path is a folder's or lies below it. */
export function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

/** Whether showing a folder shows the path in it: nothing hidden is between them. */
export function covers(folder: string, path: string, hidden: readonly string[]): boolean {
  if (!within(path, folder)) return false;
  return !hidden.some((one) => one !== folder && within(one, folder) && within(path, one));
}

/** The user's home, unless it is no folder of the user's own. */
export function homeOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const home = env.HOME?.replace(/\/+$/, '');
  return home?.startsWith('/') && !SYSTEM.some((folder) => within(folder, home)) ? home : undefined;
}

/** Folders of the system, which everybody may read. */
export const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix', '/gnu', '/etc'];

/** Room in what lies in memory (/tmp, /dev/shm) when no limit is given. */
const ROOM_MB = 1024;

export const roomBytes = ({ memoryMb }: Wrapped): number => Math.max(1, Math.ceil(memoryMb ?? ROOM_MB)) * 1024 * 1024;
