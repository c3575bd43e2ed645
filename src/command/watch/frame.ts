import { bar, formatDuration, formatNumber, formatPercent, formatScore, plural, sparkline } from '../../lib/format.ts';
import type { Style } from '../../lib/style.ts';
import { cut, padEnd, padStart, plain, widthOf } from '../../lib/width.ts';

/** All that a live view shows. */
export interface LiveFacts {
  readonly run: string;
  readonly strategy: string;
  /** Where the run stands, the most important first. */
  readonly where: readonly string[];
  readonly elapsedMs: number;
  readonly best: { readonly id: string; readonly score: number | null; readonly percent: number | null };
  /** The bests so far, oldest first. */
  readonly history: readonly number[];
  /** `of` is absent where nothing of the kind ends the run. */
  readonly progress: {
    readonly done: number;
    readonly of?: number;
    readonly unit: 'candidate' | 'evaluation' | 'iteration' | 'cycle';
  };
  readonly invalid: number;
  readonly dropped: number;
  /** By the pace so far; absent while there is none. */
  readonly leftMs?: number;
  readonly evaluationsLeft?: number;
  readonly minutesLeft?: number;
  /** What agents have cost so far. */
  readonly cost?: string;
  readonly lanes: readonly LaneFacts[];
  /** What is done beside the lanes. */
  readonly notes: readonly string[];
}

export interface LaneFacts {
  readonly id: string;
  readonly doing: 'making' | 'mending' | 'measuring' | 'auditing';
  readonly forMs: number;
  readonly made: string;
  readonly parents: readonly string[];
}

const BAR = 24;
const NARROW_BAR = 10;
/** A sparkline of more generations says no more. */
const SPARK = 60;

/** The lines of a live view. Contract: none is as wide as `columns`, so that no terminal wraps. */
export function frameOf(facts: LiveFacts, columns: number, style: Style): readonly string[] {
  const room = Math.max(1, columns - 1);
  const { lanes } = facts;
  const widest = (pick: (lane: LaneFacts) => string) => Math.max(0, ...lanes.map((lane) => widthOf(pick(lane))));
  const [ids, times] = [widest(({ id }) => id), widest(({ forMs }) => coarse(forMs))];
  const lines = [
    style.dim('─'.repeat(Math.min(room, 200))),
    head(facts, room, style),
    best(facts, room, style),
    progress(facts, room),
    ...budget(facts),
    ...lanes.map(({ id, doing, forMs, made, parents }) => {
      const [name, time] = [padEnd(id, ids), padStart(coarse(forMs), times)];
      return `  ${name}  ${doing.padEnd(9)}  ${time}  ${style.dim(`${plain(made)} of ${parents.join(', ')}`)}`;
    }),
    ...facts.notes.map((note) => `  ${note}`),
  ];
  return lines.map((line) => cut(line, room));
}

/** The parts that fit, the first of them in any case. */
function joined(parts: readonly string[], room: number): string {
  return parts.reduce((line, part) => {
    const longer = line === '' ? part : `${line} · ${part}`;
    return line === '' || widthOf(longer) <= room ? longer : line;
  }, '');
}

function head({ run, strategy, where, elapsedMs }: LiveFacts, room: number, style: Style): string {
  const name = `run ${run}`;
  const rest = [...where, coarse(elapsedMs)];
  const whole = joined([name, strategy, ...rest], Number.POSITIVE_INFINITY);
  const line = widthOf(whole) <= room ? whole : joined([name, ...rest], room);
  return style.bold(line);
}

function best({ best: { id, score, percent }, history }: LiveFacts, room: number, style: Style): string {
  const gained = percent === null ? '' : formatPercent(percent);
  const gain = percent !== null && percent > 0 ? style.good(gained) : gained;
  const line = ['best', id, formatScore(score), gain].filter((part) => part !== '').join('  ');
  const spark = sparkline(history, Math.min(SPARK, room - widthOf(line) - 2));
  return spark === '' ? line : `${line}  ${spark}`;
}

function progress({ progress: { done, of, unit }, invalid, dropped, leftMs }: LiveFacts, room: number): string {
  const parts = [of === undefined ? plural(done, unit) : `${formatNumber(done)}/${formatNumber(of)} ${unit}s`];
  if (leftMs !== undefined) parts.push(`about ${roughly(leftMs)} left at most`);
  if (invalid > 0) parts.push(`${invalid} invalid`);
  if (dropped > 0) parts.push(`${dropped} dropped`);
  if (of === undefined) return joined(parts, room);
  const width = room < 60 ? NARROW_BAR : BAR;
  return `${bar(of === 0 ? 1 : done / of, width)}  ${joined(parts, room - width - 2)}`;
}

function budget({ evaluationsLeft, minutesLeft, cost }: LiveFacts): readonly string[] {
  const parts: string[] = [];
  if (evaluationsLeft !== undefined) parts.push(plural(evaluationsLeft, 'evaluation'));
  if (minutesLeft !== undefined) parts.push(coarse(minutesLeft * 60_000));
  const left = parts.length === 0 ? [] : [`budget left: ${parts.join(' · ')}`];
  return cost === undefined ? left : [...left, `agents: ${cost}`];
}

/** To the second: what is redrawn more often than it says something new only flickers. */
const coarse = (ms: number): string => (ms < 60_000 ? `${Math.floor(ms / 1000)} s` : formatDuration(ms));

/** As exact as an estimate is. */
function roughly(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 90) return `${Math.max(5, Math.round(seconds / 5) * 5)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = seconds / 3600;
  return hours < 36 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`;
}
