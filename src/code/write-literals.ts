import type { Literal } from './literals.ts';

/**
 * The text with new values in place of the literals' own. A literal whose value stays keeps its text, base and
 * separators included; others are written in decimal, with the suffix that they had. A whole number is rounded and
 * stays whole, and what the type can't hold is written as the nearest that it can.
 * Contract: the result parses as before, and finds the same count of literals with the values written.
 */
export function writeLiterals(text: string, literals: readonly Literal[], values: readonly number[]): string {
  if (values.length !== literals.length) throw new Error(`${values.length} values for ${literals.length} numbers`);
  let written = '';
  let at = 0;
  for (const [i, literal] of literals.entries()) {
    if (text.slice(literal.start, literal.end) !== literal.text)
      throw new Error('the numbers are those of another text');
    written += text.slice(at, literal.start) + replacement(text, literal, values[i] ?? literal.value);
    at = literal.end;
  }
  return written + text.slice(at);
}

function replacement(text: string, literal: Literal, value: number): string {
  if (!Number.isFinite(value)) throw new Error(`${value} can't be written as a number`);
  const settled = settledIn(literal, value);
  if (settled === literal.value) return literal.text;
  const digits = literal.integer ? String(Math.abs(settled)) : fraction(Math.abs(settled));
  const magnitude = digits + (literal.suffix ?? '');
  // `5if` is read as two words by some, `5else` as none by others.
  const after = /^[\p{ID_Continue}$]/u.test(text.slice(literal.end, literal.end + 2)) ? ' ' : '';
  const before = text.slice(Math.max(0, literal.start - 2), literal.start);
  if (settled >= 0) {
    // `return-5` and `return.5` need no space, `return5` is a name.
    return (/[\p{ID_Continue}$]$/u.test(before) ? ` ${magnitude}` : magnitude) + after;
  }
  if (/^[-+]/.test(literal.text)) return `-${magnitude}${after}`;
  if (!takesSign(text, literal)) return `(-${magnitude})${after}`;
  // `<-` is an operator of its own in some languages.
  return `${before.endsWith('<') ? ' ' : ''}-${magnitude}${after}`;
}

function settledIn({ integer, least, most, grain = 0 }: Literal, value: number): number {
  const nearest = Math.max(least ?? -Number.MAX_VALUE, Math.min(value, most ?? Number.MAX_VALUE));
  if (Math.abs(nearest) < grain) return 0;
  return integer ? whole(nearest) : nearest;
}

/** Beyond these not every whole number exists. */
function whole(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.round(value), Number.MAX_SAFE_INTEGER));
}

/** Six digits where that is the same but for the last bits, all of them otherwise; always with the mark of a fraction. */
function fraction(value: number): string {
  const short = Number(value.toPrecision(6));
  const text = String(Math.abs(short - value) <= value * 1e-9 ? short : value);
  return /[.]|e-/.test(text) ? text : text.replace(/^\d+/, '$&.0');
}

/** After these, and before anything but a power (or a comment that may hide one), a sign needs no parentheses. */
function takesSign(text: string, { start, end }: Literal): boolean {
  const power = /\s*[*/]/y;
  power.lastIndex = end;
  return /(?:[=([,:?{<>]|\breturn)[ \t]*$/.test(text.slice(Math.max(0, start - 40), start)) && !power.test(text);
}
