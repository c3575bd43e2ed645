import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { EvaluateJob } from '../domain/lane.ts';
import type { Checkout, Ended, Ran } from '../workspace/workspace.ts';
import { runTree } from '../workspace/workspace.ts';
import { environment } from './environment.ts';

/** One lane's place on this machine: its sealed checkout and what belongs to it. */
export interface Site {
  readonly checkout: Checkout;
  /** A private temporary folder, empty at the start of every command. */
  readonly temp: string;
}

/** What is the same for every command of a run. */
export interface CommandPlan {
  /** The caller's folder, relative to the checkout. */
  readonly folder: string;
  readonly seed: number;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Files in scope, relative to the checkout: `{target}` stands for the first. */
  readonly files: readonly string[];
  /** Where the logs and traces of a candidate are kept. */
  artifacts(candidate: string): string;
}

export interface CommandRun {
  readonly ran: Ran;
  /** Why the command did not pass; the machine's failures apart. */
  readonly failure?: string;
  readonly broken?: string;
  /** What the command wrote to the result file. */
  readonly file?: string;
}

/** A result file larger than this is no result. */
const RESULT_BYTES = 4 * 1024 * 1024;

/**
 * Runs a shell line in the sealed checkout and says how it ended; a protected file that changed meanwhile is a failure.
 * Afterwards the checkout is back in its sealed state, unless what the command made is wanted.
 */
export async function runCommand(
  site: Site,
  plan: CommandPlan,
  job: EvaluateJob,
  name: string,
  shell: string,
  signal: AbortSignal,
  after: 'reset' | 'leave' = 'reset',
): Promise<CommandRun> {
  const { checkout } = site;
  const artifacts = plan.artifacts(job.candidate.id);
  const folders = { traces: join(artifacts, 'traces'), checkpoints: join(artifacts, 'checkpoints') };
  const temp = join(site.temp, 'tmp');
  const result = join(site.temp, 'result.json');
  rmSync(site.temp, { recursive: true, force: true });
  for (const folder of [temp, folders.traces, folders.checkpoints]) mkdirSync(folder, { recursive: true });
  const facts = {
    candidate: job.candidate.id,
    attempt: job.attempt,
    seed: plan.seed,
    root: checkout.root,
    temp,
    result,
    ...folders,
  };
  const ran = await runTree(
    {
      shell: fill(shell, checkout.root, plan.files),
      cwd: join(checkout.root, plan.folder),
      env: environment(process.env, { ...facts, ceiling: site.temp }),
      log: join(artifacts, `${name}.log`),
      binds: checkout.binds,
    },
    {
      timeoutMs: plan.timeoutMs,
      memoryMb: plan.memoryMb,
      cpuSeconds: Math.ceil((plan.timeoutMs / 1000) * availableParallelism()) + 1,
    },
    signal,
  );
  for (const folder of Object.values(folders)) removeIfEmpty(folder);
  if (ran.ended.kind === 'failed-to-start') return { ran, broken: ran.ended.reason };
  const [touched, ...more] = await (after === 'reset' ? checkout.reset() : checkout.tampered());
  if (touched !== undefined) {
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return { ran, failure: `tampered: changed ${touched}${others}, which it may not` };
  }
  const failure = failureOf(ran.ended, plan);
  if (failure !== undefined) return { ran, failure };
  const file = existsSync(result) ? readFileSync(result).subarray(0, RESULT_BYTES).toString('utf8') : undefined;
  return file === undefined ? { ran } : { ran, file };
}

function failureOf(ended: Ended, plan: CommandPlan): string | undefined {
  switch (ended.kind) {
    case 'exited':
      return ended.code === 0 ? undefined : `exited with code ${ended.code}`;
    case 'signalled':
      return `was ended by ${ended.signal}`;
    case 'timeout':
      return `ran longer than ${Math.round(plan.timeoutMs / 100) / 10} s`;
    case 'memory':
      return `used more than ${plan.memoryMb} MB of memory`;
    case 'failed-to-start':
      return ended.reason;
  }
}

/** The end of what a command said, for whoever has to mend it: errors first. */
export function tailOf(ran: Ran): string {
  const text = ran.stderr.trim() === '' ? ran.stdout : ran.stderr;
  return text.trimEnd().slice(-2000);
}

function fill(shell: string, root: string, files: readonly string[]): string {
  const target = join(root, files[0] ?? '');
  return shell.replaceAll('{worktree}', quote(root)).replaceAll('{target}', quote(target));
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds what the command left there.
  }
}
