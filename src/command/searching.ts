import { type Adjustable, PRESETS, type Preset } from '../domain/config.ts';
import { UserError } from '../lib/user-error.ts';
import { PARTNER, UNLESS_TOLD } from '../strategy/strategy.ts';
import { choice, type Given, integer, share } from './option.ts';

/** How a run searches, beside the options of generations. */
export const SEARCHING_OPTIONS = {
  strategy: choice(
    '--strategy <name>',
    `how to search: ${PRESETS.join(', ')} (default: patient; generations with -k, -g or -s)`,
    PRESETS,
  ),
  plateau: integer(
    '--plateau <n>',
    `stop after so many evaluations without a new best (default without any budget: ${UNLESS_TOLD.plateau})`,
    1,
  ),
  control: share(
    '--control <share>',
    'how many proposals are plain ones from the seed, to tell whether the search was worth it; 0 for none (default: 0.1)',
  ),
  partner: integer(
    '--partner <n>',
    `with agents: so many evaluations at most for the numbers of each new best, tuned before it counts as final; 0 for none (default: ${PARTNER})`,
    0,
  ),
} as const;

type Searching = Given<typeof SEARCHING_OPTIONS>;

/** Options that generations have no use for. */
const STEADY = { plateau: '--plateau', control: '--control', partner: '--partner' } as const;
/** Options that only generations have. */
const BRED = { k: '-k', generations: '-g', stale: '-s' } as const;

export function searchingOf(
  input: Searching,
  before?: Adjustable,
): Pick<Adjustable, 'plateau' | 'control' | 'partner'> {
  const plateau = input.plateau ?? before?.plateau;
  const control = input.control ?? before?.control;
  const partner = input.partner ?? before?.partner;
  return {
    ...(plateau === undefined ? {} : { plateau }),
    ...(control === undefined ? {} : { control }),
    ...(partner === undefined ? {} : { partner }),
  };
}

/** The strategy that is asked for, by its name or by what only it has; undefined leaves it open. */
export function presetOf(
  input: Searching & { readonly k?: number; readonly generations?: number; readonly stale?: number },
): Preset | undefined {
  const { strategy } = input;
  const bred = Object.entries(BRED).find(([key]) => input[key as keyof typeof BRED] !== undefined)?.[1];
  if (bred !== undefined && strategy !== undefined && strategy !== 'generations')
    throw new UserError(`${bred} is for --strategy generations: leave it out, or leave out --strategy ${strategy}.`);
  const preset = strategy ?? (bred === undefined ? undefined : 'generations');
  const steady = Object.entries(STEADY).find(([key]) => input[key as keyof typeof STEADY] !== undefined)?.[1];
  if (preset === 'generations' && steady !== undefined)
    throw new UserError(`${steady} is not for --strategy generations: leave one of them out.`);
  return preset;
}
