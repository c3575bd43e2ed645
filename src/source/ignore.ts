import { IGNORE, put, textIn } from './files.ts';

/**
 * All of it: the ledger and the baselines are committed with the work that lands, and git keeps what it has once. Were they not ignored
 * where nothing has landed yet, nobody could merge the branch that has them: git does not write over a file that is only untracked.
 */
const RULES = '*\n';

/** Keeps what is only of this folder out of git. What the user has written there stays. */
export function keepOutOfGit(root: string): void {
  if (textIn(root, IGNORE) === undefined) put(root, IGNORE, RULES);
}
