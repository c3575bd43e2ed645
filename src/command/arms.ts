import type { View } from '../domain/view.ts';
import { plural } from '../lib/format.ts';

/** Of the evaluations, those that were not of the search itself. */
export interface Arms {
  readonly control: number;
  readonly idle: number;
  readonly partner: number;
  /** How many of the idle ones became best. */
  readonly idleBests: number;
}

/** Who has been best is looked at so far back. */
const RECENT = 200;

/** Absent for runs by generations, which have none. */
export function armsOf(view: View): { readonly arms?: Arms } {
  const strategy = view.run()?.config.identity.strategy;
  if (strategy === undefined || strategy === 'generations') return {};
  const { control, idle, partner } = view.counts();
  const bests = idle === 0 ? [] : view.improvements(RECENT);
  const idleBests = bests.filter(({ candidate }) => view.entry(candidate)?.proposal.arm === 'idle').length;
  return { arms: { control, idle, partner, idleBests } };
}

/** What free operators did; nothing when they did nothing. */
export function idleLines(arms: Arms | undefined): readonly string[] {
  if (arms === undefined || arms.idle === 0) return [];
  const bests = arms.idleBests === 0 ? 'none' : arms.idleBests;
  return [`${plural(arms.idle, 'evaluation')} by free operators while agents thought, ${bests} of them became best`];
}
