import { tmpdir } from 'node:os';
import { type Secret, secretsIn } from '../../lib/secrets.ts';
import { runTree } from '../../workspace/workspace.ts';
import { diskIsFull } from '../ended.ts';
import { type CheckRun, sanitised } from './check.ts';

export interface FolderChecks {
  readonly cwd: string;
  /** Of one check. */
  readonly checkSeconds: number;
  /** Of the caller; what would change how a shell behaves is left out. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Variables by which a shell reads files or git looks elsewhere: a check means the same whoever calls it. */
const MISLEADING = /^(?:BASH_ENV|ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|CDPATH|GLOBIGNORE|IFS|GIT_.*)$/;

/** Checks in the user's own folder, by the user's own environment. Values that look like keys come into no result. */
export function checksIn({ cwd, checkSeconds, env }: FolderChecks): CheckRun {
  const kept = Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined && !MISLEADING.test(pair[0])),
  );
  const secrets: readonly Secret[] = secretsIn(kept);
  return async ({ check }, signal) => {
    const ran = await runTree(
      { shell: sanitised(check), cwd, env: kept, log: '/dev/null', secrets },
      { timeoutMs: checkSeconds * 1000 },
      signal,
    );
    const { ended, ms, stdout, stderr } = ran;
    if (ended.kind === 'failed-to-start') return { kind: 'broken', reason: ended.reason };
    const passed = ended.kind === 'exited' && ended.code === 0;
    if (!passed && [cwd, tmpdir()].some(diskIsFull)) return { kind: 'broken', reason: 'the disk is full' };
    return {
      kind: 'ended',
      passed,
      ...(ended.kind === 'timeout' ? { timedOut: true, why: `did not finish within ${checkSeconds} s` } : {}),
      ...{ ms, stdout, stderr, truncated: ran.truncated },
    };
  };
}
