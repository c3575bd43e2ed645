import { UserError } from '../lib/user-error.ts';

/** One named input of a command, described once for every surface: its flag, its type, its help. */
export interface Option<T> {
  readonly flag: string;
  readonly text: string;
  readonly type: 'text' | 'number' | 'integer' | 'switch' | 'list' | 'choice';
  readonly choices?: readonly string[];
  /** The same values as a JSON schema. */
  readonly schema: JsonSchema;
  /**
   * Contract: takes what a surface delivers (text, number, list, true or false) and throws `UserError` on what it isn't,
   * by the name under which it was given; the flag's when absent.
   */
  readonly parse: (raw: unknown, name?: string) => T;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

export type Options = Readonly<Record<string, Option<unknown>>>;

/** What a command gets: every option that was given, under its key. */
export type Given<O extends Options> = { readonly [K in keyof O]?: O[K] extends Option<infer T> ? T : never };

export function parseOptions<O extends Options>(options: O, raw: Readonly<Record<string, unknown>>): Given<O> {
  const given: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(options)) {
    if (raw[key] !== undefined) given[key] = option.parse(raw[key]);
  }
  return given as Given<O>;
}

const TEXT = { type: 'string', minLength: 1 };

export function text(flag: string, description: string): Option<string> {
  const parse = (raw: unknown, name = nameOf(flag)) => filled(name, String(raw));
  return { flag, text: description, type: 'text', schema: TEXT, parse };
}

export function list(flag: string, description: string): Option<readonly string[]> {
  const parse = (raw: unknown, name = nameOf(flag)) =>
    (Array.isArray(raw) ? raw : [raw]).map((one) => filled(name, String(one)));
  return { flag, text: description, type: 'list', schema: { type: 'array', items: TEXT }, parse };
}

export function on(flag: string, description: string): Option<boolean> {
  const parse = (raw: unknown, name = nameOf(flag)): boolean => {
    if (raw === true || raw === 'true') return true;
    if (raw === false || raw === 'false') return false;
    throw new UserError(`${name} takes true or false, not ${JSON.stringify(raw)}.`);
  };
  return { flag, text: description, type: 'switch', schema: { type: 'boolean' }, parse };
}

export function choice<C extends string>(flag: string, description: string, choices: readonly C[]): Option<C> {
  const parse = (raw: unknown, name = nameOf(flag)): C => {
    const found = choices.find((one) => one === raw);
    if (found === undefined) throw new UserError(`${name} takes ${either(choices)}, not ${JSON.stringify(raw)}.`);
    return found;
  };
  return { flag, text: description, type: 'choice', choices, schema: { enum: choices }, parse };
}

export function number(flag: string, description: string, above = Number.NEGATIVE_INFINITY): Option<number> {
  const parse = (raw: unknown, name = nameOf(flag)): number => {
    const value = numberOf(raw);
    if (!Number.isFinite(value)) throw new UserError(`${name} takes a number, not ${JSON.stringify(raw)}.`);
    if (value <= above) throw new UserError(`${name} must be more than ${above}.`);
    return value;
  };
  const schema = { type: 'number', ...(Number.isFinite(above) ? { exclusiveMinimum: above } : {}) };
  return { flag, text: description, type: 'number', schema, parse };
}

export function integer(flag: string, description: string, least: number, why = ''): Option<number> {
  const parse = (raw: unknown, name = nameOf(flag)): number => {
    const value = numberOf(raw);
    if (!Number.isSafeInteger(value)) throw new UserError(`${name} takes a whole number, not ${JSON.stringify(raw)}.`);
    if (value < least) throw new UserError(`${name} must be at least ${least}${why}.`);
    return value;
  };
  return { flag, text: description, type: 'integer', schema: { type: 'integer', minimum: least }, parse };
}

/** A share of all: 0.1 or 10 %. */
export function share(flag: string, description: string): Option<number> {
  const parse = (raw: unknown, name = nameOf(flag)): number => {
    const text = String(raw).trim();
    const value = text.endsWith('%') ? numberOf(text.slice(0, -1)) / 100 : numberOf(raw);
    if (!(value >= 0 && value < 1))
      throw new UserError(
        `${name} takes a share from 0 to less than 1 such as 0.1 or 10%, not ${JSON.stringify(raw)}.`,
      );
    return value;
  };
  const schema = { type: ['number', 'string'], minimum: 0, exclusiveMaximum: 1, pattern: SHARE.source };
  return { flag, text: description, type: 'text', schema, parse };
}

const SHARE = /^\d+(?:\.\d+)?\s*%$/;
const DURATION = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/;

/** A length of time such as 90, 90s, 5m or 1h; a bare number is in seconds. */
export function duration(flag: string, description: string): Option<number> {
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const parse = (raw: unknown, name = nameOf(flag)): number => {
    const found = DURATION.exec(String(raw).trim());
    const ms = Number(found?.[1]) * (units[found?.[2] ?? 's'] ?? 1000);
    if (!(ms > 0))
      throw new UserError(`${name} takes a length of time such as 90s, 5m or 1h, not ${JSON.stringify(raw)}.`);
    return ms;
  };
  return { flag, text: description, type: 'text', schema: quantity(DURATION), parse };
}

const SIZE = /^(\d+(?:\.\d+)?)\s*([mMgG])?[bB]?$/;

/** A size such as 512, 512M or 4G; a bare number is in megabytes. */
export function megabytes(flag: string, description: string): Option<number> {
  const units: Record<string, number> = { m: 1, g: 1024 };
  const parse = (raw: unknown, name = nameOf(flag)): number => {
    const found = SIZE.exec(String(raw).trim());
    const size = Number(found?.[1]) * (units[found?.[2]?.toLowerCase() ?? 'm'] ?? 1);
    if (!(size > 0)) throw new UserError(`${name} takes a size such as 512M or 4G, not ${JSON.stringify(raw)}.`);
    return size;
  };
  return { flag, text: description, type: 'text', schema: quantity(SIZE), parse };
}

/** A bare number, or a text with a unit. */
const quantity = (pattern: RegExp): JsonSchema => ({
  type: ['number', 'string'],
  exclusiveMinimum: 0,
  pattern: pattern.source,
});

const either = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' or $1');

const numberOf = (raw: unknown): number => (typeof raw === 'number' ? raw : Number(String(raw).trim() || Number.NaN));

function filled(name: string, value: string): string {
  if (value.trim() === '') throw new UserError(`${name} is empty.`);
  return value;
}

/** The name that people know a flag by: `-k` of `-k, --k <n>`, `--files` of `--files <glob...>`. */
function nameOf(flag: string): string {
  return flag.split(/[ ,]/)[0] ?? flag;
}
