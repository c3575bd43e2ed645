import { COMMANDS, EXPERIMENT_SECTIONS, GROUPS, type Group, SECTIONS, type Section } from '../command/command.ts';
import { verbsOf } from './call.ts';

/** The whole command line in one screen. By hand: loading what parses a verb's options takes as long again. */
export function overview(): string {
  return `Usage: evolve <command> [options]

Evolves code: finds a version that scores better by a command that prints a number.

${sectionLines(SECTIONS, [...COMMANDS, ...GROUPS])}

Options:
  -V, --version  print the version
  -h, --help     print this help

Examples:
  evolve run "node bench.js" --files src/packer.js --yes
  evolve init --fitness "node bench.js" --files src/packer.js

Help for a command: evolve <command> --help
`;
}

/** The verbs that begin with one word. */
export function groupOverview(group: Group): string {
  const { name, summary, examples } = group;
  return `Usage: evolve ${name} <command> [options]

${summary.charAt(0).toUpperCase()}${summary.slice(1)}.

${name === 'exp' ? sectionLines(EXPERIMENT_SECTIONS, COMMANDS) : `Commands:\n${lines(verbsOf(group))}`}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}

Help for a command: evolve ${name} <command> --help
`;
}

interface Line {
  readonly name: string;
  readonly summary: string;
}

function sectionLines(sections: readonly Section[], all: readonly Line[]): string {
  const width = Math.max(...sections.flatMap(({ names }) => names.map((name) => name.length)));
  const linesOf = ({ names }: Section): string =>
    lines(
      names.flatMap((name) => all.find((one) => one.name === name) ?? []),
      width,
    );
  return sections.map((section) => `${section.title}:\n${linesOf(section)}`).join('\n\n');
}

function lines(listed: readonly Line[], width = Math.max(...listed.map(({ name }) => name.length))): string {
  return listed.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}
