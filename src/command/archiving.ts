import { AXES, cellsOf, MOST_CELLS, SCORE } from '../archive/archive.ts';
import type { Axis, Fixed, Objective, Preset } from '../domain/config.ts';
import { UserError } from '../lib/user-error.ts';
import { type Given, list, type Option } from './option.ts';

/** What `grid` and `pareto` go by. */
export const ARCHIVING_OPTIONS = {
  grid: parsed(
    list(
      '--grid <axes>',
      'keep the best of every kind: metrics of the benchmark, size or complexity, as name[:least..most][/bins] with commas between (default of --strategy grid: size,complexity)',
    ),
    axesOf,
  ),
  objective: parsed(
    list(
      '--objective <names>',
      'keep what is best in some way: metrics that count beside the score, as name:min or name:max with commas between',
    ),
    objectivesOf,
  ),
} as const;

type Archiving = Given<typeof ARCHIVING_OPTIONS> & { readonly strategy?: Preset };

/** Flags that say which strategy is meant. */
export const IMPLIED = { grid: '--grid', objective: '--objective' } as const;

export function archivingOf({ strategy, grid, objective }: Archiving): Pick<Fixed, 'grid' | 'objectives'> {
  return {
    ...(objective === undefined ? {} : { objectives: objective }),
    ...(strategy === 'grid' || grid !== undefined ? { grid: grid ?? AXES } : {}),
  };
}

function parsed<T>(option: Option<readonly string[]>, read: (parts: readonly string[], name: string) => T): Option<T> {
  const parse = (raw: unknown, name = option.flag.split(' ')[0] ?? option.flag): T => {
    const parts = option.parse(raw, name).flatMap((text) => text.split(',').map((part) => part.trim()));
    return read(
      parts.filter((part) => part !== ''),
      name,
    );
  };
  return { ...option, parse };
}

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?`;
const AXIS = new RegExp(String.raw`^([^\s:/]+)(?::(${NUMBER})\.\.(${NUMBER}))?(?:/(\d+))?$`);
/** An odd number has the seed in the middle. */
const BINS = { byRatio: 9, between: 10 };

function axesOf(parts: readonly string[], name: string): readonly Axis[] {
  const axes = parts.map((part) => axisOf(part, name));
  refuseTwice(axes, name);
  if (axes.length === 0) throw new UserError(`${name} is empty. Write it as size,latency:0..100/10.`);
  const cells = cellsOf(axes);
  if (cells > MOST_CELLS)
    throw new UserError(
      `${name} has ${cells} cells, and at most ${MOST_CELLS} are kept. Give its axes fewer bins, such as ${axes[0]?.metric}/5.`,
    );
  return axes;
}

function axisOf(part: string, name: string): Axis {
  const [, metric, low, high, count] = AXIS.exec(part) ?? [];
  if (metric === undefined)
    throw new UserError(`${name}: ${JSON.stringify(part)} is no axis. Write it as size, size/5 or latency:0..100/10.`);
  const bounded = low !== undefined && high !== undefined;
  const bins = count === undefined ? (bounded ? BINS.between : BINS.byRatio) : Number(count);
  if (bins < 2) throw new UserError(`${name}: ${metric} needs at least 2 bins.`);
  if (!bounded) return { metric, bins };
  const [least, most] = [Number(low), Number(high)];
  if (![least, most].every(Number.isFinite)) throw new UserError(`${name}: the bounds of ${metric} are too large.`);
  if (!(least < most)) throw new UserError(`${name}: the bounds of ${metric} must rise, and ${low}..${high} does not.`);
  return { metric, bins, least, most };
}

/** More would make nearly everything a compromise that nobody beats. */
const MOST_OBJECTIVES = 8;

function objectivesOf(parts: readonly string[], name: string): readonly Objective[] {
  const objectives = parts.map((part): Objective => {
    const [, metric, direction = 'max'] = /^([^\s:]+)(?::(max|min))?$/.exec(part) ?? [];
    if (metric === undefined)
      throw new UserError(`${name}: ${JSON.stringify(part)} is no objective. Write it as latency:min,size:min.`);
    return { metric, direction: direction === 'min' ? 'min' : 'max' };
  });
  refuseTwice(objectives, name);
  if (objectives.every(({ metric }) => metric === SCORE))
    throw new UserError(`${name} needs a metric beside the score, such as size:min.`);
  if (objectives.length > MOST_OBJECTIVES)
    throw new UserError(`${name} has ${objectives.length} objectives, and at most ${MOST_OBJECTIVES} make sense.`);
  return objectives;
}

function refuseTwice(all: readonly { readonly metric: string }[], name: string): void {
  const twice = all.find(({ metric }, index) => all.findIndex((other) => other.metric === metric) !== index);
  if (twice !== undefined) throw new UserError(`${name} names ${twice.metric} twice.`);
}
