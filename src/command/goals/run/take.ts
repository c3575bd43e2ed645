import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LADDER, type Ladder } from '../../../domain/ladder.ts';
import { checkPrompts } from '../../../inquiry/inquiry.ts';
import type { Store } from '../../../journal/journal.ts';
import { tryLockFor } from '../../../lib/lock.ts';
import { UserError } from '../../../lib/user-error.ts';
import { openRepository, type Repository, trunkTip } from '../../../workspace/workspace.ts';
import { refuseUnusable } from '../../adjust.ts';
import type { Context } from '../../contract.ts';
import { leasePath, promptsFolder } from '../../place.ts';
import { readableStore } from '../../set-aside.ts';
import { refuseOtherSettings } from '../../settings.ts';
import type { Started } from '../../start.ts';
import { alone, PATIENCE_MS } from '../../state-lock.ts';
import { sweep } from '../../sweep.ts';
import { contractsOf } from './contracts.ts';
import { factsIn } from './drive.ts';
import { openSession, ROADMAP } from './open.ts';
import { adjustedFor, GOALS_IDENTITY, type Wanted } from './settings.ts';

export interface Taken extends Started {
  readonly repository: Repository;
  readonly store: Store;
  /** It was begun before. */
  readonly goesOn: boolean;
}

/** The session that is meant: the unfinished one, else a new one. The caller closes what it gets and gives the lease back. */
export function takeSession(wanted: Wanted, fresh: boolean, context: Context): Promise<Taken> {
  const { place } = wanted;
  return alone(place, JSON.stringify(GOALS_IDENTITY), async (made) => {
    const repository = await openRepository(place);
    if (repository.state.created) made();
    let store: Store | undefined;
    try {
      checkPrompts(promptsFolder(repository.state.dir));
      store = readableStore(repository, {}, context, (opened) => opened.newest(GOALS_IDENTITY));
      const known = fresh || wanted.input.dryRun === true ? undefined : unfinishedIn(store);
      const taken =
        known === undefined
          ? await openSession(repository, store, wanted, context)
          : await goOn(repository, store, known, wanted, context);
      return { ...taken, repository, store, goesOn: known !== undefined };
    } catch (error) {
      store?.close();
      repository.close();
      throw error;
    }
  });
}

function unfinishedIn(store: Store): string | undefined {
  const known = store.newest(GOALS_IDENTITY);
  return known === undefined || factsIn(store.journal(known)).end?.kind === 'finished' ? undefined : known;
}

/** Takes an unfinished session up, with other settings where some are given. */
async function goOn(
  repository: Repository,
  store: Store,
  run: string,
  wanted: Wanted,
  context: Context,
): Promise<Started> {
  const { place, state } = repository;
  const journal = store.journal(run);
  const facts = factsIn(journal);
  refuseOtherSettings(wanted.input, facts);
  const before = facts.config.adjustable;
  refuseOtherQueue(wanted, run, before.ladder ?? LADDER);
  const adjustable = adjustedFor(wanted.input, before);
  await refuseUnusable(facts.config, adjustable, context);
  const lease = await tryLockFor(leasePath(state.dir, run), PATIENCE_MS);
  if (lease === undefined)
    throw new UserError(
      `Run ${run} is being driven by another evolve. Follow it with: evolve log -f. End it with: evolve stop`,
    );
  try {
    sweep(state.dir, run);
    // HEAD may have gone on meanwhile: the session stays on its branch.
    const { tree } = await trunkTip(place, adjustable.ladder ?? LADDER);
    await contractsOf(repository)({ tree });
    // Only now nobody else moves the run on.
    journal.append((view) => {
      const now = view.run()?.config.adjustable;
      return now === undefined || isDeepStrictEqual(adjustable, now) ? [] : [{ type: 'configured', adjustable }];
    });
    return { run, lease };
  } catch (error) {
    lease.release();
    throw error;
  }
}

/** A session goes through one queue: where it stands in it is written down. */
function refuseOtherQueue({ queue, place }: Wanted, run: string, { queue: before }: Ladder): void {
  if (queue === undefined) return;
  const isSame =
    'file' in queue
      ? queue.file === before
      : before === ROADMAP && textIn(join(place.root, ROADMAP)).trim() === queue.text.trim();
  if (!isSame)
    throw new UserError(
      `Run ${run} has ${before === undefined ? 'no queue' : 'another queue'}. Leave --queue out to continue it, or add --fresh to begin a new session.`,
    );
}

const textIn = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
