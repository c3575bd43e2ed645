import { STEPS } from '../../domain/sandbox.ts';
import type { Edit } from '../../spec/spec.ts';
import type { FileInput } from './file.ts';
import { CONFIG_KEYS } from './key.ts';

export type KeyPath = Edit['path'];

/** Where evolve.yaml has an option; undefined of what belongs on the command line alone. */
export function pathOf(option: string): KeyPath | undefined {
  for (const known of CONFIG_KEYS) {
    if (known.type !== 'group') {
      if (known.option === option) return [known.key];
      continue;
    }
    const part = known.parts.find((one) => one.option === option);
    if (part !== undefined) return [known.key, part.key];
  }
  return undefined;
}

/** Options as evolve.yaml would have them. Contract: reading the file gives the same options. */
export function settingsOf(input: FileInput): readonly Edit[] {
  return Object.entries(input).flatMap(([option, value]): readonly Edit[] => {
    const path = pathOf(option);
    if (path === undefined || value === undefined) return [];
    if (APART.includes(option) && Array.isArray(value)) return reachOf(path, value.map(String));
    return [{ path, value: WRITTEN[option]?.(value) ?? value }];
  });
}

/** As an option takes it. Contract: reading it gives the same number. */
export const timeText = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);

/** Options of which the value is written in another way than it is kept. */
const WRITTEN: Readonly<Record<string, (value: unknown) => unknown>> = {
  timeout: (ms) => timeText(Number(ms)),
  agentTimeout: (ms) => timeText(Number(ms)),
  memory: (mb) => `${mb}M`,
  disk: (mb) => `${mb}M`,
  frontierParams: (json) => JSON.parse(String(json)),
  allowNetwork: (words) => (Array.isArray(words) ? words.flatMap((word) => String(word).split(',')) : words),
};

/** Options that say with a word in front for which command they are: a map has a place for each. */
const APART: readonly string[] = ['allowRead', 'allowWrite', 'allowEnv'];

function reachOf([group, part = '']: KeyPath, values: readonly string[]): readonly Edit[] {
  const stepOf = (value: string) => STEPS.find((step) => value.startsWith(`${step}:`));
  const own = values.filter((value) => stepOf(value) === undefined);
  const apart = STEPS.map((step) => ({
    step,
    mine: values.filter((value) => stepOf(value) === step).map((value) => value.slice(step.length + 1)),
  }));
  return [
    ...(own.length === 0 ? [] : [{ path: [group, part] as const, value: own }]),
    ...apart.flatMap(({ step, mine }) =>
      mine.length === 0 ? [] : [{ path: [group, step, part] as const, value: mine }],
    ),
  ];
}
