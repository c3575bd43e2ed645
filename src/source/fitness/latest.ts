import type { Snapshot } from '../../domain/goals.ts';
import { snapshotText } from '../../domain/snapshot.ts';
import { FITNESS, put } from '../files.ts';
import { keepOutOfGit } from '../ignore.ts';

/** The rolling snapshot. Contract: it is whole, or as it was before. */
export function keepLatest(root: string, snapshot: Snapshot): string {
  keepOutOfGit(root);
  put(root, FITNESS, snapshotText(snapshot));
  return FITNESS;
}
