import { COMMANDS, GROUPS, type Group } from '../command/command.ts';
import { verbsOf } from './call.ts';

/** The whole command line in one screen. By hand: loading what parses a verb's options takes as long again. */
export function overview(): string {
  const single = COMMANDS.filter(({ name }) => !name.includes(' '));
  return `Usage: evolve <command> [options]

Evolves code: finds a version that scores better by a command that prints a number.

Options:
  -V, --version  print the version
  -h, --help     print this help

Commands:
${lines([...single, ...GROUPS.filter(({ name }) => !name.includes(' '))])}

Example:
  evolve run "node bench.js" --files src/packer.js --yes

Help for a command: evolve <command> --help
`;
}

/** The verbs that begin with one word. */
export function groupOverview(group: Group): string {
  const { name, summary, examples } = group;
  return `Usage: evolve ${name} <command> [options]

${summary.charAt(0).toUpperCase()}${summary.slice(1)}.

Commands:
${lines(verbsOf(group))}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}

Help for a command: evolve ${name} <command> --help
`;
}

function lines(listed: readonly { readonly name: string; readonly summary: string }[]): string {
  const width = Math.max(...listed.map(({ name }) => name.length));
  return listed.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}
