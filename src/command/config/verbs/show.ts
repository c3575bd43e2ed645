import { readFileSync } from 'node:fs';
import type { RunConfig } from '../../../domain/config.ts';
import { table } from '../../../lib/format.ts';
import type { Command } from '../../contract.ts';
import { RUN } from '../../contract.ts';
import { type Effective, effective } from '../effective.ts';
import { parseConfig } from '../file.ts';
import { configOf, type SettingsPlace, withSettings } from './place.ts';

const OPTIONS = { run: RUN } as const;

interface Shown {
  /** null where no run of experiments is open. */
  readonly run: string | null;
  /** null where there is none. */
  readonly file: string | null;
  readonly settings: readonly Effective[];
}

export const command: Command<typeof OPTIONS, Shown> = {
  details:
    'Of the run of experiments, where one is open, else of evolve.yaml; with where each setting comes from. Values that look like keys or passwords are not shown.',
  examples: ['evolve config show', 'evolve config show --json'],
  positional: [],
  options: OPTIONS,
  run: (input, context) => withSettings(input.run, context, shownAt),
  text: ({ run, file, settings }, { columns }) =>
    [
      `${run === null ? 'no run of experiments' : `run ${run}`}, ${file ?? 'no evolve.yaml'}`,
      table(
        ['key', 'value', 'from'],
        settings.map(({ key, value, from }) => [key, valueText(value), from]),
        [],
        columns,
      ),
    ].join('\n\n'),
};

export async function shownAt({ lab, path, name, exists }: SettingsPlace): Promise<Shown> {
  const input = exists ? await parseConfig(readFileSync(path, 'utf8'), name) : {};
  const file = { name, config: located(configOf(input), lab?.run.config.identity) };
  const of = { ...(lab === undefined ? {} : { run: lab.run.id }), ...(exists ? { file } : {}) };
  return {
    run: lab?.run.id ?? null,
    file: exists ? name : null,
    settings: effective(withCycles(lab?.run.config ?? file.config, file.config), of),
  };
}

/** No run of experiments has the settings of cycles: they are in the file alone. */
function withCycles(config: RunConfig, { adjustable: { ladder } }: RunConfig): RunConfig {
  return ladder === undefined ? config : { ...config, adjustable: { ...config.adjustable, ladder } };
}

/** Paths of a run are relative to the root, those of a file to its folder. */
function located(config: ReturnType<typeof configOf>, run: { readonly folder: string } | undefined) {
  const { identity } = config;
  if (run === undefined || run.folder === '') return config;
  const files = identity.files.map((glob) =>
    glob.startsWith('!') ? `!${run.folder}/${glob.slice(1)}` : `${run.folder}/${glob}`,
  );
  return { ...config, identity: { ...identity, files } };
}

export const valueText = (value: unknown): string => {
  if (value === null) return '–';
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
