import { statSync } from 'node:fs';
import { type Box, covers, homeOf, SYSTEM, type Wrapped, within } from './box.ts';
import { interpreters } from './interpreters.ts';

interface Entry {
  readonly path: string;
  readonly writable: boolean;
}

/** In the order in which it is to be mounted. */
export interface Shown {
  readonly outer: readonly Entry[];
  /** What must be covered, because something around it is shown. */
  readonly hide: readonly string[];
  /** What is shown in spite of that. */
  readonly inner: readonly Entry[];
}

/**
 * What is shown of the file system beside the system's folders: interpreters, the folders of the inputs at their own
 * place (scripts of a virtual environment name it), what the user allows, and what is the command's own.
 */
export function shownIn({ env, binds }: Wrapped, { own, hidden: all, reach }: Box): Shown {
  const state = all.at(-1);
  const allowed = [...reach.read, ...reach.write];
  const hidden = all.filter((path) => path === state || !allowed.includes(path));
  const folders = binds
    .map(({ from }) => from)
    .filter((from) => statSync(from, { throwIfNoEntry: false })?.isDirectory())
    .filter((from) => !hidden.some((one) => within(one, from)) && !(state !== undefined && within(from, state)));
  const programs = interpreters({ env, home: homeOf(env), inputs: folders, hidden });
  const read = unique([...reach.read, ...programs, ...folders], hidden).map((path) => ({ path, writable: false }));
  const entries = [...read, ...[...reach.write, ...own].map((path) => ({ path, writable: true }))];
  const outer = entries.filter(({ path }) => !hidden.some((one) => within(path, one)));
  const around = [...SYSTEM, ...outer.map(({ path }) => path)];
  return {
    outer,
    hide: hidden.filter((path) => around.some((folder) => folder !== path && within(path, folder))),
    inner: entries.filter((entry) => !outer.includes(entry)),
  };
}

/** What lies in another one is there already. */
function unique(paths: readonly string[], hidden: readonly string[]): readonly string[] {
  return paths.filter((path, at) => !paths.some((other, i) => (other === path ? i < at : covers(other, path, hidden))));
}
