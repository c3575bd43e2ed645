import { isJson, type Json, objectIn } from '../json.ts';

/** What a repository declares that can be run. */
export interface Manifest {
  /** Scripts of package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Targets of the Makefile with their recipes. */
  readonly targets: Readonly<Record<string, string>>;
  /** Commands that it installs, with the file of each where that is told. */
  readonly bins: readonly { readonly name: string; readonly path?: string }[];
  /** Files that others load. */
  readonly entries: readonly string[];
  /** The package's own name. */
  readonly name?: string;
  /** package.json as a whole. */
  readonly json: Json;
}

type Read = (path: string) => Promise<string | undefined>;

export async function manifestIn(files: readonly string[], text: Read): Promise<Manifest> {
  const json = objectOf(await text('package.json'));
  const name = typeof json.name === 'string' ? { name: json.name } : {};
  const make = files.find((path) => /^(?:GNUm|M|m)akefile$/.test(path));
  const python = (await text('pyproject.toml')) ?? '';
  const commands = files.flatMap((path) => /^cmd\/([\w.-]+)\/main\.go$/.exec(path)?.slice(1, 2) ?? []);
  return {
    ...name,
    json,
    scripts: stringsIn(json.scripts),
    targets: make === undefined ? {} : targetsIn((await text(make)) ?? ''),
    bins: [
      ...binsOf(json),
      ...pythonScripts(python),
      ...commands.map((one) => ({ name: one, path: `cmd/${one}/main.go` })),
    ],
    entries: [...new Set(['main', 'module', 'types', 'exports', 'browser'].flatMap((key) => pathsIn(json[key])))],
  };
}

/** What a text says as an object; of what is none, nothing. */
export const objectOf = (text: string | undefined): Json => objectIn(text ?? '') ?? {};

function stringsIn(value: unknown): Readonly<Record<string, string>> {
  if (!isJson(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one] as const] : [])),
  );
}

/** All relative paths in a value of package.json, in order. */
function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')];
  return isJson(value) ? Object.values(value).flatMap(pathsIn) : [];
}

function binsOf({ bin, name }: Json): Manifest['bins'] {
  if (typeof bin === 'string' && typeof name === 'string')
    return [{ name: name.replace(/^.*\//, ''), path: bin.replace(/^\.\//, '') }];
  return Object.entries(stringsIn(bin)).map(([one, path]) => ({ name: one, path: path.replace(/^\.\//, '') }));
}

function pythonScripts(text: string): Manifest['bins'] {
  const section = /^\[project\.scripts\]\n((?:(?!\[).*\n?)*)/m.exec(text)?.[1] ?? '';
  return [...section.matchAll(/^([\w.-]+)\s*=\s*["']([\w.]+)(?::\w+)?["']/gm)].map(([, name = '', module = '']) => ({
    name,
    path: `${module.replaceAll('.', '/')}.py`,
  }));
}

function targetsIn(text: string): Readonly<Record<string, string>> {
  const targets: Record<string, string> = {};
  let current: readonly string[] = [];
  for (const line of text.split('\n')) {
    const head = /^([\w./ -]+?)\s*::?(?!=)\s*(.*)$/.exec(line);
    if (head !== null) {
      current = (head[1] ?? '').split(/\s+/).filter((name) => !name.startsWith('.'));
      for (const name of current) targets[name] = `${targets[name] ?? ''}${head[2] ?? ''}\n`;
    } else if (line.startsWith('\t')) for (const name of current) targets[name] += `${line.slice(1)}\n`;
  }
  return targets;
}

const DEPTH = 3;

/** A command with the scripts and targets behind it: all that running it would run, as far as can be read. */
export function expanded(manifest: Pick<Manifest, 'scripts' | 'targets'>, command: string, depth = DEPTH): string {
  const { scripts, targets } = manifest;
  if (depth === 0) return command;
  const more: string[] = [];
  for (const [, script = ''] of command.matchAll(
    /\b(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?(?:-\S+\s+)*([\w:.-]+)/g,
  )) {
    const named = script === 't' ? 'test' : script;
    const text = scripts[named];
    if (text !== undefined) more.push(scripts[`pre${named}`] ?? '', text);
  }
  for (const [, target = ''] of command.matchAll(/\bmake\s+(?:-\S+\s+)*([\w.-]+)/g)) more.push(targets[target] ?? '');
  return [command, ...more.filter((one) => one !== '').map((one) => expanded(manifest, one, depth - 1))].join('\n');
}
