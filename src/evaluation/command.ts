import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { EvaluateJob, Version } from '../domain/lane.ts';
import type { Sandbox } from '../domain/sandbox.ts';
import { shellQuote } from '../lib/format.ts';
import { redactFiles } from '../lib/redact-files.ts';
import { redacted, type Secret } from '../lib/secrets.ts';
import type { Checkout, Ended, Ran } from '../workspace/workspace.ts';
import { remove, runTree } from '../workspace/workspace.ts';
import { environment } from './environment.ts';
import { boxOf, reachOf } from './level.ts';
import { removeIfEmpty, scratch } from './scratch.ts';
import type { WarmServer } from './warm.ts';

/** One lane's place on this machine: its sealed checkout and what belongs to it. */
export interface Site {
  readonly checkout: Checkout;
  /** A private temporary folder, empty at the start of every command. */
  readonly temp: string;
  /** The fitness command when it is a server. */
  readonly warm?: WarmServer;
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
  /** Values that are kept out of logs, traces and results. */
  readonly secrets?: readonly Secret[];
  /** With paths made absolute; the default when absent. */
  readonly sandbox?: Sandbox;
  /** What no command may see: the user's repository first, the folder of all runs last. */
  readonly hidden?: readonly string[];
  /** Variables that commands get beside those of the caller that are let through; ours come before them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Where the logs and traces of an evaluation are kept. */
  artifacts(of: Occasion): string;
  /** Where what a benchmark writes to go on from later is kept; nowhere when absent or undefined. */
  checkpoints?(of: Occasion): string | undefined;
}

/** What logs belong to. */
export interface Occasion extends Pick<EvaluateJob, 'attempt' | 'check' | 'round'> {
  readonly candidate: Pick<Version, 'id'>;
}

/** A shell line with what is its own; its log has its name. */
export interface Line {
  readonly name: string;
  readonly shell: string;
  /** What becomes of the checkout: it is reset when absent. */
  readonly after?: 'reset' | 'leave';
  /** It finds what the command before it has left: a veil would begin with the sealed state. */
  readonly goesOn?: boolean;
  readonly cores?: readonly number[];
  /** Nothing in it stands for a path. */
  readonly verbatim?: true;
  /** Words before the whole line, pipes and all. */
  readonly prefix?: string;
  /** It gives a score: only such a command has a result file, traces and checkpoints. */
  readonly reports?: true;
  /** Which run of it in this evaluation: each has checkpoints of its own. */
  readonly nth?: number;
}

export interface CommandRun {
  readonly ran: Ran;
  /** Why the command did not pass; the machine's failures apart. */
  readonly failure?: string;
  readonly broken?: string;
  /** What the command wrote to the result file. */
  readonly file?: string;
}

const RESULT_BYTES = 4 * 1024 * 1024;

/**
 * Runs a shell line in the sealed checkout and says how it ended; a protected file that changed meanwhile is a failure.
 * Afterwards the checkout is back in its sealed state, unless what the command made is wanted. One that opened protected
 * files for writing, and left them as they were, is run again with these files read-only.
 */
export async function runCommand(
  site: Site,
  plan: CommandPlan,
  job: EvaluateJob,
  line: Line,
  signal: AbortSignal,
): Promise<CommandRun> {
  const first = await runOnce(site, plan, job, line, signal);
  if (!first.opened) return first;
  const kept = keptCheckpoints(plan, job, line);
  if (kept !== undefined) remove(kept);
  return runOnce(site, plan, job, line, signal);
}

