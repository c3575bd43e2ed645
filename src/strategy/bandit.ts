import { costOf, NEW, ratio, type Standing, type Standings, unitOf, type Weighed } from './standing.ts';

/** How much what is not known yet is hoped for: more looks around more. */
const HOPE = 0.15;
/** Of all turns, so many are shared out evenly: nobody is forgotten. */
const FLOOR = 0.1;
/** After so many attempts the user's weight counts half, in powers: results take over. */
const TRUST = 10;
/** Every call takes an evaluation and time, too: none counts as cheaper than this share of the average. */
const CHEAPEST = 0.1;

/**
 * Whose turn it is: whoever may bring most for its cost, as far as that can be hoped for, but each at least its share of turns.
 * Contract: pure; of equals the first.
 */
export function choice(standings: Standings, arms: readonly Weighed[]): string | undefined {
  const able = arms.filter(({ weight }) => weight > 0);
  const waited = ({ name }: Weighed): number => standings.turns - (standings.authors[name]?.lastTurn ?? 0);
  const overdue = able.filter((arm) => waited(arm) + 1 >= able.length / FLOOR);
  if (overdue.length > 0) return greatest(overdue, waited)?.name;
  return greatest(able, (arm) => prospect(standings, able, arm))?.name;
}

/** What an author may bring for its cost: what it has brought lately, what can be hoped for, and the user's weight while little is known. */
export function prospect(standings: Standings, arms: readonly Weighed[], { name, weight }: Weighed): number {
  const own = standings.authors[name] ?? NEW;
  // What is on its way is known to come.
  const tries = own.attempts + own.chosen - own.ended;
  if (tries <= 0) return Number.POSITIVE_INFINITY;
  const all = arms.map((arm) => standings.authors[arm.name] ?? NEW);
  const usual = ratio(total(all, 'worth'), total(all, 'attempts')) ?? 0;
  const mean = (own.worth + usual) / (own.attempts + 1);
  const hoped = mean + Math.sqrt((2 * mean * HOPE) / tries) + HOPE / tries;
  const least = Math.min(...arms.map((arm) => arm.weight));
  return (hoped * (weight / least) ** (TRUST / (TRUST + own.attempts))) / relativeCost(standings, arms, name);
}

function relativeCost(standings: Standings, arms: readonly Weighed[], name: string): number {
  const unit = unitOf(standings, arms);
  const costs = arms.flatMap((arm) => costOf(standings, arm.name, unit) ?? []);
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  const own = costOf(standings, name, unit);
  return own === undefined || !(mean > 0) ? 1 : Math.max(CHEAPEST, own / mean);
}

const total = (all: readonly Standing[], what: 'worth' | 'attempts'): number =>
  all.reduce((sum, one) => sum + one[what], 0);

function greatest(arms: readonly Weighed[], of: (arm: Weighed) => number): Weighed | undefined {
  let [most, found]: [number, Weighed | undefined] = [Number.NEGATIVE_INFINITY, undefined];
  for (const arm of arms) {
    const value = of(arm);
    if (value > most) [most, found] = [value, arm];
  }
  return found;
}
