import { statSync } from 'node:fs';
import { type Box, covers, homeOf, SYSTEM, type Wrapped, within } from './box.ts';
import { interpreters } from './interpreters.ts';

/** In the order in which it is to be mounted. */
export interface Shown {
  readonly outer: readonly string[];
  /** What must be covered, because something around it is shown. */
  readonly hide: readonly string[];
  /** What is shown in spite of that. */
  readonly inner: readonly string[];
  readonly write: readonly string[];
}

/**
 * What is shown of the file system beside the system's folders: interpreters, the folders of the inputs at their own
 * place (scripts of a virtual environment name it), what the user allows, and what is the command's own.
 */
export function shownIn({ env, binds }: Wrapped, { own, hidden: all, reach }: Box): Shown {
  const state = all.at(-1);
  const hidden = all.filter((path) => path === state || !reach.read.includes(path));
  const folders = binds
    .map(({ from }) => from)
    .filter((from) => statSync(from, { throwIfNoEntry: false })?.isDirectory())
    .filter((from) => !hidden.some((one) => within(one, from)) && !(state !== undefined && within(from, state)));
  const programs = interpreters({ env, home: homeOf(env), inputs: folders, hidden });
  const read = unique([...reach.read, ...programs, ...folders], hidden);
  const outer = read.filter((path) => !hidden.some((one) => within(path, one)));
  const around = [...SYSTEM, ...read];
  return {
    outer,
    hide: hidden.filter((path) => around.some((folder) => folder !== path && within(path, folder))),
    inner: read.filter((path) => !outer.includes(path)),
    write: [...reach.write, ...own],
  };
}

/** What lies in another one is there already. */
function unique(paths: readonly string[], hidden: readonly string[]): readonly string[] {
  return paths.filter((path, at) => !paths.some((other, i) => (other === path ? i < at : covers(other, path, hidden))));
}
