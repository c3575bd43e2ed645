import type { Contract } from '../domain/contract.ts';
import { isGlob } from '../lib/glob.ts';
import { detectTests, scriptsIn } from './detect.ts';
import { goalsIn } from './goals/goals.ts';
import { filesNamed } from './named.ts';
import { PROFILES, profileIn } from './profile.ts';
import { PROGRAMS, programIn } from './program.ts';
import type { ReadText } from './read-text.ts';

const WIRING = 'scripts/check-wiring-closure.sh';

/** Whoever changes these changes what is checked elsewhere. */
const CI = ['.github/workflows/**', '.gitlab-ci.yml', '.circleci/**', 'Jenkinsfile', 'azure-pipelines.yml', '.ci/**'];

/**
 * All that a version says of how it is to be worked on. `files` are its tracked paths.
 * Contract: throws `UserError` with file and line where one of its files is wrong.
 */
export async function contractIn(read: ReadText, files: readonly string[]): Promise<Contract> {
  const profile = await profileIn(read);
  const program = await programIn(read);
  const goals = await goalsIn(read, goalsPath(profile?.goalsSource.primary, files));
  const notes: string[] = [];
  const said = [...new Set([...(profile?.validation ?? []), ...(program?.validation ?? [])])];
  const detected = said.length > 0 ? undefined : await detectTests(read, files);
  if (said.length > 0)
    notes.push(
      `validation commands from ${[profile?.path, program?.path].filter((path) => path !== undefined).join(' and ')}`,
    );
  else if (detected !== undefined) notes.push(`validation command found in ${detected.from}: ${detected.command}`);
  else
    notes.push(
      'no validation commands: write them into PROGRAM.md, or add a test target to the Makefile or package.json',
    );
  const wired = files.includes(WIRING);
  if (!wired) notes.push(`no wiring check: ${WIRING} is not there`);
  const bundle = [...said, ...(detected === undefined ? [] : [detected.command]), ...(wired ? [`bash ${WIRING}`] : [])];
  const unheard = program?.words?.length ?? 0;
  if (unheard > 0)
    notes.push(`${program?.path}: ${unheard} of its scope name no path, so only the agent can heed them`);
  const checks = [...(goals?.goals.map(({ check }) => check) ?? []), ...bundle];
  const immutable = [
    ...(program?.immutable ?? []).flatMap((path) => withFolder(path, files)),
    'GOALS.md',
    'GOALS.yaml',
    ...(goals === undefined ? [] : [goals.path]),
    ...PROGRAMS,
    ...PROFILES,
    ...CI,
    ...filesNamed([...checks, ...(await scriptLines(read, checks))], files),
  ];
  return {
    ...(goals === undefined ? {} : { goals }),
    ...(program === undefined ? {} : { program }),
    ...(profile === undefined ? {} : { profile }),
    bundle: [...new Set(bundle)],
    notes,
    mutable: [...new Set((program?.mutable ?? []).flatMap((path) => withFolder(path, files)))],
    immutable: [...new Set(immutable)],
  };
}

/** What the profile calls the goals, where it is there and the usual ones are not. */
function goalsPath(primary: string | undefined, files: readonly string[]): string | undefined {
  const usual = files.includes('GOALS.md') || files.includes('GOALS.yaml');
  return usual || primary === undefined || !files.includes(primary) ? undefined : primary;
}

/** A name that is no file may be a folder, which stands for all below it. */
const withFolder = (path: string, files: readonly string[]): readonly string[] =>
  isGlob(path) || files.includes(path) ? [path] : [path, `${path}/**`];

/** What the scripts of package.json do that shell lines call, by name. */
async function scriptLines(read: ReadText, lines: readonly string[]): Promise<readonly string[]> {
  const scripts = await scriptsIn(read);
  const found = new Set<string>();
  const follow = (line: string): void => {
    for (const [, name = ''] of line.matchAll(
      /\b(?:npm|pnpm|yarn|bun)(?:\s+run(?:-script)?)?\s+(?:-\S+\s+)*([\w:.-]+)/g,
    )) {
      for (const key of [name, `pre${name}`, `post${name}`]) {
        const script = scripts[key];
        if (script === undefined || found.has(script)) continue;
        found.add(script);
        follow(script);
      }
    }
  };
  lines.forEach(follow);
  return [...found];
}
