import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { covers, SYSTEM, within } from './box.ts';

/**
 * What a tool in the home folder consists of, by the first part of its place on PATH. Whole folders only where no tool
 * keeps keys in them.
 */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...['.pyenv', '.rbenv', '.nodenv', '.goenv', '.jenv', '.plenv', '.phpenv', '.nvm', '.fnm', '.volta', '.asdf'],
      ...['.proto', '.sdkman', '.deno', '.dotnet', '.ghcup', '.opam', '.juliaup', '.swiftly', '.elan', '.nimble'],
    ].map((name) => [name, [name]]),
  ),
  '.cargo': ['.cargo/bin', '.rustup'],
  '.bun': ['.bun/bin', '.bun/install/global'],
  go: ['go/bin'],
  '.local': [
    ...['.local/bin', '.local/pipx', '.local/share/pipx', '.local/share/uv/python', '.local/share/uv/tools'],
    ...['.local/share/mise', '.local/share/fnm', '.local/share/pnpm', '.local/share/rtx'],
  ],
};

/** Code that package managers have fetched to the home folder, without their keys. */
const LIBRARIES = [
  ...['.local/lib', '.cargo/registry', '.cargo/git', '.rustup', 'go/pkg', '.m2/repository', '.nuget/packages'],
  ...['.gem/ruby', '.julia/packages', '.julia/artifacts', '.julia/compiled', '.julia/environments', 'R'],
];

/** Files by which a whole installation is known, and its parts where there is none of them. */
const MARKS = ['pyvenv.cfg', 'conda-meta', 'release', 'VERSION'];
const PARTS = ['bin', 'sbin', 'shims', 'lib', 'lib64', 'libexec', 'include', 'share'];
const PROGRAMS = ['bin', 'sbin', 'shims', 'condabin'];
/** Their links are the package manager's, and lead to where everybody may read. */
const MANAGED = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
/** Variables that name the folder of a tool. */
const NAMED = /^(PYENV_ROOT|NVM_DIR|RUSTUP_HOME|GOROOT|GOMODCACHE|JAVA_HOME|VIRTUAL_ENV|CONDA_PREFIX|VOLTA_HOME)$/;

interface Wanted {
  readonly env: Readonly<Record<string, string>>;
  readonly home: string | undefined;
  /** Folders that are brought along and may lean on an interpreter elsewhere. */
  readonly inputs: readonly string[];
  /** Nothing that contains one of these is shown. */
  readonly hidden: readonly string[];
}

const known = new Map<string, readonly string[]>();

/**
 * Folders outside the system's that the programs on PATH are made of. Looked for once: what is installed later is not
 * seen by this process.
 */
export function interpreters(wanted: Wanted): readonly string[] {
  const key = JSON.stringify(wanted);
  const found = known.get(key) ?? search(wanted);
  known.set(key, found);
  return found;
}

function search({ env, home, inputs, hidden }: Wanted): readonly string[] {
  const apart = [...hidden, ...(home === undefined ? [] : [home])];
  const shown = new Set<string>();
  const looked = new Set<string>();
  const covered = (path: string): boolean => [...SYSTEM, ...shown].some((folder) => covers(folder, path, hidden));

  const show = (path: string): void => {
    if (!existsSync(path) || apart.some((one) => within(one, path)) || covered(path)) return;
    shown.add(path);
    if (existsSync(join(path, 'pyvenv.cfg'))) programs(baseOf(path));
    const real = realpathSync(path);
    if (real !== path) show(real);
  };
  /** Where its links lead to. */
  const lookAt = (folder: string): void => {
    if (looked.has(folder) || MANAGED.includes(folder)) return;
    looked.add(folder);
    for (const target of linksIn(folder)) {
      if (!covered(target)) programs(dirname(target));
      show(target);
    }
  };
  const programs = (folder: string | undefined): void => {
    if (folder === undefined || !isAbsolute(folder) || !existsSync(folder)) return;
    if (!covered(folder)) for (const root of rootsOf(folder, home)) show(root);
    lookAt(folder);
    const real = realpathSync(folder);
    if (real !== folder && !covered(real)) programs(real);
  };

  for (const folder of (env.PATH ?? '').split(':')) programs(folder.replace(/(?<=.)\/+$/, ''));
  if (home !== undefined) for (const name of LIBRARIES) show(join(home, name));
  for (const [name, value] of Object.entries(env)) if (NAMED.test(name) && isAbsolute(value)) show(value);
  for (const input of inputs) if (existsSync(join(input, 'pyvenv.cfg'))) programs(baseOf(input));
  return [...shown];
}

/** What a folder of programs belongs to. */
function rootsOf(folder: string, home: string | undefined): readonly string[] {
  if (home !== undefined && within(folder, home)) {
    const parts = TOOLS[relative(home, folder).split('/')[0] ?? '']?.map((part) => join(home, part));
    if (parts !== undefined) return parts.some((part) => within(folder, part)) ? parts : [...parts, folder];
  }
  if (folder.endsWith('/node_modules/.bin')) return [dirname(folder)];
  if (!PROGRAMS.includes(basename(folder))) return [folder];
  const root = dirname(folder);
  return MARKS.some((mark) => existsSync(join(root, mark))) ? [root] : PARTS.map((part) => join(root, part));
}

/** The folder of the interpreter that a virtual environment of Python leans on. */
function baseOf(environment: string): string | undefined {
  return /^home\s*=\s*(.+?)\s*$/m.exec(readFileSync(join(environment, 'pyvenv.cfg'), 'utf8'))?.[1];
}

function linksIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .flatMap((entry) => {
        try {
          return [realpathSync(join(folder, entry.name))];
        } catch {
          return [];
        }
      });
  } catch {
    return [];
  }
}
