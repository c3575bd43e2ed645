import { existsSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RunConfig } from '../../../domain/config.ts';
import { UserError } from '../../../lib/user-error.ts';
import type { Context } from '../../contract.ts';
import { type Lab, openLab } from '../../exp/lab.ts';
import { experimentingOf } from '../../experimenting.ts';
import { measuringInput } from '../../init/options.ts';
import { ladderingOf } from '../../laddering.ts';
import { roundingOf } from '../../rounding.ts';
import { adjustableOf, fixedOf } from '../../settings.ts';
import { type FileInput, findConfig } from '../file.ts';

/** Where settings are: in a run of experiments, if one is open, and in the file beside its code. */
export interface SettingsPlace {
  readonly lab?: Lab;
  /** The file that has them, or would. */
  readonly path: string;
  /** As the caller would name it. */
  readonly name: string;
  readonly exists: boolean;
}

/** Looks for both and closes the store whatever happens. */
export async function withSettings<R>(
  run: string | undefined,
  { cwd }: Context,
  work: (place: SettingsPlace) => Promise<R>,
): Promise<R> {
  const lab = labOf(cwd, run);
  try {
    // In a workspace the file beside it is a copy: the one that counts is beside the user's own code.
    const folder = realpathSync(lab === undefined ? cwd : join(lab.root, lab.run.config.identity.folder));
    const path = findConfig(folder) ?? join(folder, 'evolve.yaml');
    const name = relative(realpathSync(cwd), path);
    return await work({ ...(lab === undefined ? {} : { lab }), path, name, exists: existsSync(path) });
  } finally {
    lab?.store.close();
  }
}

function labOf(cwd: string, run: string | undefined): Lab | undefined {
  try {
    return openLab(cwd, run);
  } catch (error) {
    if (run === undefined && error instanceof UserError && existsSync(cwd)) return undefined;
    throw error;
  }
}

/** What a file would make of experiments. */
export function configOf(input: FileInput): RunConfig {
  const { target: _target, ...own } = measuringInput(input);
  const rounds = roundingOf(input);
  const ladder = ladderingOf(input);
  return {
    identity: { strategy: 'rounds', fitness: own.fitness ?? '', folder: '', files: own.files ?? [] },
    fixed: fixedOf(own),
    adjustable: {
      ...adjustableOf(own),
      experiments: experimentingOf(own),
      ...(rounds === undefined ? {} : { rounds }),
      ...(ladder === undefined ? {} : { ladder }),
    },
  };
}
