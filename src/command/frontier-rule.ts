import { EXPERIMENTING, type FrontierRule } from '../domain/config.ts';
import { nearest } from '../lib/nearest.ts';
import { UserError } from '../lib/user-error.ts';

export type FrontierKind = FrontierRule['kind'];

interface Range {
  readonly least: number;
  readonly most: number;
  readonly whole?: true;
  readonly default: number;
}

const K: Range = { least: 1, most: 50, whole: true, default: 5 };

/** What each rule can be given, within which bounds. */
export const PARAMETERS = {
  argmax: {},
  'top-k': { k: K },
  'epsilon-greedy': { epsilon: { least: 0, most: 1, default: 0.1 } },
  softmax: { temperature: { least: 0.01, most: 10, default: 0.5 }, k: K },
  'pareto-per-task': { k: K, floor: { least: 0, most: 1, default: 0 } },
} as const satisfies Readonly<Record<FrontierKind, Readonly<Record<string, Range>>>>;

export const FRONTIER_KINDS: readonly FrontierKind[] = [
  'argmax',
  'top-k',
  'epsilon-greedy',
  'softmax',
  'pareto-per-task',
];

/** The rule of a kind with the parameters that a JSON object gives. Throws `UserError` on one that it has not, or out of bounds. */
export function frontierRule(kind: FrontierKind, params: string | undefined, name = '--frontier-params'): FrontierRule {
  const given = parsed(params, name);
  const names = Object.keys(PARAMETERS[kind]);
  for (const key of Object.keys(given)) {
    if (names.includes(key)) continue;
    const meant = nearest(key, names);
    const there = names.length === 0 ? 'It takes none.' : `It takes ${names.join(' and ')}.`;
    throw new UserError(
      `${name}: ${kind} has no ${JSON.stringify(key)}. ${meant === undefined ? there : `Did you mean ${meant}?`}`,
    );
  }
  const within = (key: string, range: Range): number => {
    const value = given[key] ?? range.default;
    const fits = typeof value === 'number' && value >= range.least && value <= range.most;
    if (fits && (range.whole !== true || Number.isInteger(value))) return value;
    throw new UserError(
      `${name}: ${key} of ${kind} is a ${range.whole === true ? 'whole ' : ''}number from ${range.least} to ${range.most}, not ${JSON.stringify(value)}.`,
    );
  };
  switch (kind) {
    case 'argmax':
      return { kind };
    case 'top-k':
      return { kind, k: within('k', PARAMETERS[kind].k) };
    case 'epsilon-greedy':
      return { kind, epsilon: within('epsilon', PARAMETERS[kind].epsilon) };
    case 'softmax': {
      const { temperature, k } = PARAMETERS[kind];
      return { kind, temperature: within('temperature', temperature), k: within('k', k) };
    }
    case 'pareto-per-task': {
      const { k, floor } = PARAMETERS[kind];
      return { kind, k: within('k', k), floor: within('floor', floor) };
    }
  }
}

/** The parameters of a kind as nobody has changed them. */
export function usualParams(kind: FrontierKind): string {
  const { kind: _kind, ...params } = frontierRule(kind, undefined);
  return JSON.stringify(params);
}

/** The rule that is asked for over the one before; parameters alone keep the kind. */
export function frontierOf(
  { frontier, frontierParams }: { readonly frontier?: FrontierKind; readonly frontierParams?: string },
  before: FrontierRule = EXPERIMENTING.frontier,
  name = '--frontier-params',
): FrontierRule {
  if (frontier === undefined && frontierParams === undefined) return before;
  const kind = frontier ?? before.kind;
  const { kind: _kind, ...kept } = before;
  const earlier = kind === before.kind ? kept : {};
  const given = parsed(frontierParams, name);
  return frontierRule(kind, JSON.stringify({ ...earlier, ...given }), name);
}

/** By the names that evo has for them, too. */
const known = (params: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name === 'task_floor' ? 'floor' : name, value]));

function parsed(params: string | undefined, name: string): Readonly<Record<string, unknown>> {
  if (params === undefined) return {};
  try {
    const value: unknown = JSON.parse(params);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return known(value);
  } catch {}
  throw new UserError(`${name} takes a JSON object such as {"k": 3}, not ${JSON.stringify(params)}.`);
}
