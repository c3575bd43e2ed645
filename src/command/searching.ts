import { type Adjustable, PRESETS, type Preset, type RunConfig } from '../domain/config.ts';
import { UserError } from '../lib/user-error.ts';
import { PARTNER, UNLESS_TOLD } from '../strategy/strategy.ts';
import { ARCHIVING_OPTIONS, IMPLIED } from './archiving.ts';
import { ISLAND_FLAGS, ISLANDING_OPTIONS, refuseIterations } from './islanding.ts';
import { choice, type Given, integer, type Option, share } from './option.ts';
import { stopWhenOf, stopWhenRules } from './stop-when.ts';

/** How a run searches, beside the options of generations. */
export const SEARCHING_OPTIONS = {
  strategy: withoutRounds(
    choice(
      '--strategy <name>',
      `how to search: ${PRESETS.join(', ')} (default: patient; generations with -k, -g or -s)`,
      PRESETS,
    ),
  ),
  plateau: integer(
    '--plateau <n>',
    `stop after so many evaluations without a new best (default without any budget: ${UNLESS_TOLD.plateau})`,
    1,
  ),
  stopWhen: stopWhenRules(
    '--stop-when <rule>',
    'stop when little more is to be expected: "expected gain < 0.1 %", or "… in 50 evaluations" (default: 20); may be repeated',
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
  idle: share(
    '--idle <share>',
    'how much of the record free operators may fill while agents think and nothing is measured; 0 for none (default: 0.25)',
  ),
  ...ARCHIVING_OPTIONS,
  ...ISLANDING_OPTIONS,
} as const;

type Searching = Given<typeof SEARCHING_OPTIONS>;
type Bred = { readonly k?: number; readonly generations?: number; readonly stale?: number };

/** Options that generations have no use for. */
const STEADY = {
  plateau: '--plateau',
  stopWhen: '--stop-when',
  control: '--control',
  idle: '--idle',
  partner: '--partner',
  ...IMPLIED,
  ...ISLAND_FLAGS,
  iterations: '-n',
} as const;
/** Options that only generations have. */
const BRED = { k: '-k', generations: '-g', stale: '-s' } as const;

/** What only one strategy has, with the flags that say so. */
const OWN: readonly [Preset, Readonly<Record<string, string>>][] = [
  ['grid', { grid: IMPLIED.grid }],
  ['pareto', { objective: IMPLIED.objective }],
  ['islands', ISLAND_FLAGS],
];

export function searchingOf(
  input: Searching,
  before?: Adjustable,
): Pick<Adjustable, 'plateau' | 'stopWhen' | 'control' | 'idle' | 'partner'> {
  const plateau = input.plateau ?? before?.plateau;
  const stopWhen = input.stopWhen === undefined ? before?.stopWhen : stopWhenOf(input.stopWhen);
  const control = input.control ?? before?.control;
  const idle = input.idle ?? before?.idle;
  const partner = input.partner ?? before?.partner;
  return {
    ...(plateau === undefined ? {} : { plateau }),
    ...(stopWhen === undefined ? {} : { stopWhen }),
    ...(control === undefined ? {} : { control }),
    ...(idle === undefined ? {} : { idle }),
    ...(partner === undefined ? {} : { partner }),
  };
}

/** Throws on what a run that is to go on has no use for. */
export function refuseUnfit(
  input: Searching & Bred,
  { id, config }: { readonly id: string; readonly config: RunConfig },
): void {
  const bred = config.identity.strategy === 'generations';
  const [flag] = bred ? flagsIn(input, STEADY) : flagsIn(input, BRED);
  if (flag === undefined) {
    refuseIterations(input, config.identity.strategy);
    return;
  }
  const why = bred ? 'goes by generations' : `is ${config.identity.strategy}, without generations`;
  throw new UserError(
    `Run ${id} ${why}: ${flag} is not for it. Leave it out, or start a new run: evolve run … --fresh`,
  );
}

/** What a run of this strategy has no use for: a flag that names it silences them in a file. */
export function strangeTo(preset: Preset): readonly string[] {
  if (preset === 'generations') return ['strategy', ...Object.keys(STEADY)];
  const others = OWN.flatMap(([of, flags]) => (of === preset ? [] : Object.keys(flags)));
  return ['strategy', ...Object.keys(BRED), ...others, ...(preset === 'islands' ? [] : ['iterations'])];
}

/** Which of these were given. */
const flagsIn = (input: Readonly<Record<string, unknown>>, flags: Readonly<Record<string, string>>): string[] =>
  Object.entries(flags).flatMap(([key, flag]) => (input[key] === undefined ? [] : [flag]));

/** The strategy that is asked for, by its name or by what only it has; undefined leaves it open. */
export function presetOf(input: Searching & Bred): Preset | undefined {
  const { strategy } = input;
  const [bred] = flagsIn(input, BRED);
  if (bred !== undefined && strategy !== undefined && strategy !== 'generations')
    throw new UserError(`${bred} is for --strategy generations: leave it out, or leave out --strategy ${strategy}.`);
  const [meant, other] = OWN.flatMap(([of, flags]) =>
    flagsIn(input, flags)
      .slice(0, 1)
      .map((flag) => ({ of, flag })),
  );
  if (meant !== undefined && other !== undefined)
    throw new UserError(`${meant.flag} and ${other.flag} are for different strategies: leave one of them out.`);
  if (meant !== undefined && strategy !== undefined && strategy !== meant.of)
    throw new UserError(
      `${meant.flag} is for --strategy ${meant.of}: leave it out, or leave out --strategy ${strategy}.`,
    );
  const preset = strategy ?? (bred === undefined ? meant?.of : 'generations');
  const [steady] = flagsIn(input, STEADY);
  if (preset === 'generations' && steady !== undefined)
    throw new UserError(`${steady} is not for --strategy generations: leave one of them out.`);
  return preset;
}

/** Experiments are no search: whoever asks for them is shown where they are. */
function withoutRounds(option: Option<Preset>): Option<Preset> {
  return {
    ...option,
    parse(raw, name) {
      if (raw === 'rounds') throw new UserError('Experiments begin with evolve init, and grow with evolve exp.');
      return option.parse(raw, name);
    },
  };
}
