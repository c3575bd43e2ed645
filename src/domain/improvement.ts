import { challenges, type Direction, gain, spreadOf } from './compare.ts';
import type { Evaluation } from './evaluation.ts';

/** Samples that a newcomer's first ones are looked at beside: what a machine was long ago tells little. */
const RECENT = 12;

/**
 * Whether samples may be better than what they are measured against: strictly where there is no noise, else leniently, since
 * fresh runs decide later. Nothing is ruled out by one noisy run alone.
 */
export function mayImprove(
  samples: readonly number[],
  against: Evaluation | undefined,
  { direction, noisy }: { readonly direction: Direction; readonly noisy: boolean },
): boolean {
  if (against?.outcome !== 'scored') return true;
  if (!noisy) return gain(samples, against.samples, direction).better;
  const others = against.samples.slice(-RECENT);
  return others.length < 2 || challenges(samples, others, direction, spreadOf(others));
}
