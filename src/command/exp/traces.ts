import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { redactedData } from '../../lib/secrets.ts';
import { UserError } from '../../lib/user-error.ts';
import { harmless, plain } from '../../lib/width.ts';
import { integer, text } from '../option.ts';
import { secretsAtHand } from '../secrets.ts';
import { experimentOf, ofExperiment } from './document.ts';
import { attemptFolder } from './folders.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'the experiment'),
  task: text('[task]', 'only of this task'),
  attempt: integer('--attempt <n>', 'of this attempt (default: the newest)', 1),
} as const;

interface Traces {
  readonly experiment: string;
  readonly attempt: number;
  readonly folder: string;
  /** By file. What can't be read says why. */
  readonly traces: Readonly<Record<string, unknown>>;
  /** Files that there was no room for. */
  readonly left: readonly string[];
}

/** One larger file is named and not read; all of them together have so much room. */
const LARGEST = 2_000_000;
const ROOM = 16_000_000;
const TRACE = /^task_.+\.json$/;

export const command = experimentVerb<typeof OPTIONS, Traces>({
  details: 'While an attempt goes on it has the traces so far.',
  examples: [
    'evolve exp traces exp_0003',
    'evolve exp traces exp_0003 parse-7',
    'evolve exp traces exp_0003 --attempt 1 --json',
  ],
  positional: ['id', 'task'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  run(lab, input) {
    const entry = experimentOf(lab, input.id);
    const { id } = entry.proposal;
    // What the root left when the run began counts as its first.
    const newest = Math.max(ofExperiment(entry).attempt, entry.proposal.operator === 'seed' ? 1 : 0);
    const attempt = input.attempt ?? newest;
    if (attempt > newest)
      throw new UserError(`${id} has no attempt ${attempt}. The newest is ${newest}: see evolve exp show ${id}`);
    const folder = join(attemptFolder(lab.stateDir, lab.run.id, id, attempt), 'traces');
    const names = tracesIn(folder);
    const chosen = input.task === undefined ? names : names.filter((name) => isOf(name, input.task));
    if (input.task !== undefined && chosen.length === 0)
      throw new UserError(`${id} has no trace of task ${input.task} in attempt ${attempt}. ${known(names)}`);
    // Those of an attempt that goes on, or was killed, are as the benchmark wrote them.
    const read = redactedData(readAll(folder, chosen), secretsAtHand(lab.root, lab.run.config));
    return { experiment: id, attempt, folder: relative(lab.root, folder), ...read };
  },
  text({ experiment, attempt, folder, traces, left }) {
    const files = Object.entries(traces);
    const [only] = files;
    if (only === undefined)
      return attempt === 0
        ? `${experiment} was not measured yet: evolve exp eval ${experiment}`
        : `${experiment} has no traces in attempt ${attempt}: benchmarks write them to EVOLVE_TRACES_DIR.`;
    if (files.length === 1 && left.length === 0) return harmless(JSON.stringify(only[1], null, 2));
    const more = left.length === 0 ? [] : [`… ${left.length} more in ${folder}`];
    return [
      ...files.map(([name, trace]) => lineOf(name, trace)),
      ...more,
      `One of them: evolve exp traces ${experiment} TASK`,
    ].join('\n');
  },
});

/** Plain files alone: what a benchmark leaves there is not trusted. */
function tracesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((file) => file.isFile() && TRACE.test(file.name))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

const taskOf = (name: string): string => name.slice('task_'.length, -'.json'.length);
const isOf = (name: string, task: string | undefined): boolean => taskOf(name) === task || name === task;

const SAID = 10;

const known = (names: readonly string[]): string =>
  names.length === 0
    ? 'There are no traces.'
    : `There are: ${names.slice(0, SAID).map(taskOf).map(plain).join(', ')}${names.length > SAID ? ' …' : ''}`;

function readAll(folder: string, names: readonly string[]): Pick<Traces, 'traces' | 'left'> {
  const traces: Record<string, unknown> = {};
  const left: string[] = [];
  let room = ROOM;
  for (const name of names) {
    const path = join(folder, name);
    const size = lstatSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) continue;
    if (size > LARGEST) traces[name] = { unread: `${formatBytes(size)} is too large: read ${path}` };
    else if (size > room) left.push(name);
    else {
      room -= size;
      traces[name] = readTrace(path);
    }
  }
  return { traces, left };
}

const HEAD = 2000;

function readTrace(path: string): unknown {
  let content = '';
  try {
    content = readFileSync(path, 'utf8');
    return JSON.parse(content);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { unread: `not JSON, perhaps not all written yet: ${why}`, beginning: content.slice(0, HEAD) };
  }
}

function lineOf(name: string, trace: unknown): string {
  const facts = typeof trace === 'object' && trace !== null ? trace : {};
  const score = 'score' in facts && typeof facts.score === 'number' ? `  ${formatNumber(facts.score)}` : '';
  const told = 'unread' in facts ? facts.unread : 'summary' in facts ? facts.summary : undefined;
  return `${plain(taskOf(name))}${score}${typeof told === 'string' ? `  ${plain(told)}` : ''}`;
}
