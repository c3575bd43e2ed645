/** What the text of a number says. */
export interface Reading {
  readonly value: number;
  /** Written as a whole number: no point, and no fraction. */
  readonly integer: boolean;
  /** What stays behind the digits: the type, where the language has it there. */
  readonly suffix?: string;
  /** What the type can hold, where the text tells. */
  readonly least?: number;
  readonly most?: number;
  /** Smaller magnitudes are zero in this type, and some compilers refuse them. */
  readonly grain?: number;
}

export type Range = Pick<Reading, 'least' | 'most' | 'grain'>;

interface Form {
  /** Between digits. */
  readonly separator?: RegExp;
  /** Whether 017 is 15. */
  readonly octal?: boolean;
  /** By suffix, in small letters; a number with any other suffix has no place in a search. */
  readonly whole: ReadonlyMap<string, (value: number) => Range>;
  readonly fraction: ReadonlyMap<string, (value: number) => Range>;
}

const PARTS =
  /^([-+]?)(0x[\da-f]*\.?[\da-f]*p[-+]?\d+|0x[\da-f]+|0b[01]+|0o[0-7]+|\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)(\w*)$/i;

/** Reads the numbers of a language that tells whole numbers and fractions apart. */
export function readerOf({ separator, octal = false, whole, fraction }: Form): (text: string) => Reading | undefined {
  return (text) => {
    const parts = PARTS.exec(separator === undefined ? text : text.replace(separator, ''));
    if (parts === null) return undefined;
    const [, sign = '', digits = '', suffix = ''] = parts;
    const kind = suffix.toLowerCase();
    const based = /^0[xbo]/i.test(digits);
    const broken = based ? /p/i.test(digits) : /[.e]/i.test(digits);
    const integer = !broken && whole.has(kind);
    const range = (integer ? whole : fraction).get(kind);
    if (range === undefined || (based && !broken && !integer)) return undefined;
    const magnitude = magnitudeOf(digits, octal && integer);
    if (integer ? !Number.isSafeInteger(magnitude) : !Number.isFinite(magnitude)) return undefined;
    const value = sign === '-' ? -magnitude : magnitude;
    const limits = range(value);
    if (value < (limits.least ?? value) || value > (limits.most ?? value)) return undefined;
    return { value, integer, ...(suffix !== '' && { suffix }), ...limits };
  };
}

function magnitudeOf(digits: string, octal: boolean): number {
  if (octal && /^0\d+$/.test(digits)) return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
  const [, before, after = '', power] = /^0x([\da-f]*)\.?([\da-f]*)p([-+]?\d+)$/i.exec(digits) ?? [];
  if (before === undefined) return Number(digits);
  return Number.parseInt(before + after, 16) * 2 ** (Number(power) - 4 * after.length);
}

const SAFE = Number.MAX_SAFE_INTEGER;
const INT = 2 ** 31 - 1;

export const unlimited = (): Range => ({});

/**
 * A type of so many bits, as far as a double can count. Without the one value that has no opposite: behind another
 * minus it doesn't fit.
 */
export function bits(count: number, signed: boolean): () => Range {
  const most = Math.min(2 ** (signed ? count - 1 : count) - 1, SAFE);
  return () => ({ least: signed ? -most : 0, most });
}

const int = bits(32, true);
const long = bits(64, true);

/** Where only the rest of the program tells the type: what fits the usual one keeps fitting it. */
export const usualInt = (value: number): Range => (Math.abs(value) <= INT ? int() : long());
export const usualUnsigned = (value: number): Range => bits(value < 2 ** 32 ? 32 : 64, false)();

const FLOAT = 3.4028234663852886e38;

/** Single precision. */
export const float = (): Range => ({ least: -FLOAT, most: FLOAT, grain: 1.401298464324817e-45 });
export const usualFloat = (value: number): Range => (Math.abs(value) <= FLOAT ? { least: -FLOAT, most: FLOAT } : {});
