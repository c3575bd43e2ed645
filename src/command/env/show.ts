import type { EnvironmentSource } from '../../domain/config.ts';
import { UserError } from '../../lib/user-error.ts';
import { type Command, RUN } from '../contract.ts';
import { openSetting } from './setting.ts';
import { variablesIn } from './sources.ts';

const OPTIONS = { run: RUN } as const;

interface ShownSource {
  readonly path: string;
  /** Only these are taken; all when absent. */
  readonly allow?: readonly string[];
  readonly variables: readonly { readonly name: string; readonly preview: string }[];
  /** Why there are none. */
  readonly problem?: string;
}

interface Shown {
  readonly run: string;
  readonly sources: readonly ShownSource[];
}

export const command: Command<typeof OPTIONS, Shown> = {
  details:
    'Shows which variables the commands of a run get from files, never their values. Of your own shell they see only what --allow-env names and what programs need to be found.',
  examples: ['evolve env show', 'evolve env show --json'],
  positional: [],
  options: OPTIONS,
  async run({ run: id }, context) {
    const open = openSetting(context.cwd, id);
    try {
      const { environment = [] } = open.run.config.adjustable;
      return { run: open.run.id, sources: environment.map((source) => shown(open.root, source)) };
    } finally {
      open.store.close();
    }
  },
  text: ({ run, sources }) =>
    sources.length === 0
      ? `Commands of run ${run} get no variables from files. Add some: evolve env load PATH --allow NAME,NAME`
      : sources.map(sourceText).join('\n\n'),
};

function shown(root: string, source: EnvironmentSource): ShownSource {
  const { path, keys } = source;
  const named = { path, ...(keys === undefined ? {} : { allow: keys }) };
  try {
    const variables = Object.entries(variablesIn(root, source));
    return { ...named, variables: variables.map(([name, value]) => ({ name, preview: previewOf(value) })) };
  } catch (error) {
    if (error instanceof UserError) return { ...named, variables: [], problem: error.message };
    throw error;
  }
}

/** Of a shorter value even two letters on each side say too much. */
const LEAST = 12;

export const previewOf = (value: string): string => {
  const letters = [...value];
  if (letters.length === 0) return '(empty)';
  return letters.length < LEAST ? '…' : `${letters.slice(0, 2).join('')}…${letters.slice(-2).join('')}`;
};

function sourceText({ path, allow, variables, problem }: ShownSource): string {
  const title = `${path}${allow === undefined ? ' (all)' : ''}`;
  if (problem !== undefined) return `${title}\n  ${problem}`;
  return [title, ...variables.map(({ name, preview }) => `  ${name}=${preview}`)].join('\n');
}
