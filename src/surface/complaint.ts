import type { CommanderError } from 'commander';
import { UserError } from '../lib/user-error.ts';
import { Interrupted } from './interrupt.ts';

export interface Complaint {
  readonly message: string;
  readonly code: number;
}

/** Whose fault an error is and how it is put. Only a bug of ours shows a stack. */
export function complaint(error: unknown, verb: string | undefined, drives: boolean): Complaint {
  if (isUsage(error)) {
    return { message: usage(error, verb), code: error.exitCode === 0 ? 0 : 2 };
  }
  if (error instanceof UserError) return { message: error.message, code: 2 };
  if (error instanceof Interrupted) {
    const again = AGAIN[verb ?? ''] ?? 'the same command and --resume';
    return { message: drives ? `interrupted. Continue with ${again}.` : 'interrupted.', code: 130 };
  }
  // The first error of two, where cleaning up failed as well.
  if (error instanceof Error && 'suppressed' in error && 'error' in error) return complaint(error.error, verb, drives);
  if (error instanceof Error && error.name === 'MachineFailure') {
    const known = !drives || error.message.includes('--resume');
    return { message: known || verb === 'optimize' ? error.message : `${sentence(error.message)} ${GO_ON}`, code: 1 };
  }
  if (error instanceof Error && 'code' in error && isRefusal(error.code)) {
    return { message: `${error.message}. Evolve needs to write here: check the permissions.`, code: 2 };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `this is a bug in galapagos; what was found so far is kept in .evolve.\n${stack}`, code: 1 };
}

/** How a verb that was interrupted goes on, where it isn't by its own --resume. */
const AGAIN: Readonly<Record<string, string>> = { fork: 'evolve run … --resume', optimize: 'the same command' };

const GO_ON = 'Once that is mended, continue with the same command and --resume.';

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** By its look: most calls need nothing of what the class comes with. */
const isUsage = (error: unknown): error is CommanderError =>
  error instanceof Error && 'code' in error && /^commander\./.test(String(error.code));

const isRefusal = (code: unknown): boolean => code === 'EACCES' || code === 'EROFS' || code === 'EPERM';

function usage(error: CommanderError, verb: string | undefined): string {
  const help = verb === undefined ? 'evolve --help' : `evolve ${verb} --help`;
  if (error.code === 'commander.excessArguments' && verb === 'run') {
    return 'Quote the command: evolve run "node bench.js" --files src/solver.js';
  }
  const message = error.message.replace(/^error: /, '').replace(/\n\(?(Did you mean [^)?]*\?)\)?/, '. $1');
  return `${message.replace(/\.$/, '')}${/\?$/.test(message) ? '' : '.'} See: ${help}`;
}
