import type { TrackerCommands } from '../../domain/contract.ts';
import { shellQuote } from '../../lib/format.ts';
import { profileIn } from '../../spec/spec.ts';
import type { Desk, Shelled } from '../desk.ts';
import { textIn } from '../files.ts';
import { lineOf } from '../json.ts';
import { type Issue, issueIn, issuesIn } from './issue.ts';

/** Where issues are kept. Contract: rejects only when aborted; a tracker that does not answer is told, and nothing more. */
export interface Tracker {
  ready(signal: AbortSignal): Promise<Said<readonly Issue[]>>;
  show(id: string, signal: AbortSignal): Promise<Said<Issue>>;
  /** Marks an issue as worked on, or as open again. */
  update(id: string, status: 'in_progress' | 'open', signal: AbortSignal): Promise<Said<true>>;
  close(id: string, signal: AbortSignal): Promise<Said<true>>;
}

export type Said<T> =
  | { readonly kind: 'said'; readonly value: T }
  /** Nobody is there to ask. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'silent'; readonly warning: string };

/** A tracker that takes longer is not waited for. */
const LIMITS = { timeoutMs: 30_000 };

const BD: TrackerCommands = {
  ready: 'bd ready --json',
  show: 'bd show {id} --json',
  update: 'bd update {id} --status {status}',
  close: 'bd close {id}',
  others: {},
};

/**
 * The tracker of the user's folder: the one that its profile names, else beads where it is installed and at home. Read from the folder
 * and not from a candidate, for its commands are run as the user.
 */
export async function trackerAt(desk: Pick<Desk, 'root' | 'run'>): Promise<Tracker> {
  const named = await commandsIn(desk.root);
  const isBeads = named === undefined || /^(?:\S*\/)?bd\s/.test(named.ready);
  const prefix = named?.prefix === undefined ? {} : { prefix: named.prefix };
  return tracker(desk, isBeads ? { ...BD, ...prefix } : named, named === undefined);
}

/** A profile that can't be read stops the run elsewhere. */
async function commandsIn(root: string): Promise<TrackerCommands | undefined> {
  try {
    return (await profileIn(async (path) => textIn(root, path)))?.tracker;
  } catch {
    return undefined;
  }
}

/** What bd says where it is installed and nobody keeps issues. */
const NOT_AT_HOME = /no (?:\.?beads )?(?:database|\.beads)|bd init|not initiali[sz]ed/i;

function tracker({ run }: Pick<Desk, 'run'>, commands: TrackerCommands, found: boolean): Tracker {
  async function told<T>(shell: string, signal: AbortSignal, read: (text: string) => T | undefined): Promise<Said<T>> {
    const line = commands.prefix === undefined ? shell : `${commands.prefix} ${shell}`;
    const ran = await run(line, LIMITS, signal);
    if (found && (ran.code === 127 || (ran.code !== 0 && NOT_AT_HOME.test(ran.stderr + ran.stdout)))) return ABSENT;
    const value = ran.code === 0 ? read(ran.stdout) : undefined;
    if (value !== undefined) return { kind: 'said', value };
    return { kind: 'silent', warning: `the tracker did not answer: ${shell}: ${whyOf(ran)}` };
  }
  const done = (): true => true;
  return {
    ready: (signal) => told(commands.ready, signal, issuesIn),
    show: (id, signal) => told(lineFor(commands.show, id), signal, (text) => issueIn(text, id)),
    update: (id, status, signal) => {
      const shell = lineFor(commands.update, id, status);
      // A command that says what becomes of an issue by itself can only take it.
      if (status === 'open' && !commands.update.includes('{status}')) return Promise.resolve(ABSENT);
      return told(shell, signal, done);
    },
    close: (id, signal) => told(lineFor(commands.close, id), signal, done),
  };
}

const ABSENT = { kind: 'absent' } as const;

/** A command that has no place for the id gets it at its end. */
function lineFor(command: string, id: string, status = ''): string {
  const placed = command.replace(/<issue(?:-id)?>/g, '{id}');
  const whole = placed.includes('{id}') ? placed : `${placed} {id}`;
  return whole.replaceAll('{id}', shellQuote(id)).replaceAll('{status}', status);
}

function whyOf({ code, stdout, stderr, timedOut }: Shelled): string {
  if (timedOut === true) return `it took longer than ${LIMITS.timeoutMs / 1000} s`;
  const said = lineOf(stderr.trim() === '' ? stdout : stderr, 300);
  return code === 0 ? 'nothing could be read' : `exit ${code}${said === '' ? '' : `: ${said}`}`;
}
