import { configures, pythonModules } from './harness-names.ts';
import type { Scope } from './scope.ts';
import type { Listing, Mode } from './tree.ts';
import { isTreePath } from './tree-edit.ts';

/** What a candidate did to one path; null: it is not there. */
export interface Edit {
  readonly path: string;
  readonly mode: Mode | null;
  readonly baseMode: Mode | null;
}

/** Why an edit may not enter a sealed checkout; undefined when it may. */
export function refusal(scope: Scope, { path, mode, baseMode }: Edit): string | undefined {
  if (!isTreePath(path)) return 'not a path inside the repository';
  if (!scope.has(path)) return `outside the scope (${scope.globs.join(', ') || 'which is empty'})`;
  if (mode === '160000' || baseMode === '160000') return 'a submodule';
  // Naming a path allows what is there to change, not to become a link to something else.
  if (mode === '120000' && baseMode !== '120000') return 'a symbolic link';
  if (scope.names(path)) return undefined;
  if (mode === '120000' || baseMode === '120000') return 'a symbolic link that the scope does not name';
  if (path.split('/').some((part) => part.toLowerCase().startsWith('.git')))
    return 'a git file that the scope does not name';
  if (mode !== null && baseMode !== null && mode !== baseMode) return `a change of mode from ${baseMode} to ${mode}`;
  return mode !== null && baseMode === null ? intrusion(scope, path) : undefined;
}

function intrusion(scope: Scope, path: string): string | undefined {
  if (configures(path)) return 'a new file that would configure the tools that measure';
  const victim = shadowed(scope, path);
  return victim && `a new file that would be loaded instead of ${victim}`;
}

/** What a program that loads modules by name would no longer find because of a new file. */
function shadowed(scope: Scope, path: string): string | undefined {
  const parts = path.split('/');
  const file = parts.pop() ?? '';
  const isPackage = /^(__init__\.(py|pyc)|index\.[cm]?[jt]sx?)$/.test(file);
  const module = isPackage ? (parts.pop() ?? '') : file;
  const folder = parts.length === 0 ? '' : `${parts.join('/')}/`;
  const stem = module.replace(/\..*$/, '');
  if (/\.(py|pyc|so|pyd)$/.test(file)) {
    if (pythonModules.has(stem) && !isPythonPackage(scope.base, folder)) return `Python's module ${stem}`;
    return protectedOne(scope, folder, stem, ['.py', '/__init__.py']) ?? hidden(scope, folder, stem);
  }
  if (/\.([cm]?[jt]sx?|json|node)$/.test(file)) return protectedOne(scope, folder, stem, scripts);
  return undefined;
}

const endings = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.json', '.node'];
const scripts = [...endings, ...endings.map((ending) => `/index${ending}`)];

function protectedOne(scope: Scope, folder: string, stem: string, ends: readonly string[]): string | undefined {
  return ends.map((end) => `${folder}${stem}${end}`).find((path) => scope.base.files.has(path) && !scope.has(path));
}

/** Which folders a benchmark puts on Python's path can't be known: any two that are no packages may be. */
function hidden({ base, has }: Scope, folder: string, stem: string): string | undefined {
  if (isPythonPackage(base, folder)) return undefined;
  const ends = [`${stem}.py`, `${stem}/__init__.py`];
  return [...base.files.keys()].find((path) => {
    const end = ends.find((one) => path === one || path.endsWith(`/${one}`));
    return end !== undefined && !has(path) && !isPythonPackage(base, path.slice(0, -end.length));
  });
}

/** Modules in a package are found through it, so a name there hides nothing. */
function isPythonPackage(base: Listing, folder: string): boolean {
  return folder !== '' && base.files.has(`${folder}__init__.py`);
}
