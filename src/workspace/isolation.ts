import type { Isolation } from '../domain/sandbox.ts';
import type { Wrapped } from './sandbox/box.ts';
import { bubblewrap } from './sandbox/bubblewrap.ts';
import { mounts, SANDBOX_FAILED, unshared, wayOf } from './sandbox/namespace.ts';
import { quoted, tool } from './sandbox/tool.ts';

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
  const argv = unpinned(level, task);
  const { cores = [] } = task;
  return cores.length === 0 ? argv : [tool('taskset'), '-c', cores.join(), ...argv];
}

function unpinned(level: Isolation, task: Wrapped): [string, ...string[]] {
  const sh = tool('sh');
  switch (level) {
    case 'group':
      return [sh, '-c', [...rlimits(task), `exec ${quoted(sh)} -c "$1"`].join('\n'), 'sh', task.shell];
    case 'bubblewrap':
      return bubblewrap(task, strict, [sh, '-c', prologue(task, []).join('\n'), 'sh', task.shell]);
    case 'namespace':
    case 'user-namespace': {
      const bound = task.binds.length > 0;
      const drop = bound && level === 'user-namespace' ? `${quoted(tool('setpriv'))} --ambient-caps=-all ` : '';
      const script = prologue(task, bound ? mounts(level, task.env.OLDPWD) : [], drop);
      const binds = task.binds.flatMap((bind) => [wayOf(bind), bind.from, bind.to]);
      return [...unshared(level, task), sh, '-c', script.join('\n'), 'sh', ...binds, task.shell];
    }
  }
}

/**
 * Runs as PID 1 with the line as its last argument. Sets no variable: it could be one of the command's environment.
 * The command is a child and not PID 1, which would ignore most signals. What the shell says about the child's death
 * is dropped, so that stderr is the command's alone. A failed mark means the driver died before pdeathsig was set.
 */
function prologue(task: Wrapped, mounting: readonly string[], drop = ''): string[] {
  return [
    ...rlimits(task),
    ...mounting,
    `printf '\\${startMark.toString(8).padStart(3, '0')}' || exit ${SANDBOX_FAILED}`,
    'exec 4>&2 2>/dev/null',
    `(exec ${drop}${quoted(tool('sh'))} -c "$1" 2>&4 4>&-)`,
    'exit "$?"',
  ];
}

/** SIGXCPU at the limit, SIGKILL a second later. A lower limit that may not be raised stays. */
function rlimits({ cpuSeconds }: Wrapped): string[] {
  if (cpuSeconds === undefined) return ['ulimit -c 0'];
  const seconds = Math.max(1, Math.ceil(cpuSeconds));
  return ['ulimit -c 0', `ulimit -S -t ${seconds} 2>/dev/null`, `ulimit -H -t ${seconds + 1} 2>/dev/null`];
}
