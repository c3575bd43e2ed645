import { named } from '../domain/author.ts';
import type { RunFacts, View } from '../domain/view.ts';
import { formatCount, formatNumber, formatUsd, table } from '../lib/format.ts';
import { plain } from '../lib/width.ts';
import { type AuthorFacts, authorFacts } from '../strategy/strategy.ts';

/** How the authors of a run share the work, and why. */
export interface Authors {
  /** What they are compared by. */
  readonly unit: 'usd' | 'tokens' | 'calls';
  readonly authors: readonly AuthorRow[];
  /** Who has most of the next turns, and what speaks for it. */
  readonly why: string;
}

export interface AuthorRow extends Omit<AuthorFacts, 'attempts' | 'lately' | 'cost'> {
  /** Of the whole run, plain samples and repairs included. */
  readonly calls: number;
  readonly tokens: number;
  /** 0 where no price is known. */
  readonly usd: number;
  /** By how much the best score has moved for each dollar, million tokens or call; null where nothing was spent. */
  readonly gainPerCost: number | null;
}

/** undefined where there is one author, or the choice does not follow what they bring. */
export function authorsOf(view: View, { config, spending }: RunFacts): Authors | undefined {
  if (config.adjustable.operator !== 'agent' || config.identity.strategy === 'generations') return undefined;
  const found = authorFacts(view, named(config.adjustable.agents?.author ?? []));
  if (found === undefined) return undefined;
  const { unit } = found;
  const authors = found.authors.map(({ attempts: _attempts, lately: _lately, cost: _cost, ...facts }): AuthorRow => {
    const { calls, usd, tokens } = spending?.agents[facts.name] ?? { calls: 0, usd: 0, tokens: 0 };
    const spent = { usd, tokens: tokens / 1e6, calls }[unit];
    return { ...facts, calls, tokens, usd, gainPerCost: spent > 0 ? facts.gain / spent : null };
  });
  return { unit, authors, why: whyText(unit, found.authors) };
}

/** Fewer attempts than these say little of an author. */
const FEW = 3;
const UNITS = { usd: 'dollar', tokens: 'token', calls: 'call' } as const;

export function whyText(unit: Authors['unit'], authors: readonly AuthorFacts[]): string {
  const untried = authors.filter(({ attempts }) => attempts < FEW).map(({ name }) => plain(name));
  const [first, second] = [...authors].sort((a, b) => b.lately - a.lately);
  if (first === undefined || second === undefined || first.lately === 0)
    return 'nobody has improved anything lately: they take turns, those that cost less more often';
  const name = plain(first.name);
  const early = untried.length === 0 ? '' : `; of ${untried.join(' and ')} little is known lately`;
  if (second.lately === 0) return `${name} leads: lately nobody else has improved anything${early}`;
  const times = first.lately / second.lately;
  if (times < 1.1)
    return `${name} and ${plain(second.name)} bring about the same for each ${UNITS[unit]} lately${early}`;
  return `${name} leads: lately each ${UNITS[unit]} brought ${times.toFixed(1)} times as much as with ${plain(second.name)}${early}`;
}

/** A table and a sentence; nothing where there is no choice. */
export function authorLines(authors: Authors | undefined, columns: number): readonly string[] {
  if (authors === undefined) return [];
  const { heads, rows } = authorTable(authors);
  const right = heads.map((_, index) => (index === 0 ? 'left' : 'right'));
  return ['Authors', ...table(heads, rows, right, columns).split('\n'), authors.why];
}

const PER = { usd: 'per dollar', tokens: 'per million tokens', calls: 'per call' } as const;

export function authorTable({ unit, authors }: Authors): { readonly heads: string[]; readonly rows: string[][] } {
  const heads = ['Author', 'Chosen', 'Gain', PER[unit], 'Bests', 'Improved', 'Candidates', 'Calls', 'Cost'];
  const rows = authors.map((one) => [
    plain(one.name),
    `${Math.round(100 * one.share)} %`,
    formatNumber(one.gain),
    one.gainPerCost === null ? '–' : formatNumber(one.gainPerCost),
    String(one.bests),
    String(one.improvements),
    String(one.candidates),
    String(one.calls),
    unit === 'usd' ? formatUsd(one.usd) : one.tokens > 0 ? `${formatCount(one.tokens)} tokens` : '–',
  ]);
  return { heads, rows };
}
