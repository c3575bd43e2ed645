import { COMMANDS } from '../command/command.ts';

/** The whole command line in one screen. By hand: loading what parses a verb's options takes as long again. */
export function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return `Usage: evolve <command> [options]

Evolves code: finds a version that scores better by a command that prints a number.

Options:
  -V, --version  print the version
  -h, --help     print this help

Commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

Example:
  evolve run "node bench.js" --files src/packer.js --yes

Help for a command: evolve <command> --help
`;
}
