import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { git, repository } from '../e2e/support.ts';

/** Where `.ci/libraries` puts them. */
export const LIBRARIES =
  process.env.GALAPAGOS_LIBRARIES ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'galapagos/libraries');

export const LIBRARY_NAMES = ['merge-json-schemas', 'isodate', 'go-version'] as const;
export type LibraryName = (typeof LIBRARY_NAMES)[number];

const required = process.env.GALAPAGOS_REQUIRE === 'all';

/** Skipped by name where the library or what runs its tests is missing. */
export const lacks = (library: LibraryName, program?: string): boolean =>
  !required &&
  !(
    existsSync(join(LIBRARIES, 'pins')) &&
    existsSync(join(LIBRARIES, library)) &&
    (program === undefined || spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0)
  );

/** The lines of a library's file, both ends included, as they are there. */
export function linesOf(library: LibraryName, path: string, [first, last]: readonly [number, number]): string {
  const lines = readFileSync(join(LIBRARIES, library, path), 'utf8').split('\n');
  return lines.slice(first - 1, last).join('\n');
}

/** A repository with the library as it was published, and these files beside it. */
export function repositoryOf(library: LibraryName, beside: Readonly<Record<string, string>> = {}): string {
  const folder = repository({ ...beside, '.gitignore': 'node_modules\n' });
  cpSync(join(LIBRARIES, library), folder, { recursive: true });
  if (library === 'merge-json-schemas')
    cpSync(join(LIBRARIES, 'dequal'), join(folder, 'node_modules/dequal'), { recursive: true });
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', `${library} as published`);
  git(folder, 'config', 'user.name', 'The User');
  git(folder, 'config', 'user.email', 'user@example.com');
  return folder;
}
