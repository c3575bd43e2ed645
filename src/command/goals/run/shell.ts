import { secretsIn } from '../../../lib/secrets.ts';
import type { Shell } from '../../../source/source.ts';
import { runTree } from '../../../workspace/workspace.ts';

/** As shells say it of what they can't start. */
const NOT_STARTED = 127;
const FAILED = 1;

/** The user's own programs, such as a tracker, in the user's folder and with the user's environment. Nothing of what they print is kept. */
export function shellIn(cwd: string, redact: readonly string[] = []): Shell {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const secrets = secretsIn(env, redact);
  return async (shell, { timeoutMs }, signal) => {
    const ran = await runTree({ shell, cwd, env, log: '/dev/null', secrets }, { timeoutMs }, signal);
    const { ended, stdout, stderr } = ran;
    if (ended.kind === 'failed-to-start') return { code: NOT_STARTED, stdout: '', stderr: ended.reason };
    const code = ended.kind === 'exited' ? ended.code : FAILED;
    return { code, stdout, stderr, ...(ended.kind === 'timeout' ? { timedOut: true as const } : {}) };
  };
}
