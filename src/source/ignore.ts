import { IGNORE, put, textIn } from './files.ts';

/** The ledger and the baselines belong into git; state and snapshots, and this file, stay with the user. */
const RULES = ['*', '!/cycle-history.jsonl', '!/fitness-baselines/', '!/fitness-baselines/**', ''].join('\n');

/** Keeps what is only of this folder out of git. What the user has written there stays. */
export function keepOutOfGit(root: string): void {
  if (textIn(root, IGNORE) === undefined) put(root, IGNORE, RULES);
}
