import { appendFileSync, lstatSync, readlinkSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '../domain/workspace.ts';
import { remove } from '../workspace/workspace.ts';

/** What agents read from their folders and later sessions of the user obey. What they write there by themselves is not in it. */
const OBEYED: Readonly<Record<string, readonly string[]>> = {
  claude: [
    ...['settings.json', 'settings.local.json', 'CLAUDE.md', 'agents', 'commands', 'hooks', 'skills', 'rules'],
    'output-styles',
  ],
  codex: [
    'config.toml',
    'AGENTS.md',
    'AGENTS.override.md',
    'hooks.json',
    'rules',
    'prompts',
    'plugins',
    'agents',
    '.env',
  ],
  opencode: [
    ...['opencode.json', 'opencode.jsonc', 'config.json', 'AGENTS.md'],
    ...['agent', 'command', 'plugin', 'skill', 'mode', 'tool'].flatMap((name) => [name, `${name}s`]),
  ],
  pi: [
    ...['settings.json', 'models.json', 'AGENTS.md', 'SYSTEM.md', 'APPEND_SYSTEM.md'],
    ...['extensions', 'skills', 'prompts', 'hooks', 'tools'],
  ],
  gemini: [
    ...['settings.json', 'GEMINI.md', 'commands', 'extensions', 'policies', 'skills', 'trustedFolders.json'],
    ...['agents', 'hooks', 'system.md', '.env'],
  ],
};

/** Of agents that are not known. */
const USUAL = ['settings.json', 'config.json', 'config.toml', 'AGENTS.md', 'hooks', 'commands', 'extensions', '.env'];

export const obeyedIn = (folder: string, name: string): readonly string[] =>
  (OBEYED[name] ?? USUAL).map((one) => join(folder, one));

/** Paths that must be after a call what they were before. */
export interface Guard {
  /** For those that are there. */
  readonly binds: readonly Mount[];
  /** Where links among them lead to: a link can't be mounted over. */
  readonly read: readonly string[];
  /** What can't be kept from being made by a mount is put aside, under a name that nobody obeys, and the log says so. */
  restore(log: string): void;
}

export function guard(paths: readonly string[]): Guard {
  const found = paths.map((path) => ({ path, before: at(path) }));
  const loose = found.filter(({ before }) => before.kind !== 'there');
  return {
    binds: found.flatMap(({ path, before }) => (before.kind === 'there' ? [{ from: path, to: path }] : [])),
    read: found.flatMap(({ before }) => (before.kind === 'link' && before.real !== undefined ? [before.real] : [])),
    restore(log) {
      for (const { path, before } of loose) {
        const now = at(path);
        if (now.kind === before.kind && (now.kind !== 'link' || before.kind !== 'link' || now.to === before.to))
          continue;
        if (now.kind !== 'absent') putAside(path, log);
        if (before.kind === 'link') symlinkSync(before.to, path);
      }
    },
  };
}

type At =
  | { readonly kind: 'absent' | 'there' }
  | { readonly kind: 'link'; readonly to: string; readonly real: string | undefined };

function at(path: string): At {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { kind: 'absent' };
  return found.isSymbolicLink() ? { kind: 'link', to: readlinkSync(path), real: realOf(path) } : { kind: 'there' };
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function putAside(path: string, log: string): void {
  const aside = `${path}.put-aside`;
  remove(aside);
  renameSync(path, aside);
  appendFileSync(log, `\nevolve: the agent made ${path}, which later sessions would obey: it is now ${aside}\n`);
}
