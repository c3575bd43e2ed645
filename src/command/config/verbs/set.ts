import { readFileSync } from 'node:fs';
import { UserError } from '../../../lib/user-error.ts';
import { writeWhole } from '../../../lib/whole-file.ts';
import { editSettings, plainValue } from '../../../spec/spec.ts';
import type { Command } from '../../contract.ts';
import { RUN } from '../../contract.ts';
import { usualParams } from '../../frontier-rule.ts';
import { isLaddering } from '../../laddering.ts';
import { text } from '../../option.ts';
import { repositoryOf } from '../../repository.ts';
import { refuseSlots } from '../../start.ts';
import { ADJUSTABLE, adjust } from '../adjust.ts';
import { type FileInput, parseConfig } from '../file.ts';
import { keyNamed, type Settable } from './key.ts';
import { configOf, type SettingsPlace, withSettings } from './place.ts';
import { valueText } from './show.ts';

const OPTIONS = {
  key: text('<key>', 'a key of evolve.yaml, such as timeout or experiments.frontier'),
  value: text('<value>', 'as evolve.yaml has it; a list as [a, b]'),
  run: RUN,
} as const;

/** What has come of a change. */
export interface Changed {
  readonly key: string;
  /** null where it was removed. */
  readonly value: unknown;
  readonly file: string;
  /** The run of experiments that is open; null where there is none. */
  readonly run: string | null;
  /** Whether the run has it from now on; what it keeps for life it keeps. */
  readonly adjusted: boolean;
}

export const command: Command<typeof OPTIONS, Changed> = {
  details:
    'Writes evolve.yaml, whose comments and order stay. A run of experiments that is open has the new value from now on, where it may change at all.',
  examples: [
    'evolve config set experiments.max-attempts 5',
    'evolve config set experiments.frontier top-k',
    `evolve config set experiments.pool '[/srv/a, /srv/b]'`,
    'evolve config set timeout 5m',
  ],
  positional: ['key', 'value'],
  options: OPTIONS,
  run: (input, context) =>
    withSettings(input.run, context, async (place) => {
      const settable = keyNamed(input.key, 'set');
      if (input.value === undefined)
        throw new UserError(
          `Which value? evolve config set ${settable.key} VALUE, or evolve config unset ${settable.key}`,
        );
      return changed(place, settable, await writtenValue(settable, input.value));
    }),
  text: changedText,
};

/** The value as the file has it. */
async function writtenValue({ key, known }: Settable, given: string): Promise<unknown> {
  const isStructure = /^\s*[[{]/.test(given);
  if (known.type === 'list') return isStructure ? structure(key, given) : [given];
  if (known.option === 'frontierParams') return structure(key, given);
  const value = known.parse(given, key);
  return known.type === 'text' || known.type === 'choice' ? given : value;
}

async function structure(key: string, given: string): Promise<unknown> {
  const value = await plainValue(given);
  if (typeof value === 'object' && value !== null) return value;
  throw new UserError(
    `${key} can't be read: write a list as [a, b] and a map as {k: 3}, not ${JSON.stringify(given)}.`,
  );
}

const HEAD = '# Settings of evolve; flags win over them.\n';

/** Changes the file, and the run where it may be. Contract: what either would refuse is in neither. */
export async function changed(
  { lab, path, name, exists }: SettingsPlace,
  settable: Settable,
  value: unknown,
  otherwise: FileInput = {},
): Promise<Changed> {
  const { option } = settable.known;
  const before = exists ? readFileSync(path, 'utf8') : HEAD;
  // A mistake that was there before is not this change's.
  await parseConfig(before, name);
  const after = await editSettings(before, [
    { path: settable.path, ...(value === undefined ? {} : { value }) },
    // Parameters are of one kind.
    ...(option === 'frontier' ? [{ path: PARAMS }] : []),
  ]);
  const input = await parseConfig(after, name);
  const wanted = configOf(input);
  if (lab !== undefined && PLACES.includes(option)) {
    const repository = await repositoryOf(lab);
    await refuseSlots(repository, wanted).finally(() => repository.close());
  }
  const mine = ADJUSTABLE.includes(option) ? { ...otherwise, ...together(option, input) } : {};
  const may = Object.keys(mine).length > 0;
  if (lab !== undefined && may) adjust(lab.journal, mine);
  if (after !== before) writeWhole(path, after);
  return {
    key: settable.key,
    value: value ?? null,
    file: name,
    // Cycles over goals read the file whenever they are begun or go on.
    run: isLaddering(option) ? null : (lab?.run.id ?? null),
    adjusted: lab !== undefined && may,
  };
}

/** Settings of which one says little without the other. */
const PAIRS: readonly (readonly (keyof FileInput)[])[] = [
  ['frontier', 'frontierParams'],
  ['workspaces', 'pool', 'commit'],
];

/** Settings that say where experiments are worked on. */
const PLACES: readonly string[] = ['workspaces', 'pool'];

const PARAMS = ['experiments', 'frontier-params'] as const;

function together(option: string, input: FileInput): FileInput {
  if (option === 'frontier' && input.frontier !== undefined)
    return { frontier: input.frontier, frontierParams: usualParams(input.frontier) };
  const keys: readonly string[] = PAIRS.find((pair) => pair.some((one) => one === option)) ?? [option];
  return Object.fromEntries(Object.entries(input).filter(([key]) => keys.includes(key)));
}

export function changedText({ key, value, file, run, adjusted }: Changed): string {
  const what = value === null ? `${key} has its default again` : `${key} is ${valueText(value)} now`;
  if (run === null) return `${what}, in ${file}.`;
  return adjusted
    ? `${what}, in ${file} and in run ${run}.`
    : `${what}, in ${file}. Run ${run} keeps what it has: it counts from the next evolve init.`;
}
