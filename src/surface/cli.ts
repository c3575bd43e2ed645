import { resolve } from 'node:path';
import { COMMANDS, type Detail, type Engine, type Listed, parseOptions } from '../command/command.ts';
import { nearest } from '../lib/nearest.ts';
import { UserError } from '../lib/user-error.ts';
import { harmless } from '../lib/width.ts';
import { complaint } from './complaint.ts';
import { interruptible } from './interrupt.ts';
import { overview } from './overview.ts';
import { contextOf, endQuietlyWhenClosed, write, writeResult } from './terminal.ts';

/** Verbs that drive a run: they go on when nobody reads what they print. */
const DRIVERS = ['run', 'answer', 'fork'];

/**
 * The command line.
 * Contract: resolves to the exit code: 0 done, 1 our bug or a machine that kept failing, 2 the user's mistake, 130 interrupted.
 */
export async function cli(args: readonly string[], version: string, engine: () => Promise<Engine>): Promise<number> {
  const [first = '--help', second] = args;
  const words = first === 'help' && second !== undefined ? [second, '--help'] : args;
  const listed = COMMANDS.find((one) => one.name === words[0]);
  endQuietlyWhenClosed(DRIVERS.includes(listed?.name ?? ''));
  try {
    // Only the verb that was called is loaded and described in full.
    if (listed !== undefined) return await verb(listed, words.slice(1), engine);
    const [unknown = '--help'] = words;
    if (['-V', '--version'].includes(unknown)) await writeResult(version);
    else if (['-h', '--help', 'help'].includes(unknown)) await write(overview());
    else if (unknown.startsWith('-')) throw new UserError(`unknown option '${unknown}'. See: evolve --help`);
    else throw new UserError(unknownCommand(unknown));
    return 0;
  } catch (error) {
    const { message, code } = complaint(error, listed?.name, DRIVERS.includes(listed?.name ?? ''));
    if (code === 0) return 0;
    process.stderr.write(`evolve: ${process.stderr.isTTY === true ? harmless(message) : message}\n`);
    if (args.includes('--json')) await write(`${JSON.stringify({ error: message, exitCode: code })}\n`);
    return code;
  }
}

async function verb(listed: Listed, args: readonly string[], engine: () => Promise<Engine>): Promise<number> {
  const [command, { programOf }] = await Promise.all([listed.load(), import('./program.ts')]);
  const program = programOf(listed, command, DRIVERS.includes(listed.name));
  program.parse([...args], { from: 'user' });
  const raw: Record<string, unknown> = { ...program.opts() };
  command.positional.forEach((key, index) => {
    if (program.args[index] !== undefined) raw[key] = program.args[index];
  });
  const asJson = raw.json === true;
  const manner = { cwd: resolve(String(raw.cwd ?? '.')), asJson, detail: detailOf(raw) };
  const input = parseOptions(command.options, raw);
  return interruptible(async (signal) => {
    const context = contextOf(manner, signal, engine);
    try {
      const result = await command.run(input, context);
      context.live?.end();
      if (!asJson) await writeResult(command.text?.(result, context) ?? '');
      else {
        const document = command.document === undefined ? result : command.document(result);
        if (document !== undefined) await write(`${JSON.stringify(document, null, 2)}\n`);
      }
      return command.exitCode?.(result) ?? 0;
    } finally {
      context.live?.end();
    }
  });
}

function unknownCommand(word: string): string {
  const names = COMMANDS.map(({ name }) => name);
  const meant = nearest(word, names);
  if (meant !== undefined) return `There is no command ${word}. Did you mean ${meant}? See: evolve --help`;
  return `There is no command ${word}. There are: ${names.join(', ')}.`;
}

function detailOf({ quiet, verbose }: Readonly<Record<string, unknown>>): Detail {
  if (quiet === true && verbose === true)
    throw new UserError('--quiet tells less and --verbose tells more: choose one of them.');
  return quiet === true ? 'quiet' : verbose === true ? 'verbose' : 'normal';
}
