import { Option as Flag, Command as Program } from 'commander';
import type { AnyCommand, Listed } from '../command/command.ts';

/** One verb with all its options. */
export function programOf({ name, summary }: Listed, command: AnyCommand, drives: boolean): Program {
  const { details, positional, options, examples } = command;
  const title = summary.charAt(0).toUpperCase() + summary.slice(1);
  const program = plain(`evolve ${name}`)
    .description(details === undefined ? title : `${title}.\n\n${details}`)
    .allowExcessArguments(false);
  for (const [key, option] of Object.entries(options)) {
    if (positional.includes(key)) program.argument(option.flag.replace(/^<(.*)>$/, '[$1]'), option.text);
    else program.addOption(flagOf(key, option.flag, option.text, option.type === 'list'));
    for (const dashed of dashedOf(option.flag)) program.addOption(flagOf(key, dashed, option.text, false).hideHelp());
    const reverse = option.type === 'switch' ? reverseOf(option.flag) : undefined;
    if (reverse !== undefined) program.addOption(flagOf(key, reverse, option.text, false).hideHelp());
  }
  // Every verb takes them, so that scripts need not know which ones have something to tell.
  const quiet = new Flag('-q, --quiet', 'only the result and errors').hideHelp(!drives);
  const verbose = new Flag('-v, --verbose', 'more about each candidate while it runs').hideHelp(!drives);
  // A verb may have its own words for --json.
  if (!('json' in options)) program.option('--json', 'one JSON document on stdout and nothing else there');
  return program
    .option('--cwd <folder>', 'work as if called in this folder')
    .addOption(quiet)
    .addOption(verbose)
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
}

/** Errors are thrown, never printed: the command line has its own words for them. */
function plain(name: string): Program {
  return new Program(name)
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ outputError: () => {} });
}

/** What takes a switch back that a file has set: `--no-yes` of `-y, --yes`. */
function reverseOf(flag: string): string | undefined {
  const name = /--(?!no-)([a-z-]+)/.exec(flag)?.[1];
  return name === undefined ? undefined : `--no-${name}`;
}

/** A flag in camel case is also known with dashes: `--codePath` as `--code-path`. */
function dashedOf(flag: string): readonly string[] {
  const dashed = flag.replace(/(?<=--\w*[a-z])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return dashed === flag ? [] : [dashed];
}

/** The key under which commander keeps a value is the option's own, whatever its flag is called. */
function flagOf(key: string, flags: string, text: string, repeated: boolean): Flag {
  const flag = new Flag(flags, text);
  flag.attributeName = () => key;
  if (repeated) flag.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
  return flag;
}
