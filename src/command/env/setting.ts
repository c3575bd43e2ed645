import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { EnvironmentSource } from '../../domain/config.ts';
import { UserError } from '../../lib/user-error.ts';
import { openLab } from '../exp/lab.ts';
import { isDriven, type OpenRun, openRun } from '../place.ts';

/** The run whose variables are meant: the one named, else the newest of experiments, else the newest. */
export function openSetting(cwd: string, id: string | undefined): OpenRun {
  if (id !== undefined) return openRun(cwd, id);
  try {
    return openLab(cwd, undefined);
  } catch (error) {
    if (error instanceof UserError) return openRun(cwd, undefined);
    throw error;
  }
}

/** A file as the record names it: relative to the root where it is within. */
export function pathIn({ root }: Pick<OpenRun, 'root'>, cwd: string, path: string): string {
  const full = resolve(cwd, path);
  const within = relative(root, full);
  return within === '' || within.startsWith(`..${sep}`) || isAbsolute(within) ? full : within.split(sep).join('/');
}

/** Records other sources than before; nothing where they are the same. */
export function changeSources(
  { journal }: Pick<OpenRun, 'journal'>,
  change: (before: readonly EnvironmentSource[]) => readonly EnvironmentSource[],
): void {
  journal.append((view) => {
    const adjustable = view.run()?.config.adjustable;
    if (adjustable === undefined) return [];
    const { environment: before = [], ...rest } = adjustable;
    const after = change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return [];
    return [{ type: 'configured', adjustable: after.length === 0 ? rest : { ...rest, environment: after } }];
  });
}

/** Whoever is at work has its variables already. */
export const whenText = ({ stateDir, run }: OpenRun): string =>
  isDriven(stateDir, run.id)
    ? 'The run that goes on now has its variables already: it takes these when it is continued.'
    : '';
