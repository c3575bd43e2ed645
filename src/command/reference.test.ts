import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, type Listed } from './registry.ts';

const FILE = join(import.meta.dirname, '../../docs/commands.md');

/** Of every verb; the command line adds them itself. */
const COMMON: Rows = [
  ['`--json`', 'one JSON document on stdout and nothing else there; mistakes too, as `{ "error", "exitCode" }`'],
  ['`--cwd <folder>`', 'work as if called in this folder'],
  ['`-q, --quiet`', 'only the result and errors'],
  ['`-v, --verbose`', 'more about each candidate while it runs'],
  ['`-h, --help`', 'print the help of a verb'],
];

const EXIT_CODES: Rows = [
  ['0', 'done; a run that pauses to ask is done too'],
  ['1', 'a machine that kept failing, or a bug of ours'],
  ['2', 'a mistake in what was asked: one line on stderr says what to do'],
  ['130', 'interrupted; `--resume` goes on'],
];

const HEAD = `# Commands

Generated from the command tables: \`npx vitest run src/command/reference.test.ts -u\` writes it.

Candidates are named by id (\`gen2-1\`), or \`best\`, or \`seed\`; runs by id (\`r2\`), and without \`--run\` the newest is meant.`;

type Rows = readonly (readonly [string, string])[];

const cell = (text: string): string => text.replaceAll('|', '\\|');
/** Outside of code, what looks like a tag would be one. */
const prose = (text: string): string => cell(text).replaceAll('<', '&lt;');

/** Columns are as wide as the formatter makes them. */
function table(head: readonly [string, string], rows: Rows): string {
  const all = [head, ...rows];
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((one, column) => one.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

async function section({ name, summary, load }: Listed): Promise<string> {
  const { details, positional, options, examples } = await load();
  const given = Object.entries(options);
  const places = given.filter(([key]) => positional.includes(key));
  const flags = given.filter(([key]) => !positional.includes(key));
  const words = places.map(([, { flag }]) => ` ${flag.replace(/^<(.*)>$/, '[$1]')}`).join('');
  const rows = [...places, ...flags].map(([, { flag, text }]): [string, string] => [
    `\`${cell(flag.replace(/^[<[](.*)[>\]]$/, '$1'))}\``,
    prose(text),
  ]);
  return [
    `## evolve ${name}`,
    `\`evolve ${name}${words}${flags.length > 0 ? ' [options]' : ''}\`: ${summary}.`,
    ...(details === undefined ? [] : [details.split('\n').map(prose).join('\n')]),
    ...(rows.length === 0 ? [] : [table(['option', 'meaning'], rows)]),
    examples.map((example) => `    ${example}`).join('\n'),
  ].join('\n\n');
}

describe('the reference of commands', () => {
  it('docs/commands.md is up to date (vitest -u writes it)', async () => {
    const verbs = table(
      ['verb', 'what it does'],
      COMMANDS.map(({ name, summary }): [string, string] => [
        `[${name}](#evolve-${name.replaceAll(' ', '-')})`,
        prose(summary),
      ]),
    );
    const common = `## Options of every verb\n\n${table(['option', 'meaning'], COMMON)}`;
    const codes = `## Exit codes\n\n${table(['code', 'meaning'], EXIT_CODES)}`;
    const sections = await Promise.all(COMMANDS.map(section));
    await expect(`${[HEAD, verbs, ...sections, common, codes].join('\n\n')}\n`).toMatchFileSnapshot(FILE);
  });

  it('every verb has examples, and each begins with it', async () => {
    for (const { name, load } of COMMANDS) {
      const { examples } = await load();
      expect(examples.length, name).toBeGreaterThan(0);
      for (const example of examples) expect(example).toMatch(new RegExp(`^evolve ${name}( |$)`));
    }
  });
});
