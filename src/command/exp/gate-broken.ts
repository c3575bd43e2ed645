import type { Version } from '../../domain/lane.ts';
import type { Repository } from '../../workspace/workspace.ts';
import type { Case } from '../doctor/red-team/case.ts';
import { type Target, tricks } from '../doctor/red-team/tricks.ts';

export interface BrokenVersion {
  /** What was done to it. */
  readonly what: string;
  readonly version: Version;
}

/** Code that does nothing, or fails at once: no gate that looks at what the code does lets it pass. */
const USED = ['empty', 'raises'];
/** Of more files only so many are broken. */
const FILES = 200;
/** Of what is made up here nothing prints a score or sleeps. */
const AIM = { direction: 'max', channel: 'number', sleepSeconds: 1, oneByOne: 0 } as const;

/** A version whose files in scope are broken, in each way that there is. */
export async function brokenVersions(
  repository: Repository,
  { id, commit }: Version,
  files: readonly string[],
): Promise<readonly BrokenVersion[]> {
  const targets: Target[] = [];
  for (const path of files.slice(0, FILES)) {
    const content = await repository.read(commit, path);
    if (content !== undefined) targets.push({ path, content });
  }
  const cases = tricks(targets, AIM).filter((one) => USED.includes(one.id));
  const made: BrokenVersion[] = [];
  for (const one of cases) {
    const changes = changesOf(one);
    if (changes === undefined) continue;
    const message = `evolve: ${id} ${one.what} (made up for a gate)`;
    const draft = await repository.commit({ parents: [commit], onto: commit, changes, message });
    made.push({ what: one.what, version: { id: `${id}-${one.id}`, ...draft } });
  }
  return made;
}

const changesOf = ({ made }: Case) => ('changes' in made ? made.changes : undefined);
