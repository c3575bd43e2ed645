import { existsSync } from 'node:fs';
import type { Journal } from '../domain/journal.ts';
import { type Checkpoint, isHumanAnswer } from '../domain/question.ts';
import type { Store } from '../journal/journal.ts';
import { UserError } from '../lib/user-error.ts';
import { type Repository, unpublish } from '../workspace/workspace.ts';
import { applyCandidate } from './apply-candidate.ts';
import { consult } from './consult.ts';
import type { Context } from './contract.ts';
import { discardRun } from './discard.ts';
import { runFolder } from './place.ts';
import { publisher } from './publish.ts';
import { recordAnswer } from './record.ts';
import { bodyOf, type Ended, endedOf, nextOf, textOf } from './report/report.ts';

/** What a run has come to and, once it is over, what was done with it. */
export interface Disposal {
  readonly ended: Ended;
  /** Deleted with all its candidates. */
  readonly discarded: boolean;
  /** Its report has been shown already, with the question. */
  readonly shown: boolean;
}

export const disposalDocument = ({ ended, discarded }: Disposal): unknown =>
  discarded ? { ...ended, discarded } : ended;

/** A run that could not do its work has not succeeded. */
export const disposalCode = ({ ended }: Disposal): number =>
  ended.state === 'stopped' && ended.stop?.cause === 'broken' ? 1 : 0;

export function disposalText({ ended, discarded, shown }: Disposal, context: Context): string {
  if (discarded) return `Run ${ended.run} is deleted with all its candidates.`;
  return shown ? nextOf(ended) : textOf(ended, context);
}

export interface Wishes {
  /** Ask nothing and apply nothing. */
  readonly yes?: boolean;
  /** Said in advance. */
  readonly apply?: 'branch' | 'merge';
}

/** What is done with a run that has halted: at its end the winner waits for a word, given now or in advance. */
export async function conclude(
  repository: Repository,
  store: Store,
  run: string,
  wishes: Wishes,
  context: Context,
): Promise<Disposal> {
  const journal = store.journal(run);
  if (wasDiscarded(journal)) return discard(repository, store, run);
  const ended = await endedOf(repository, store, run);
  if (ended.state !== 'finished') return plainly(ended);
  // A driver that was killed right after the end has not shown who lives.
  if (showsBranches(journal) && ended.applied === undefined)
    await publisher(repository, context.tell).look(journal.view());
  if (ended.patch === null) return plainly(ended);
  if (wishes.apply !== undefined)
    return settle(repository, store, run, wishes.apply === 'merge' ? 'apply' : 'branch', context);
  const question = questionOf(ended);
  if (wishes.yes === true || journal.view().answer(question.key) !== undefined) return plainly(ended);
  // A run that went on and came to the same end has its question taken back, so having asked once is not enough.
  journal.append((view) => (view.checkpoint()?.key === question.key ? [] : [{ type: 'asked', question }]));
  const settled = await askUntilSettled(repository, store, run, question, context);
  return settled ?? plainly(await endedOf(repository, store, run));
}

async function askUntilSettled(
  repository: Repository,
  store: Store,
  run: string,
  question: Checkpoint,
  context: Context,
): Promise<Disposal | undefined> {
  if (!context.interactive) return undefined;
  await context.show(`${bodyOf(await endedOf(repository, store, run), context)}\n\n`);
  for (;;) {
    // A return key too many must not change anybody's branch.
    const option = await consult(question, store.journal(run), repository, context, { usual: 'keep' });
    if (option === undefined) return undefined;
    if (!existsSync(runFolder(repository.state.dir, run)))
      throw new UserError(`Run ${run} was deleted meanwhile: there is nothing to apply.`);
    try {
      return { ...(await settle(repository, store, run, option, context)), shown: true };
    } catch (error) {
      // Uncommitted changes or a conflict: whoever asked may choose otherwise.
      if (!(error instanceof UserError)) throw error;
      await context.show(error.message);
    }
  }
}

/** Carries out an answer to the question at the end; recorded once it is done, so that what failed can be tried again. */
export async function settle(
  repository: Repository,
  store: Store,
  run: string,
  option: string,
  context: Context,
): Promise<Disposal> {
  const answered = () => {
    const open = store.journal(run).view().checkpoint();
    if (open !== undefined && isAtEnd(open.key)) recordAnswer(store.journal(run), open.key, option);
  };
  switch (option) {
    case 'apply':
    case 'branch': {
      const how = option === 'apply' ? ({ kind: 'merge' } as const) : ({ kind: 'branch' } as const);
      await applyCandidate({ repository, store, run }, 'best', how, { measure: true }, context);
      // The winner has its place; the others' branches are in the way now.
      if (showsBranches(store.journal(run))) await unpublish(repository.place, run);
      answered();
      return plainly(await endedOf(repository, store, run));
    }
    case 'discard':
      return discard(repository, store, run);
    default:
      answered();
      return plainly(await endedOf(repository, store, run));
  }
}

async function discard(repository: Repository, store: Store, run: string): Promise<Disposal> {
  const ended = await endedOf(repository, store, run, 'going');
  await discardRun({ repository, store, run });
  return { ended, discarded: true, shown: false };
}

const plainly = (ended: Ended): Disposal => ({ ended, discarded: false, shown: false });

const showsBranches = (journal: Journal): boolean => journal.view().run()?.config.adjustable.branches === true;

function wasDiscarded(journal: Journal): boolean {
  const run = journal.view().run();
  const answer = journal.view().answer(`gen${run?.batch}`);
  return run?.end?.kind === 'finished' && isHumanAnswer(answer) && answer.option === 'discard';
}

const END = /^end\d+$/;

export const isAtEnd = (question: string): boolean => END.test(question);

/** A run that is continued after its end and ends again asks anew. */
function questionOf(ended: Ended): Checkpoint {
  return {
    key: `end${ended.generation ?? ended.proposals.made}`,
    of: 'human',
    text: `The run is over, the winner is ${ended.best.id}. What becomes of it?`,
    options: [
      { name: 'apply', text: 'merge the winner into the branch that is checked out' },
      { name: 'branch', text: 'put the winner on a new branch' },
      { name: 'keep', text: 'leave everything as it is; `evolve apply` takes it over later' },
      { name: 'discard', text: 'delete the run with all its candidates' },
    ],
  };
}
