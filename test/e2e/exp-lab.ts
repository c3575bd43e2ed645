import { evolve, json, repository } from './support.ts';

/** A program of two settings: the score is its speed, and a gate wants it safe. No process but a shell is needed to measure it. */
export const SOLVER = {
  'solver.txt': 'speed=1\nsafe=yes\n',
  'bench.sh': 'sed -n s/speed=//p solver.txt\n',
  'README.md': 'a project\n',
};

/** A repository with experiments on it; what is written down for people is left out. */
export function lab(files: Readonly<Record<string, string>> = SOLVER, ...more: readonly string[]): string {
  const folder = repository(files);
  init(folder, ...more);
  return folder;
}

export function init(folder: string, ...more: readonly string[]) {
  const given = more.includes('--fitness') ? [] : ['--fitness', 'sh bench.sh'];
  const scope = more.includes('--files') ? [] : ['--files', 'solver.txt'];
  const quick = ['--unchecked', '--cores', '0', '--no-config', '--yes', '--json'];
  return json(evolve(folder, ['init', ...given, ...scope, ...more, ...quick]));
}

/** The document of a verb of experiments that works. */
export const exp = (folder: string, ...args: readonly string[]) => json(evolve(folder, ['exp', ...args, '--json']));

/** What a verb says that does not work: one line. */
export function refusal(folder: string, ...args: readonly string[]): string {
  const { code, stderr } = evolve(folder, ['exp', ...args]);
  if (code !== 2) throw new Error(`exit ${code}: ${stderr}`);
  return stderr.trim();
}
