import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { getgid, getuid } from 'node:process';
import type { Mount } from '../../domain/workspace.ts';
import { type Box, homeOf, roomBytes, SYSTEM, type Wrapped, within } from './box.ts';
import { privateIn, switches } from './private.ts';
import { tool } from './tool.ts';
import { shownIn } from './view.ts';

/** Parts of other folders that programs ask about the machine, and where NixOS keeps its programs. */
const BITS = ['/sys/devices/system', '/run/current-system', '/run/wrappers', '/var/lib/texmf', '/var/cache/fontconfig'];

/** As PID 1 runs the given script, which ends with everything else in the sandbox. */
export function bubblewrap(task: Wrapped, strict: boolean, inner: readonly string[]): [string, ...string[]] {
  const { box, binds, cwd, veil } = task;
  const view = box === undefined ? open(binds) : shut(task, box);
  const network = box !== undefined && !box.reach.network ? ['--unshare-net'] : [];
  const apart = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', ...network];
  const life = ['--die-with-parent', '--new-session', '--as-pid-1'];
  const user = strict ? ['--unshare-user', '--disable-userns'] : ['--unshare-user-try'];
  const self = veil?.by === 'user' ? ['--unshare-user', '--uid', `${getuid?.()}`, '--gid', `${getgid?.()}`] : [];
  const rights = box === undefined ? [] : ['--cap-drop', 'ALL'];
  return [tool('bwrap'), ...user, ...self, ...apart, ...life, ...rights, ...view, '--chdir', cwd, '--', ...inner];
}

/** Everything is there, with a view of its own processes alone. */
function open(binds: readonly Mount[]): string[] {
  return ['--dev-bind', '/', '/', '--proc', '/proc', ...binds.flatMap(bound)];
}

function shut(task: Wrapped, box: Box): string[] {
  const home = homeOf(task.env);
  const room = ['--perms', '1777', '--size', String(roomBytes(task)), '--tmpfs'];
  const { outer, hide, inner } = shownIn(task, box);
  return [
    ...SYSTEM.flatMap(system),
    ...privateIn('/etc').flatMap((path) => mask(path)),
    ...BITS.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]),
    ...(box.reach.network ? nameService() : []),
    ...['--proc', '/proc', ...switches().flatMap((path) => ['--ro-bind', path, path])],
    ...['--dev', '/dev', ...room, '/dev/shm', ...room, '/tmp', ...room, '/var/tmp'],
    ...(home === undefined ? [] : ['--bind', box.home, home]),
    ...outer.flatMap(entry),
    ...hide.flatMap((path) => ['--tmpfs', path]),
    ...inner.flatMap(entry),
    ...task.binds.flatMap(bound),
    ...hide.flatMap((path) => ['--remount-ro', path]),
    '--remount-ro',
    '/',
  ];
}

function system(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

function mask(path: string): string[] {
  return lstatSync(path).isDirectory() ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path];
}

function entry({ path, writable }: { readonly path: string; readonly writable: boolean }): string[] {
  const way = !writable ? '--ro-bind' : path.startsWith('/dev/') ? '--dev-bind' : '--bind';
  return [way, path, path];
}

const bound = ({ from, to, writable }: Mount): string[] => [writable ? '--bind' : '--ro-bind', from, to];

/** Mostly a link to where a service writes it. */
function nameService(): string[] {
  const file = '/etc/resolv.conf';
  if (!existsSync(file)) return [];
  const real = realpathSync(file);
  return SYSTEM.some((folder) => within(real, folder)) ? [] : ['--ro-bind', real, real];
}
