import type { Isolation } from '../domain/sandbox.ts';
import { LEASH } from './leash.ts';
import type { Box, Wrapped } from './sandbox/box.ts';
import { bubblewrap } from './sandbox/bubblewrap.ts';
import { MOST_PROCESSES } from './sandbox/cgroup.ts';
import { confinement, confining } from './sandbox/confine.ts';
import { mounts, SANDBOX_FAILED, unshared, wayOf } from './sandbox/namespace.ts';
import { findTool, quoted, tool } from './sandbox/tool.ts';
import { veiled } from './sandbox/veil.ts';

export type { Isolation } from '../domain/sandbox.ts';

/**
 * The first byte on stdout at all levels but 'group', written just before the command starts. Without it, what ended
 * was the sandbox and not the command, and no command can forge it: its own output comes later.
 */
export const startMark = 0x06;

/** Older versions of bubblewrap can't keep a command from making user namespaces of its own. */
let strict = true;
export const relax = (): void => {
  strict = false;
};

/** The argv that runs a shell line at a level. It keeps the environment and the working folder it is started with. */
export function wrap(level: Isolation, task: Wrapped): [string, ...string[]] {
  const { veil, joins = [] } = task;
  const argv = pinned(task, isolated(level, task));
  if (veil !== undefined && level === 'bubblewrap') return veiled(veil, JOIN, [...joins, '--', ...argv]);
  return joins.length === 0 ? argv : [tool('sh'), '-c', `${JOIN} exec "$@"`, 'sh', ...joins, '--', ...argv];
}

/** What is started meanwhile must be in the groups, too, so the first process joins by itself. */
const JOIN = `until [ "$1" = -- ]; do echo 0 >"$1" || exit ${SANDBOX_FAILED}; shift; done; shift;`;

function pinned({ cores = [] }: Wrapped, argv: [string, ...string[]]): [string, ...string[]] {
  const taskset = findTool('taskset');
  return cores.length === 0 || taskset === undefined ? argv : [taskset, '-c', cores.join(','), ...argv];
}

function isolated(level: Isolation, task: Wrapped): [string, ...string[]] {
  const sh = tool('sh');
  switch (level) {
    case 'group':
      return [sh, '-c', [...rlimits(task), `exec ${quoted(sh)} -c "$1"`].join('\n'), 'sh', task.shell];
    case 'bubblewrap':
      return bubblewrap(task, strict, [sh, '-c', prologue(task, []).join('\n'), 'sh', task.shell]);
    case 'namespace':
    case 'user-namespace': {
      const { script, args } = task.box === undefined ? bound(level, task) : shut(task, task.box);
      return [...unshared(level, task), sh, '-c', script.join('\n'), 'sh', ...args, task.shell];
    }
  }
}

interface Launch {
  readonly script: readonly string[];
  readonly args: readonly string[];
}

function bound(level: 'namespace' | 'user-namespace', task: Wrapped): Launch {
  if (task.binds.length === 0) return { script: prologue(task, []), args: [] };
  const drop = level === 'user-namespace' ? `${quoted(tool('setpriv'))} --ambient-caps=-all ` : '';
  const args = task.binds.flatMap((bind) => [wayOf(bind), bind.from, bind.to]);
  return { script: prologue(task, mounts(level, task.env.OLDPWD), drop), args };
}

/** Without capabilities, and no way to new ones, nothing of it can be undone. */
function shut(task: Wrapped, box: Box): Launch {
  const none = ['--ambient-caps=-all', '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'];
  const drop = `${quoted(tool('setpriv'))} ${none.join(' ')} `;
  const lo = box.reach.network ? [] : [`${quoted(tool('ip'))} link set lo up 2>/dev/null`];
  return { script: prologue(task, [...lo, ...confining(task.env.OLDPWD)], drop), args: confinement(task, box).flat() };
}

/**
 * Runs as PID 1 with the line as its last argument. Sets no variable of the command's environment.
 * The command is a child and not PID 1, which would ignore most signals. What the shell says about the child's death
 * is dropped, so that stderr is the command's alone. A failed mark means the driver died before pdeathsig was set; it
 * may be accepted a moment after that, but then nobody looses the leash.
 */
function prologue(task: Wrapped, mounting: readonly string[], drop = ''): string[] {
  return [
    ...rlimits(task, true),
    ...mounting,
    `printf '\\${startMark.toString(8).padStart(3, '0')}' || exit ${SANDBOX_FAILED}`,
    ...(task.leashed ? [`read -r ${unused(task.env)} <&${LEASH} || exit ${SANDBOX_FAILED}`, `exec ${LEASH}<&-`] : []),
    'exec 4>&2 2>/dev/null',
    `(exec ${drop}${quoted(tool('sh'))} -c "$1" 2>&4 4>&-)`,
    'exit "$?"',
  ];
}

function unused(env: Wrapped['env']): string {
  let name = 'leash';
  while (name in env) name += '_';
  return name;
}

/**
 * SIGXCPU at the limit, SIGKILL a second later. A lower limit that may not be raised stays. The number of processes,
 * which shells call by different letters, is counted apart only in a user namespace, and never for root.
 */
function rlimits({ cpuSeconds, processes: most = MOST_PROCESSES, memoryMb }: Wrapped, counted = false): string[] {
  const processes = `{ ulimit -u ${most} || ulimit -p ${most}; } 2>/dev/null`;
  const first = ['ulimit -c 0', ...(counted && memoryMb !== undefined && process.getuid?.() !== 0 ? [processes] : [])];
  if (cpuSeconds === undefined) return first;
  const seconds = Math.max(1, Math.ceil(cpuSeconds));
  return [...first, `ulimit -S -t ${seconds} 2>/dev/null`, `ulimit -H -t ${seconds + 1} 2>/dev/null`];
}
