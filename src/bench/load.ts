import { Session } from 'node:inspector';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const MARK = 'galapagos-load';
let loads = 0;

/**
 * The module in a file as the file is now, whatever was loaded from it before; what it imports itself may be older.
 * A CommonJS module's exports are given as they are.
 */
export async function load(file: string): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(file);
  forget([path]);
  loads += 1;
  const module: Readonly<Record<string, unknown>> = await import(`${pathToFileURL(path).href}?${MARK}=${loads}`);
  const { default: own } = module;
  return typeof own === 'object' && own !== null ? { ...own, ...module } : module;
}

/** Takes files out of the cache of `require`. */
export function forget(files: readonly string[]): void {
  for (const file of files) delete require.cache[file];
}

/** Whether a file is in the cache of `require`, from which it can be taken out. */
export const required = (file: string): boolean => require.cache[file] !== undefined;

/** The files of all modules that this process has loaded other than by `load`. */
export function loaded(): ReadonlySet<string> {
  const found = new Set<string>();
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => {
    if (params.url.includes(`?${MARK}=`)) return;
    if (params.url.startsWith('file:')) found.add(decodeURIComponent(new URL(params.url).pathname));
    else if (params.url.startsWith('/')) found.add(params.url);
  });
  session.post('Debugger.enable');
  session.post('Debugger.disable');
  session.disconnect();
  return found;
}
