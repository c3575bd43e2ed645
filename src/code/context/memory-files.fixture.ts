import { definitionsIn } from '../symbol/definitions.ts';
import { type Context, contextOf } from './context.ts';
import type { Files } from './shelf.ts';

/** Files in memory, with what was asked of them. */
export function memoryFiles(texts: Readonly<Record<string, string>>): Files & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    read: async (path) => {
      asked.push(path);
      return texts[path];
    },
    list: async (folder) => {
      asked.push(`${folder}/`);
      const before = folder === '' ? '' : `${folder}/`;
      return Object.keys(texts).filter((path) => path.startsWith(before) && !path.slice(before.length).includes('/'));
    },
  };
}

export async function contextIn(files: Files, path: string, symbol: string): Promise<Context> {
  const found = await definitionsIn(path, (await files.read(path)) ?? '');
  const definition = found.kind === 'found' ? found.definitions.find((one) => one.symbol === symbol) : undefined;
  if (definition === undefined) throw new Error(`no ${symbol} in ${path}`);
  return contextOf(files, { path, definition });
}

/** Dependencies as `name path`, in the order that they have. */
export const dependenciesOf = ({ dependencies }: Context): readonly string[] =>
  dependencies.map(({ name, path, same }) => `${name} ${same ? '-' : path}`);
