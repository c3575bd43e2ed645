import type { Mount } from '../../domain/workspace.ts';
import type { Wrapped } from './box.ts';
import { quoted, tool } from './tool.ts';

type Level = 'namespace' | 'user-namespace';

/** How a sandbox says that it could not be made. */
export const SANDBOX_FAILED = 125;

/**
 * setpriv ends unshare when the driver dies, kill-child ends PID 1 of the namespace with unshare, and the kernel ends
 * the rest. The user stays who it is: as a mapped root, tar would try to change owners and databases refuse to start.
 */
export function unshared(level: Level, task: Wrapped): [string, ...string[]] {
  const user = level === 'user-namespace' ? ['--user', '--map-current-user'] : [];
  const mounting = task.box !== undefined || task.binds.length > 0;
  const caps = level === 'user-namespace' && mounting ? ['--keep-caps'] : [];
  const own = ['--pid', '--fork', '--kill-child=KILL', '--mount', '--mount-proc'];
  const boxed = task.box === undefined ? [] : ['--ipc', '--uts', ...(task.box.reach.network ? [] : ['--net'])];
  return [tool('setpriv'), '--pdeathsig', 'KILL', tool('unshare'), ...user, ...caps, ...own, ...boxed];
}

type Way = 'read' | 'read-deep' | 'write';

export const wayOf = ({ writable, deep }: Mount): Way => (writable ? 'write' : deep ? 'read-deep' : 'read');

/**
 * Script for the arguments `way from to … line`.
 * One mount call is enough for root to mount read-only. In a user namespace it fails on file systems with locked flags
 * (nosuid, nodev), which only the separate remount keeps. What is mounted from below a read-only mount is read-only until
 * it is remounted. The cd enters what was mounted over the working folder.
 */
export function mounts(level: Level, oldpwd: string | undefined): string[] {
  const mount = quoted(tool('mount'));
  const twice = (how: string, flag: string): string =>
    `${mount} --${how} -- "$2" "$3" && ${mount} -o remount,bind,${flag} -- "$3"`;
  const ways: Readonly<Record<Way, string>> = {
    read: level === 'namespace' ? `${mount} -o bind,ro -- "$2" "$3"` : twice('bind', 'ro'),
    'read-deep': twice('rbind', 'ro'),
    write: twice('rbind', 'rw'),
  };
  const cases = Object.entries(ways).map(([way, line]) => `${way}) ${line};;`);
  return [
    `while [ $# -gt 1 ]; do { case $1 in ${cases.join(' ')} esac; } || exit ${SANDBOX_FAILED}; shift 3; done`,
    `cd -- "$PWD" || exit ${SANDBOX_FAILED}`,
    oldpwd === undefined ? 'unset OLDPWD' : `OLDPWD=${quoted(oldpwd)}`,
  ];
}
