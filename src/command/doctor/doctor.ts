import type { Command } from '../contract.ts';
import { MEASURING_OPTIONS } from '../measuring.ts';
import { on, text } from '../option.ts';
import { RUN_OPTIONS } from '../settings.ts';
import { checkAgents } from './agents.ts';
import { type Check, GROUPS } from './check.ts';
import { checkFolder } from './folder.ts';
import { checkLanguages } from './languages.ts';
import { checkMachine } from './machine.ts';
import { examine } from './red-team/examine.ts';
import { conclusion, type HarnessReport, table } from './red-team/summary.ts';

interface Diagnosis {
  /** Whether evolve can be used. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
  /** What came of trying to fool the fitness command. */
  readonly harness?: HarnessReport;
}

/** Wider lines are hard to read, whatever the terminal has room for. */
const WIDTH = 80;
const INDENT = 20;
/** As long as most versions are. */
const FOUND = 10;

const { files, target, direction, gate, seed, parallel, parallelBench, timeout, memory } = RUN_OPTIONS;
const { repeat, parse, metric, input, prepare, build, dirty } = RUN_OPTIONS;

/** All that says how a run measures. */
const OPTIONS = {
  fitness: text('<fitness>', 'try to fool this command, which prints the score'),
  full: on('--full', 'try to fool the fitness command of evolve.yaml'),
  files,
  target,
  ...{ direction, gate, seed, parallel, parallelBench, timeout, memory, repeat, parse, metric, input, prepare, build },
  ...MEASURING_OPTIONS,
  dirty,
  config: text('--config <file>', 'take settings from this file (default: the nearest evolve.yaml)'),
  useConfig: on('--no-config', 'take no settings from a file'),
} as const;

export const command: Command<typeof OPTIONS, Diagnosis> = {
  details: [
    'Looks at the machine, this folder, the languages and the agents, and says what to do. Changes nothing, spends nothing.',
    'With a fitness command it also tries to fool it: with targets that are empty, fail, exit or forge a score, and with small changes that should make a difference.',
    'Exits with 1 when evolve can’t be used, or when the fitness command rewards a target that does nothing.',
  ].join('\n'),
  examples: ['evolve doctor', 'evolve doctor --json', 'evolve doctor "node bench.js" --files src/packer.js'],
  positional: ['fitness'],
  options: OPTIONS,
  async run({ full, ...given }, context) {
    const asked =
      full === true || given.fitness !== undefined || given.files !== undefined || given.target !== undefined;
    const parts = await Promise.all([checkMachine(), checkFolder(context.cwd), checkLanguages(), checkAgents()]);
    const checks = parts.flat();
    const usable = checks.every(({ status }) => status !== 'fail');
    if (!asked) return { ok: usable, checks };
    const harness = await examine(given, context);
    return { ok: usable && harness.ok, checks, harness };
  },
  text({ ok, checks, harness }, { columns }) {
    if (harness !== undefined) return harnessText(harness, checks, columns);
    const width = Math.min(columns, WIDTH);
    const sections = GROUPS.map((group) => {
      const lines = checks.filter((check) => check.group === group).flatMap((check) => linesOf(check, width));
      return [group, ...lines].join('\n');
    });
    return [...sections, verdict(ok, checks)].join('\n\n');
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
};

/** Of the rest only what keeps evolve from being used. */
function harnessText(harness: HarnessReport, checks: readonly Check[], columns: number): string {
  const width = Math.min(columns, WIDTH);
  const failing = checks.filter(({ status }) => status === 'fail').flatMap((check) => linesOf(check, width));
  const advice = harness.advice.flatMap((line) => {
    const [first = '', ...more] = wrapped(line, width - 2);
    return [`→ ${first}`, ...more.map((rest) => `  ${rest}`)];
  });
  const said = conclusion(harness).flatMap((line) => wrapped(line, width));
  return [
    ...(failing.length === 0 ? [] : [failing.join('\n')]),
    table(harness, columns),
    said.join('\n'),
    ...(advice.length === 0 ? [] : [advice.join('\n')]),
  ].join('\n\n');
}

function linesOf({ status, name, found, advice, use }: Check, width: number): readonly string[] {
  const mark = status === 'absent' ? '-' : status;
  const room = Math.max(20, width - INDENT);
  const beside = use === undefined ? found : `${found.padEnd(FOUND)}  ${use}`;
  const [first = '', ...more] = beside.length <= room ? [beside] : wrapped(beside, room);
  const indent = ' '.repeat(INDENT);
  return [
    `  ${mark.padEnd(4)}  ${name.padEnd(11)} ${first}`,
    ...more.map((line) => indent + line),
    ...(advice === undefined ? [] : wrapped(`→ ${advice}`, room).map((line) => indent + line)),
  ];
}

/** Lines of whole words; a word that is longer than a line is broken. */
export function wrapped(text: string, room: number): readonly string[] {
  const pieces = text.split(/\s+/).flatMap((word) => word.match(new RegExp(`.{1,${room}}`, 'gu')) ?? []);
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + piece.length > room) lines.push(piece);
    else lines[lines.length - 1] = `${last} ${piece}`;
  }
  return lines;
}

function verdict(ok: boolean, checks: readonly Check[]): string {
  const failing = checks.filter(({ status }) => status === 'fail').map(({ name }) => name);
  if (!ok) return `Evolve can't be used yet: see ${failing.join(', ')}.`;
  const warned = checks.filter(({ status }) => status === 'warn').map(({ name }) => name);
  return warned.length === 0 ? 'All is well.' : `Evolve can be used; look at ${warned.join(', ')}.`;
}
