import { isAlike, wordsIn } from '../../domain/likeness.ts';
import type { Pattern } from '../../domain/round.ts';
import type { Sight, Trial } from './sight.ts';
import { clip, type Sighting } from './sighting.ts';

/** How many ids are named. */
const NAMED = 5;

/** Places in the code that were changed again and again, and never for the better. */
export function deadDirections({ trials }: Pick<Sight, 'trials'>, most: number): readonly Sighting[] {
  const groups = new Map<string, Trial[]>();
  for (const trial of trials) {
    const key = [...new Set(trial.touched)].sort().join(', ');
    if (key !== '') groups.set(key, [...(groups.get(key) ?? []), trial]);
  }
  return [...groups].flatMap(([touched, all]) => {
    const regressed = all.filter((one) => one.regressed && one.status !== 'committed');
    if (regressed.length < most || all.some(({ status }) => status === 'committed')) return [];
    const rest = `${regressed.length} tries, none better (${idsOf(regressed)}). Look elsewhere, or say what would be different this time`;
    return [{ kind: 'hint', head: `changes to ${clip(touched, 120)} keep regressing`, rest }];
  });
}

/** So many say it, and so many have come since without a word of it. */
const SAYING = 3;
const SINCE = 3;
/** Shorter words name nothing. */
const TELLING = 5;

/** What annotations of several experiments say, and no later experiment has taken up. */
export function ignoredMechanisms({ trials, annotations }: Pick<Sight, 'trials' | 'annotations'>): readonly Sighting[] {
  // The oldest first, so that the words stay the same when more is said.
  const oldest = [...annotations].reverse();
  return oldest.flatMap((first, index) => {
    if (oldest.slice(0, index).some(({ text }) => isAlike(text, first.text))) return [];
    const same = oldest.filter(({ text }) => isAlike(text, first.text));
    const by = [...new Set(same.flatMap(({ experiment }) => (experiment === undefined ? [] : [experiment])))];
    if (by.length < SAYING) return [];
    const saidAt = Math.max(...same.map(({ at }) => at));
    const later = trials.filter(({ createdAt }) => createdAt > saidAt);
    const named = [...wordsIn(first.text)].filter((word) => word.length >= TELLING);
    const taken = later.some(({ hypothesis }) => named.some((word) => wordsIn(hypothesis).has(word)));
    if (later.length < SINCE || named.length === 0 || taken) return [];
    const rest = `said of ${by.slice(0, NAMED).join(', ')}; none of the ${later.length} experiments since has taken it up`;
    return [{ kind: 'hint', head: `annotations keep saying ${JSON.stringify(clip(first.text, 120))}`, rest }];
  });
}

/** Different changes that come to the same score, as code has counted them. Known by the best of them, since more may come. */
export const plateaus = (patterns: readonly Pattern[]): readonly Sighting[] =>
  patterns
    .filter(({ kind }) => kind === 'axis-warning')
    .map(({ label, experiments }) => ({
      kind: 'hint',
      head: `plateau at ${experiments[0] ?? ''}`,
      rest: `${clip(label, 150)}: ${experiments.slice(0, NAMED).join(', ')}. Try what has nothing to do with them`,
    }));

const idsOf = (trials: readonly Trial[]): string =>
  trials
    .slice(0, NAMED)
    .map(({ id }) => id)
    .sort()
    .join(', ');
