import { UserError } from '../../lib/user-error.ts';
import { trunkTip } from '../../workspace/workspace.ts';
import type { Desk } from '../desk.ts';
import { alone, LEDGER, put, textIn } from '../files.ts';
import { joinLedgers } from './join.ts';

/**
 * Brings the user's ledger up to what has landed: who checks out another branch takes it away, and a fresh clone has none.
 * Contract: nothing of it is lost; where nothing can land, nothing is done.
 */
export async function bringLedger({ root, repository, ladder }: Desk, signal?: AbortSignal): Promise<void> {
  const tip = await trunkTip(repository.place, ladder).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
  if (tip === undefined) return;
  const landed = (await repository.read(tip.commit, LEDGER))?.toString('utf8') ?? '';
  await alone(root, signal, () => {
    const local = textIn(root, LEDGER) ?? '';
    const joined = joinLedgers(local, landed);
    if (joined !== local) put(root, LEDGER, joined);
  });
}
