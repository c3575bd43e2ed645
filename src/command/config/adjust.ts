import { realpathSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Adjustable, Experimenting } from '../../domain/config.ts';
import type { Lease, Status } from '../../domain/experiment.ts';
import type { Journal } from '../../domain/journal.ts';
import type { View } from '../../domain/view.ts';
import { UserError } from '../../lib/user-error.ts';
import { EXPERIMENTING_OPTIONS, experimentingOf } from '../experimenting.ts';
import { ROUNDING_OPTIONS, roundingOf } from '../rounding.ts';
import { adjustableOf } from '../settings.ts';
import { effective } from './effective.ts';
import type { FileInput } from './file.ts';

/** Settings that a run of experiments may be given while it is open, by the names of their options. */
export const ADJUSTABLE: readonly string[] = [
  'goal',
  'timeout',
  'memory',
  'parallel',
  'parallelBench',
  'agent',
  'agentTimeout',
  'isolateAgent',
  'budgetEvals',
  'budgetMinutes',
  'budgetUsd',
  'budgetTokens',
  'price',
  'notify',
  'disk',
  ...Object.keys(EXPERIMENTING_OPTIONS),
  ...Object.keys(ROUNDING_OPTIONS),
];

/**
 * Gives an open run of experiments those of the settings that may change; which ones have changed, by their keys.
 * Throws `UserError` where somebody works in a place that would be gone.
 */
export function adjust(journal: Journal, input: FileInput): readonly string[] {
  const given = Object.entries(input).filter(([option]) => ADJUSTABLE.includes(option));
  const wanted: FileInput = Object.fromEntries(given);
  const before = journal.view().run()?.config;
  journal.append((view) => {
    const run = view.run();
    if (run === undefined) return [];
    const adjustable = adjustedBy(wanted, run.config.adjustable);
    if (isDeepStrictEqual(adjustable, run.config.adjustable)) return [];
    const { experiments } = adjustable;
    if (experiments !== undefined && !isDeepStrictEqual(experiments.places, run.config.adjustable.experiments?.places))
      refuseHeld(view, experiments);
    return [{ type: 'configured', adjustable }];
  });
  const after = journal.view().run()?.config;
  if (before === undefined || after === undefined) return [];
  const then = effective(before, {});
  return effective(after, {})
    .filter(({ key, value }) => !isDeepStrictEqual(value, then.find((one) => one.key === key)?.value))
    .map(({ key }) => key);
}

/** Settings, given ones over those before. */
export function adjustedBy(input: FileInput, before: Adjustable): Adjustable {
  const experiments = experimentingOf(input, before.experiments);
  const rounds = roundingOf(input, before.rounds);
  return { ...before, ...adjustableOf(input, before), experiments, ...(rounds === undefined ? {} : { rounds }) };
}

/** Experiments of any other status have given their place back. */
const HOLDING: readonly Status[] = ['pending', 'active', 'evaluated', 'failed', 'committed', 'discarded', 'pruned'];
const MOST = 100_000;
const SHOWN = 5;

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Throws where experiments hold places that these settings have not. */
export function refuseHeld(view: View, { places }: Pick<Experimenting, 'places'>): void {
  // A lease names its clone without links, whatever way the settings name it.
  const slots = places.kind === 'pool' ? places.slots.flatMap((slot) => [slot, realPath(slot)]) : [];
  const gone = ({ kind, where }: Lease): boolean => kind !== places.kind || (kind === 'pool' && !slots.includes(where));
  const holding = HOLDING.flatMap((status) => view.experiments(status, MOST))
    .filter(({ experiment }) => experiment?.place !== undefined && gone(experiment.place))
    .map(({ proposal }) => proposal.id);
  if (holding.length === 0) return;
  const more = holding.length > SHOWN ? ` and ${holding.length - SHOWN} more` : '';
  throw new UserError(
    `${holding.slice(0, SHOWN).join(', ')}${more} would lose the place they are worked on in. Evaluate or discard them first: evolve exp discard ${holding[0]} --reason "…"`,
  );
}
