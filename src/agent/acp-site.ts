import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { AgentTask } from '../domain/agent.ts';
import { findProgram } from '../lib/probe.ts';
import { type Config, type Env, type Site, siteOf } from './cli-site.ts';
import { obeyedIn } from './obeyed.ts';

/**
 * Where an agent works that is known by its shell line alone. It has the user's whole environment, since nobody knows
 * which variables are its own.
 */
export function acpSite(line: string, task: AgentTask<unknown>, isolate: boolean): Site {
  const words = wordsOf(line);
  const program = words.map(found).find((path) => path !== undefined) ?? '/bin/sh';
  const needs = { program, variables: [''], config: (env: Env) => configOf(words, env), apart };
  const site = siteOf(task, needs, isolate);
  if (site.box === undefined) return site;
  const { reach } = site.box;
  return { ...site, box: { ...site.box, reach: { ...reach, read: [...reach.read, ...scriptsIn(words)] } } };
}

/** Programs, scripts and packages that a line names; never its flags. */
const wordsOf = (line: string): readonly string[] =>
  line.split(/[\s;&|()'"]+/).filter((word) => word !== '' && !word.startsWith('-') && !/[=$`]/.test(word));

const found = (word: string): string | undefined =>
  isAbsolute(word) ? [word].find((path) => existsSync(path)) : findProgram(word);

/** The folder of a script that an interpreter is given; all packages beside it when it is one of them. */
function scriptsIn(words: readonly string[]): readonly string[] {
  return words
    .filter(isAbsolute)
    .filter(existsSync)
    .flatMap((path) => {
      const real = realpathSync(path);
      const folder = /^(.*?\/node_modules)\//.exec(real)?.[1] ?? dirname(real);
      return `${homedir()}/`.startsWith(`${folder}/`) ? [real] : [folder];
    });
}

/** Agents whose folders are not called as they are. */
const ELSEWHERE: Readonly<Record<string, Config>> = {
  claude: { folders: ['.claude'], files: ['.claude.json'] },
  npx: { folders: ['.npm'] },
};

/** By custom a program called so keeps its things in these, below the home. */
const CUSTOMARY = ['.NAME', '.config/NAME', '.local/share/NAME', '.local/state/NAME', '.cache/NAME'];

function configOf(words: readonly string[], { HOME = homedir() }: Env): Config {
  const names = words.map((word) =>
    basename(word)
      .replace(/@[^@]*$/, '')
      .replace(/(-(agent|code|cli|acp))+$/, ''),
  );
  const known = names.flatMap((name) => ELSEWHERE[name] ?? []);
  const customary = names.filter((name) => /^[a-z][\w-]*$/i.test(name) && !COMMON.includes(name));
  const own = customary.flatMap((name) => CUSTOMARY.map((pattern) => pattern.replace('NAME', name)));
  const inHome = (paths: readonly string[]) => [...new Set(paths)].map((path) => join(HOME, path));
  const kept = customary.flatMap((name) =>
    CUSTOMARY.flatMap((pattern) => obeyedIn(pattern.replace('NAME', name), name)),
  );
  return {
    folders: inHome([...own, ...known.flatMap(({ folders }) => folders)]),
    kept: inHome(kept),
    files: inHome(known.flatMap(({ files = [] }) => files)),
  };
}

/** What starts others and keeps nothing that they need, or nothing that they may change. */
const COMMON = [
  'node',
  'env',
  'exec',
  'sh',
  'bash',
  'ssh',
  'git',
  'config',
  'local',
  'cache',
  'docker',
  'aws',
  'gnupg',
];

const apart = (folder: string): Readonly<Record<string, string>> => ({
  HOME: folder,
  ...Object.fromEntries(
    ['CONFIG', 'DATA', 'STATE', 'CACHE'].map((kind) => [`XDG_${kind}_HOME`, join(folder, kind.toLowerCase())]),
  ),
});
