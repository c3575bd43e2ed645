import type { Channel } from '../domain/evaluation.ts';

/** What a benchmark left behind: its output and, if it wrote one, its result file. */
export interface Output {
  readonly stdout: string;
  readonly file?: string;
}

export interface ReportOptions {
  readonly parse: 'auto' | 'last-number';
  readonly metric?: string;
  /** The channel that the seed used: then the only one that is read. */
  readonly channel?: Channel;
}

export type Report =
  | {
      readonly kind: 'score';
      readonly channel: Channel;
      readonly score: number;
      readonly metrics: Readonly<Record<string, number>>;
      readonly tasks?: Readonly<Record<string, number>>;
      readonly taskDirections?: Readonly<Record<string, 'max' | 'min'>>;
      readonly feedback?: string;
    }
  | { readonly kind: 'none'; readonly reason: string };

const ORDER: readonly Exclude<Channel, 'judge'>[] = ['file', 'json', 'number', 'metric', 'last-number'];
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const ANY_NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const METRIC = /^METRIC\s+(\S+?)\s*=\s*(\S+)\s*$/;

/** Reads the score by the first channel that is present. Contract: a score is always finite. */
export function readReport(output: Output, options: ReportOptions): Report {
  const named: readonly Channel[] = ['file', 'json', 'metric'];
  const allowed = ORDER.filter(
    (channel) =>
      (channel !== 'last-number' || options.parse === 'last-number') &&
      (options.metric === undefined || named.includes(channel)),
  );
  const { channel: only } = options;
  const channels = only === undefined || only === 'judge' ? allowed : [only];
  for (const channel of channels) {
    const report = readers[channel](output, options);
    if (report !== undefined) return report;
  }
  return { kind: 'none', reason: missing(output, options) };
}

const readers: Record<Exclude<Channel, 'judge'>, (output: Output, options: ReportOptions) => Report | undefined> = {
  file(output, options) {
    if (output.file === undefined) return undefined;
    // Whoever claims the file first and is killed before the result is in it leaves it so: stdout is no substitute.
    if (output.file.trim() === '') return none('left its result file empty: it ended before its result was written');
    const value = parseObject(output.file);
    return value === undefined
      ? none('wrote a result file that is not a JSON object')
      : fromObject('file', value, options);
  },
  json(output, options) {
    const value = parseObject(lastLine(output.stdout)) ?? parseObject(lastBlock(output.stdout));
    return value === undefined ? undefined : fromObject('json', value, options);
  },
  number(output) {
    const line = lastLine(output.stdout);
    return NUMBER.test(line) ? scored('number', Number(line), {}) : undefined;
  },
  metric(output, options) {
    const metrics: Record<string, number> = {};
    for (const line of output.stdout.split('\n')) {
      const found = METRIC.exec(line);
      if (found?.[1] !== undefined) metrics[found[1]] = Number(found[2]);
    }
    const names = Object.keys(metrics);
    if (names.length === 0) return undefined;
    const name = options.metric ?? (names.includes('score') ? 'score' : names.length === 1 ? names[0] : undefined);
    if (name === undefined) return none(`printed several metrics (${names.join(', ')}): name one with --metric`);
    const score = metrics[name];
    return score === undefined ? none(`printed no metric ${name}`) : scored('metric', score, finite(metrics));
  },
  'last-number'(output) {
    const last = output.stdout.match(ANY_NUMBER)?.at(-1);
    return last === undefined ? undefined : scored('last-number', Number(last), {});
  },
};

function fromObject(channel: Channel, value: Readonly<Record<string, unknown>>, options: ReportOptions): Report {
  const metrics = isRecord(value.metrics) ? finite(value.metrics) : {};
  const found =
    options.metric === undefined
      ? (value.score ?? value.combined_score)
      : (value[options.metric] ?? metrics[options.metric]);
  if (typeof found !== 'number') return none(withoutScore(value, options.metric ?? 'score'));
  const tasks = isRecord(value.tasks) ? { tasks: finite(value.tasks) } : {};
  const feedback = typeof value.feedback === 'string' ? { feedback: value.feedback.slice(0, 4000) } : {};
  const report = scored(channel, found, metrics);
  return report.kind === 'none' ? report : { ...report, ...tasks, ...directions(value), ...feedback };
}

function withoutScore(value: Readonly<Record<string, unknown>>, name: string): string {
  const known = value[name];
  // JSON has no NaN and no Infinity: most programs write null for them.
  if (known === null)
    return `printed a JSON object whose "${name}" is null, which is no number (NaN becomes null in JSON)`;
  if (known !== undefined) return `printed a JSON object whose "${name}" is a ${typeof known} and no number`;
  return `printed a JSON object without the number "${name}" (it has: ${Object.keys(value).join(', ') || 'nothing'})`;
}

/** Of `tasks_meta`, what says which way a task is better: as a word, or under `direction`. */
function directions({ tasks_meta: meta }: Readonly<Record<string, unknown>>): {
  taskDirections?: Record<string, 'max' | 'min'>;
} {
  if (!isRecord(meta)) return {};
  const found = Object.entries(meta).flatMap(([task, said]): [string, 'max' | 'min'][] => {
    const way = isRecord(said) ? said.direction : said;
    return way === 'max' || way === 'min' ? [[task, way]] : [];
  });
  return found.length === 0 ? {} : { taskDirections: Object.fromEntries(found) };
}

function scored(channel: Channel, score: number, metrics: Readonly<Record<string, number>>): Report {
  if (!Number.isFinite(score)) return none(`printed the score ${score}, which is not finite`);
  // Plus zero: JSON knows no −0, so a kept score must not be one.
  return { kind: 'score', channel, score: score + 0, metrics };
}

function missing(output: Output, options: ReportOptions): string {
  const line = lastLine(output.stdout);
  if (options.channel === 'file') return 'wrote no result file, as the seed did';
  if (line === '') return 'printed no number (stdout is empty)';
  if (options.metric !== undefined && options.channel === undefined)
    return `printed no metric ${options.metric}: the last line of stdout is ${quote(line)}`;
  if (options.channel !== undefined && options.channel !== 'number')
    return `did not report as the seed did (${options.channel}); its last line is ${quote(line)}`;
  return `printed no number: the last line of stdout is ${quote(line)}`;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  for (const json of [text, text.replace(NO_JSON, (found) => (found.startsWith('"') ? found : 'null'))]) {
    try {
      const value: unknown = JSON.parse(json);
      return isRecord(value) ? value : undefined;
    } catch {
      // The other way, or none.
    }
  }
  return undefined;
}

/** What Python writes for numbers that JSON doesn't have; strings are found first, to be left alone. */
const NO_JSON = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** An object over several lines at the end of a text: it begins at the start of a line, and nothing within it does. */
function lastBlock(text: string): string {
  const end = text.trimEnd();
  return end.endsWith('}') ? end.slice(`\n${end}`.lastIndexOf('\n{')) : '';
}

function finite(values: Readonly<Record<string, unknown>>): Record<string, number> {
  const kept = Object.entries(values).filter((pair): pair is [string, number] => Number.isFinite(pair[1]));
  return Object.fromEntries(kept);
}

function lastLine(text: string): string {
  const end = text.trimEnd();
  return end.slice(end.lastIndexOf('\n') + 1).trim();
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const none = (reason: string): Report => ({ kind: 'none', reason });
const quote = (line: string): string => JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
