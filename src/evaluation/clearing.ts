import type { Version } from '../domain/lane.ts';
import { type CommandPlan, runCommand, type Site } from './command.ts';

/** How a command ended, and what it printed. */
export interface Came {
  /** 0 alone is success. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut?: true;
}

/** As shells say it of what they can't start. */
const NOT_STARTED = 127;
const FAILED = 1;

/**
 * Runs a shell line in a checkout as candidates' commands run. What it writes stays there.
 * Contract: rejects only when aborted; what can't be started, or changes what it may not, is a code other than 0.
 */
export async function runInClearing(
  site: Site,
  plan: CommandPlan,
  { version, name, shell, timeoutMs }: ClearingLine,
  signal: AbortSignal,
): Promise<Came> {
  const job = { candidate: version, attempt: 1 };
  const line = { name, shell, after: 'leave', verbatim: true } as const;
  const { ran, failure, broken } = await runCommand(site, { ...plan, timeoutMs }, job, line, signal);
  if (broken !== undefined) return { code: NOT_STARTED, stdout: '', stderr: broken };
  const { ended, stdout, stderr } = ran;
  const code = ended.kind === 'exited' ? ended.code : FAILED;
  return {
    code: code === 0 && failure !== undefined ? FAILED : code,
    stdout,
    stderr: failure === undefined || ended.kind === 'exited' ? stderr : `${stderr}\n${failure}`,
    ...(ended.kind === 'timeout' ? { timedOut: true } : {}),
  };
}

interface ClearingLine {
  readonly version: Version;
  /** Of its log. */
  readonly name: string;
  readonly shell: string;
  readonly timeoutMs: number;
}
