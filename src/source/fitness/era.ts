import type { Contract } from '../../domain/contract.ts';
import type { Version } from '../../domain/lane.ts';
import type { Desk } from '../desk.ts';
import { baselineIn, keepBaseline } from './baseline.ts';

/** Keeps what the goals of an era come to when it is first worked in, unless that is not wanted. */
export async function keepEra(
  desk: Pick<Desk, 'root' | 'ladder' | 'snapshotOf'>,
  { goals }: Pick<Contract, 'goals'>,
  version: Pick<Version, 'id'>,
): Promise<void> {
  const { root, ladder } = desk;
  if (goals === undefined || ladder.skipBaseline || ladder.dryRun || ladder.mode === 'beads-only') return;
  if (baselineIn(root, goals.era) !== undefined) return;
  const snapshot = await desk.snapshotOf(version.id);
  if (snapshot !== undefined) keepBaseline(root, goals.era, snapshot);
}
