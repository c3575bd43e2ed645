import { EXPERIMENTING } from '../../../domain/config.ts';
import type { Command } from '../../contract.ts';
import { RUN } from '../../contract.ts';
import { usualParams } from '../../frontier-rule.ts';
import { text } from '../../option.ts';
import { roundingDefault } from '../../rounding.ts';
import type { FileInput } from '../file.ts';
import { keyNamed } from './key.ts';
import { type SettingsPlace, withSettings } from './place.ts';
import { type Changed, changed, changedText } from './set.ts';

const OPTIONS = { key: text('<key>', 'a key of evolve.yaml'), run: RUN } as const;

export const command: Command<typeof OPTIONS, Changed> = {
  details:
    'Removes it from evolve.yaml. A run of experiments that is open has the default from now on, where there is one.',
  examples: ['evolve config unset experiments.frontier', 'evolve config unset goal'],
  positional: ['key'],
  options: OPTIONS,
  run: (input, context) =>
    withSettings(input.run, context, (place) => {
      const settable = keyNamed(input.key, 'unset');
      return changed(place, settable, undefined, defaultOf(settable.known.option, place));
    }),
  text: changedText,
};

/** What a run gets in place of what was removed; nothing where it was measured, such as a limit by the baseline. */
function defaultOf(option: string, { lab }: SettingsPlace): FileInput {
  const kind = lab?.run.config.adjustable.experiments?.frontier.kind ?? EXPERIMENTING.frontier.kind;
  switch (option) {
    case 'maxAttempts':
      return { maxAttempts: EXPERIMENTING.attempts };
    case 'frontier':
      return { frontier: EXPERIMENTING.frontier.kind, frontierParams: usualParams(EXPERIMENTING.frontier.kind) };
    case 'frontierParams':
      return { frontierParams: usualParams(kind) };
    case 'workspaces':
    case 'pool':
      return { workspaces: EXPERIMENTING.places.kind };
    case 'commit':
      return { commit: EXPERIMENTING.commit };
    case 'goal':
      return { goal: '' };
    default:
      return roundingDefault(option);
  }
}
