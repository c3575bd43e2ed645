import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { CommanderError, Option as Flag, Command as Program } from 'commander';
import { type AnyCommand, COMMANDS, type Context, type Engine, type Listed, parseOptions } from '../command/command.ts';
import { UserError } from '../lib/user-error.ts';
import { Interrupted, interruptible } from './interrupt.ts';

/** The command line. Contract: resolves to the exit code: 0 done, 1 our bug or a machine that kept failing, 2 the user's mistake, 130 interrupted. */
export async function cli(args: readonly string[], version: string, engine: () => Promise<Engine>): Promise<number> {
  const json = args.includes('--json');
  try {
    const [first = '--help', ...rest] = args;
    const asked = first === 'help' && rest[0] !== undefined ? [rest[0], '--help'] : args;
    const listed = COMMANDS.find((one) => one.name === asked[0]);
    // Only the verb that was called is loaded and described in full.
    if (listed !== undefined) return await verb(listed, asked.slice(1), engine);
    if (!first.startsWith('-') && first !== 'help') {
      throw new UserError(`there is no command ${first}. There are: ${COMMANDS.map((one) => one.name).join(', ')}.`);
    }
    overview(version).parse([first === 'help' ? '--help' : first], { from: 'user' });
    return 0;
  } catch (error) {
    return failed(error, json);
  }
}

function overview(version: string): Program {
  const program = new Program('evolve')
    .description('Evolves code: finds a version that scores better by a command that prints a number.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  program.usage('<command> [options]');
  for (const { name, summary } of COMMANDS) program.command(name).summary(summary).description(summary);
  program.addHelpText(
    'after',
    '\nExample:\n  evolve run "node bench.js" --files src/packer.js --yes\n\nHelp for a command: evolve <command> --help',
  );
  return program;
}

async function verb(listed: Listed, args: readonly string[], engine: () => Promise<Engine>): Promise<number> {
  const command = await listed.load();
  const program = programOf(listed, command);
  program.parse([...args], { from: 'user' });
  const raw: Record<string, unknown> = { ...program.opts() };
  command.positional.forEach((key, index) => {
    if (program.args[index] !== undefined) raw[key] = program.args[index];
  });
  const asJson = raw.json === true;
  const input = parseOptions(command.options, raw);
  return interruptible(async (signal) => {
    const context = contextOf(resolve(String(raw.cwd ?? '.')), asJson, signal, engine);
    const result = await command.run(input, context);
    if (asJson) await write(`${JSON.stringify(result, null, 2)}\n`);
    else if (command.text !== undefined) await write(`${command.text(result, context)}\n`);
    return command.exitCode?.(result) ?? 0;
  });
}

function programOf({ name, summary }: Listed, command: AnyCommand): Program {
  const program = new Program(`evolve ${name}`)
    .description(command.details === undefined ? capital(summary) : `${capital(summary)}.\n\n${command.details}`)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .helpOption('-h, --help', 'print this help')
    .allowExcessArguments(false);
  for (const [key, option] of Object.entries(command.options)) {
    if (command.positional.includes(key)) program.argument(option.flag.replace(/^<(.*)>$/, '[$1]'), option.text);
    else program.addOption(flagOf(key, option.flag, option.text, option.type === 'list'));
  }
  program.option('--cwd <folder>', 'work as if called in this folder');
  program.option('--json', 'one JSON document on stdout and nothing else there');
  program.addHelpText('after', `\nExamples:\n${command.examples.map((example) => `  ${example}`).join('\n')}`);
  return program;
}

/** The key under which commander keeps a value is the option's own, whatever its flag is called. */
function flagOf(key: string, flags: string, text: string, repeated: boolean): Flag {
  const flag = new Flag(flags, text);
  flag.attributeName = () => key;
  if (repeated) flag.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
  return flag;
}

function contextOf(cwd: string, asJson: boolean, signal: AbortSignal, engine: () => Promise<Engine>): Context {
  const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true && !asJson;
  return {
    cwd,
    signal,
    engine,
    columns: process.stdout.columns ?? 120,
    // With --json stdout holds the document alone, so what is told goes beside it.
    tell: (line) => void (asJson ? process.stderr : process.stdout).write(`${fitted(line)}\n`),
    async ask(question) {
      if (!terminal) return undefined;
      const prompt = createInterface({ input: process.stdin, output: process.stdout });
      try {
        return await prompt.question(question, { signal });
      } finally {
        prompt.close();
      }
    },
  };
}

/** A line that wraps is hard to read in a list; what is cut is in `evolve show`. */
function fitted(line: string): string {
  const { columns } = process.stdout;
  return process.stdout.isTTY === true && columns !== undefined && line.length > columns
    ? `${line.slice(0, columns - 1)}…`
    : line;
}

/** Waits until the text is out: a pipe takes large output bit by bit. */
function write(text: string): Promise<void> {
  return new Promise((done) => process.stdout.write(text, () => done()));
}

function failed(error: unknown, json: boolean): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    return complain(`${error.message.replace(/^error: /, '')}. See: evolve --help`, 2, json);
  }
  if (error instanceof UserError) return complain(error.message, 2, json);
  if (error instanceof Interrupted)
    return complain('interrupted. Continue with the same command and --resume.', 130, json);
  if (error instanceof Error && error.name === 'MachineFailure') return complain(error.message, 1, json);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return complain(`this is a bug in galapagos; what was found so far is kept in .evolve.\n${stack}`, 1, json);
}

function complain(message: string, code: number, json: boolean): number {
  process.stderr.write(`evolve: ${message}\n`);
  if (json) process.stdout.write(`${JSON.stringify({ error: message, exitCode: code })}\n`);
  return code;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
