import { resolve } from 'node:path';
import { type Detail, type Engine, type Listed, parseOptions } from '../command/command.ts';
import { UserError } from '../lib/user-error.ts';
import { harmless } from '../lib/width.ts';
import { callOf } from './call.ts';
import { complaint } from './complaint.ts';
import { interruptible } from './interrupt.ts';
import { groupOverview, overview } from './overview.ts';
import { contextOf, endQuietlyWhenClosed, write, writeResult } from './terminal.ts';

/** Verbs that drive a run: they go on when nobody reads what they print. */
const DRIVERS = ['run', 'optimize', 'answer', 'fork'];

/**
 * The command line.
 * Contract: resolves to the exit code: 0 done, 1 our bug or a machine that kept failing, 2 the user's mistake, 130 interrupted.
 */
export async function cli(args: readonly string[], version: string, engine: () => Promise<Engine>): Promise<number> {
  const call = callOf(args);
  const listed = call.kind === 'verb' ? call.listed : undefined;
  const drives = DRIVERS.includes(listed?.name ?? '');
  endQuietlyWhenClosed(drives);
  try {
    // Only the verb that was called is loaded and described in full.
    if (call.kind === 'verb') return await verb(call.listed, call.args, engine);
    if (call.kind === 'mistake') throw call.error;
    if (call.kind === 'version') await writeResult(version);
    else await write(call.kind === 'group' ? groupOverview(call.group) : overview());
    return 0;
  } catch (error) {
    const { message, code } = complaint(error, listed?.name, drives);
    if (code === 0) return 0;
    process.stderr.write(`evolve: ${process.stderr.isTTY === true ? harmless(message) : message}\n`);
    if (listed?.json === true || args.includes('--json'))
      await write(`${JSON.stringify({ error: message, exitCode: code })}\n`);
    return code;
  }
}

async function verb(listed: Listed, args: readonly string[], engine: () => Promise<Engine>): Promise<number> {
  const [command, { programOf }] = await Promise.all([listed.load(), import('./program.ts')]);
  const program = programOf(listed, command, DRIVERS.includes(listed.name));
  program.parse([...args], { from: 'user' });
  const raw: Record<string, unknown> = { ...program.opts() };
  command.positional.forEach((key, index) => {
    // A list takes all that are left.
    const isList = command.options[key]?.type === 'list';
    if (program.args[index] !== undefined) raw[key] = isList ? program.args.slice(index) : program.args[index];
  });
  const asJson = raw.json === true || listed.json === true;
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

function detailOf({ quiet, verbose }: Readonly<Record<string, unknown>>): Detail {
  if (quiet === true && verbose === true)
    throw new UserError('--quiet tells less and --verbose tells more: choose one of them.');
  return quiet === true ? 'quiet' : verbose === true ? 'verbose' : 'normal';
}