async function runOnce(
  site: Site,
  plan: CommandPlan,
  job: EvaluateJob,
  line: Line,
  signal: AbortSignal,
): Promise<CommandRun & { readonly opened?: boolean }> {
  const { checkout } = site;
  const { name, after = 'reset', cores = [], prefix } = line;
  const artifacts = plan.artifacts(job);
  mkdirSync(artifacts, { recursive: true });
  const folders = scratch(site.temp, {
    ...(line.reports ? { traces: join(artifacts, 'traces') } : {}),
    checkpoints: keptCheckpoints(plan, job, line),
  });
  const filled = line.verbatim ? line.shell : fill(line.shell, checkout.root, plan.files);
  const shell = prefixed(filled, prefix);
  const facts = { candidate: job.candidate.id, attempt: job.attempt, seed: plan.seed, root: checkout.root, ...folders };
  const box = boxOf(plan, site, folders, name);
  const veiled = after === 'reset' && line.goesOn !== true && box !== undefined ? await checkout.veil() : undefined;
  if (veiled === undefined) checkout.lend();
  const ran = await runTree(
    {
      shell,
      cwd: join(checkout.root, plan.folder),
      env: environment(process.env, {
        ...facts,
        ceiling: dirname(checkout.root),
        allowed: reachOf(plan, name).env,
        ...(plan.environment === undefined ? {} : { given: plan.environment }),
        reports: line.reports === true,
      }),
      log: join(artifacts, `${name}.log`),
      binds: [...checkout.binds, ...(veiled?.binds ?? [])],
      cores,
      ...(plan.secrets === undefined ? {} : { secrets: plan.secrets }),
      box,
      veil: veiled?.veil,
    },
    {
      timeoutMs: plan.timeoutMs,
      memoryMb: plan.memoryMb,
      cpuSeconds: Math.ceil((plan.timeoutMs / 1000) * Math.max(availableParallelism(), cores.length)) + 1,
    },
    signal,
  ).finally(() => {
    // Also of what was aborted: traces are kept.
    removeIfEmpty(folders.traces);
    removeIfEmpty(folders.checkpoints);
    redactFiles(folders.traces, plan.secrets ?? []);
  });
  if (ran.ended.kind === 'failed-to-start') return { ran, broken: ran.ended.reason };
  const { tampered, opened } =
    veiled === undefined
      ? { tampered: await (after === 'reset' ? checkout.reset() : checkout.tampered()), opened: [] }
      : await checkout.lift();
  const touched = tamperedFailure([...tampered, ...opened]);
  if (touched !== undefined) return { ran, failure: touched, opened: opened.length > 0 };
  const failure = failureOf(ran.ended, plan);
  if (failure !== undefined) return { ran, failure };
  const file = line.reports ? resultIn(folders.result) : undefined;
  return file === undefined ? { ran } : { ran, file: redacted(file, plan.secrets ?? []) };
}

/** What it means that these protected files were changed. */
export function tamperedFailure([touched, ...more]: readonly string[]): string | undefined {
  if (touched === undefined) return undefined;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `tampered: changed ${touched}${others}, which it may not`;
}

export function failureOf(ended: Ended, plan: CommandPlan): string | undefined {
  switch (ended.kind) {
    case 'exited':
      return ended.code === 0 ? undefined : `exited with code ${ended.code}`;
    case 'signalled':
      return `was ended by ${ended.signal}`;
    case 'timeout':
      return timeoutFailure(plan);
    case 'memory':
      return memoryFailure(plan);
    case 'failed-to-start':
      return ended.reason;
  }
}

export const timeoutFailure = ({ timeoutMs }: CommandPlan): string =>
  `ran longer than ${Math.round(timeoutMs / 100) / 10} s`;
export const memoryFailure = ({ memoryMb }: CommandPlan): string => `used more than ${memoryMb} MB of memory`;

/** A link to somewhere else, or a file larger than any result, is none. */
function resultIn(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= RESULT_BYTES ? readFileSync(path, 'utf8') : undefined;
}

/** The end of what a command said, for whoever has to mend it: errors first. */
export function tailOf(ran: Ran): string {
  const text = ran.stderr.trim() === '' ? ran.stdout : ran.stderr;
  return printable(text.trimEnd().slice(-2000));
}

/** What candidates print must not steer anybody's terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const printable = (text: string): string => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '·');

/** Where the checkpoints of a command outlive it. */
function keptCheckpoints(plan: CommandPlan, job: EvaluateJob, { reports, nth = 1 }: Line): string | undefined {
  const kept = reports ? plan.checkpoints?.(job) : undefined;
  return kept === undefined || nth === 1 ? kept : `${kept}-${nth}`;
}

/** `nice` before `a | b` is meant for both. */
export const prefixed = (shell: string, prefix: string | undefined): string =>
  prefix === undefined ? shell : `${prefix} sh -c ${shellQuote(shell)}`;

export function fill(shell: string, root: string, files: readonly string[]): string {
  const target = join(root, files[0] ?? '');
  return shell.replaceAll('{worktree}', shellQuote(root)).replaceAll('{target}', shellQuote(target));
}
