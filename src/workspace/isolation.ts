import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Isolation } from '../domain/sandbox.ts';
import type { Mount } from '../domain/workspace.ts';

export type { Isolation } from '../domain/sandbox.ts';

interface Wrapped {
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly binds: readonly Mount[];
  readonly cpuSeconds?: number | undefined;
  /** The cores to run on; all of the driver's when none are named. */
  readonly cores?: readonly number[] | undefined;
}

/**
 * The first byte on stdout at the namespace levels, written just before the command starts. Without it, what ended
 * was the sandbox and not the command, and no command can forge it: its own output comes later.
 */
export const startMark = 0x06;

const SANDBOX_FAILED = 125;
const PROBE_MS = 10_000;
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

const found = new Map<string, string>();

/** Absolute, because the command's PATH need not hold our tools; the bare name when there is none. */
function tool(name: string): string {
  let path = found.get(name);
  if (path === undefined) {
    path = FOLDERS.map((folder) => join(folder, name)).find(executable) ?? name;
    found.set(name, path);
  }
  return path;
}

function executable(path: string): boolean {
  if (!path.startsWith('/')) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

let probed: Promise<Isolation> | undefined;

/** What this machine allows, found by running it once per process. */
export function isolation(): Promise<Isolation> {
  probed ??= strongest();
  return probed;
}

async function strongest(): Promise<Isolation> {
  const levels: readonly Isolation[] = process.platform === 'linux' ? ['namespace', 'user-namespace'] : [];
  for (const level of levels) if (await works(level)) return level;
  return 'group';
}

/** In the temporary folder, bound over itself, so that a driver that is killed meanwhile leaves nothing. */
function works(level: Isolation): Promise<boolean> {
  const cwd = tmpdir();
  const file = 'galapagos-probe';
  const shell = `[ $$ -ne 1 ] && [ -e /proc/1 ] && ! { (: >>${file}) 2>/dev/null && rm ${file}; }`;
  const [program, ...args] = wrap(level, { shell, env: {}, binds: [{ from: cwd, to: cwd }] });
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: {}, timeout: PROBE_MS, killSignal: 'SIGKILL' }, (error, stdout) => {
      resolve(error === null && stdout === String.fromCharCode(startMark));
    });
  });
}

/** The argv that runs a shell line at a level. It keeps the environment and the working folder it is started with. */
export function wrap(level: Isolation, task: Wrapped): [string, ...string[]] {
  const argv = unpinned(level, task);
  const { cores = [] } = task;
  return cores.length === 0 ? argv : [tool('taskset'), '-c', cores.join(), ...argv];
}

function unpinned(level: Isolation, task: Wrapped): [string, ...string[]] {
  const sh = tool('sh');
  if (level === 'group') {
    return [sh, '-c', [...rlimits(task), `exec ${quoted(sh)} -c "$1"`].join('\n'), 'sh', task.shell];
  }
  const binds = task.binds.flatMap((bind) => [wayOf(bind), bind.from, bind.to]);
  const script = prologue(level, task).join('\n');
  return [...namespaces(level, task), sh, '-c', script, 'sh', ...binds, task.shell];
}

/**
 * setpriv ends unshare when the driver dies, kill-child ends PID 1 of the namespace with unshare, and the kernel ends
 * the rest. The user stays who it is: as a mapped root, tar would try to change owners and databases refuse to start.
 */
function namespaces(level: Isolation, task: Wrapped): [string, ...string[]] {
  const user = level === 'user-namespace' ? ['--user', '--map-current-user'] : [];
  const caps = level === 'user-namespace' && task.binds.length > 0 ? ['--keep-caps'] : [];
  const own = ['--pid', '--fork', '--kill-child=KILL', '--mount', '--mount-proc'];
  return [tool('setpriv'), '--pdeathsig', 'KILL', tool('unshare'), ...user, ...caps, ...own];
}

/**
 * Runs as PID 1 with the arguments `way from to … line`. Sets no variable: it could be one of the command's environment.
 * The command is a child and not PID 1, which would ignore most signals. What the shell says about the child's death
 * is dropped, so that stderr is the command's alone. A failed mark means the driver died before pdeathsig was set.
 */
function prologue(level: Isolation, task: Wrapped): string[] {
  const bound = task.binds.length > 0;
  const drop = bound && level === 'user-namespace' ? `${quoted(tool('setpriv'))} --ambient-caps=-all ` : '';
  return [
    ...rlimits(task),
    ...(bound ? mounts(level, task.env.OLDPWD) : []),
    `printf '\\${startMark.toString(8).padStart(3, '0')}' || exit ${SANDBOX_FAILED}`,
    'exec 4>&2 2>/dev/null',
    `(exec ${drop}${quoted(tool('sh'))} -c "$1" 2>&4 4>&-)`,
    'exit "$?"',
  ];
}

type Way = 'read' | 'read-deep' | 'write';

const wayOf = ({ writable, deep }: Mount): Way => (writable ? 'write' : deep ? 'read-deep' : 'read');

/**
 * One mount call is enough for root to mount read-only. In a user namespace it fails on file systems with locked flags
 * (nosuid, nodev), which only the separate remount keeps. What is mounted from below a read-only mount is read-only until
 * it is remounted. The cd enters what was mounted over the working folder.
 */
function mounts(level: Isolation, oldpwd: string | undefined): string[] {
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

/** SIGXCPU at the limit, SIGKILL a second later. A lower limit that may not be raised stays. */
function rlimits({ cpuSeconds }: Wrapped): string[] {
  if (cpuSeconds === undefined) return ['ulimit -c 0'];
  const seconds = Math.max(1, Math.ceil(cpuSeconds));
  return ['ulimit -c 0', `ulimit -S -t ${seconds} 2>/dev/null`, `ulimit -H -t ${seconds + 1} 2>/dev/null`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
