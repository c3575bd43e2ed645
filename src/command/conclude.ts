import type { Journal } from '../domain/journal.ts';
import { type Checkpoint, isHumanAnswer } from '../domain/question.ts';
import type { Store } from '../journal/journal.ts';
import { UserError } from '../lib/user-error.ts';
import type { Repository } from '../workspace/workspace.ts';
import { type Applied, applyCandidate } from './apply.ts';
import { discardRun } from './clean.ts';
import { consult } from './consult.ts';
import type { Context } from './contract.ts';
import { recordAnswer } from './record.ts';
import { bodyOf, type Ended, endedOf } from './report.ts';

/** What a run has come to and, once it is over, what was done with it. */
export interface Disposal extends Ended {
  readonly applied?: Applied;
  /** Deleted with all its candidates. */
  readonly discarded?: true;
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
  const ended = await endedOf(repository, store, run);
  if (ended.state !== 'finished') return ended;
  if (wasDiscarded(journal)) return discard(repository, store, ended, context);
  if (ended.patch === null) return ended;
  if (wishes.apply !== undefined) {
    context.tell(bodyOf(ended, context));
    return settle(repository, store, run, wishes.apply === 'merge' ? 'apply' : 'branch', context);
  }
  const question = questionOf(ended);
  if (wishes.yes === true || journal.view().answer(question.key) !== undefined) return ended;
  journal.append((view) => (view.asked(question.key) ? [] : [{ type: 'asked', question }]));
  return (await askUntilSettled(repository, store, run, question, context)) ?? endedOf(repository, store, run);
}

async function askUntilSettled(
  repository: Repository,
  store: Store,
  run: string,
  question: Checkpoint,
  context: Context,
): Promise<Disposal | undefined> {
  if (!context.interactive) return undefined;
  context.tell(bodyOf(await endedOf(repository, store, run), context));
  for (;;) {
    const option = await consult(question, store.journal(run), repository, context);
    if (option === undefined) return undefined;
    try {
      return await settle(repository, store, run, option, context);
    } catch (error) {
      // Uncommitted changes or a conflict: whoever asked may choose otherwise.
      if (!(error instanceof UserError)) throw error;
      context.tell(error.message);
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
  const ended = await endedOf(repository, store, run);
  const answered = () => {
    const open = store.journal(run).view().checkpoint();
    if (open !== undefined && isAtEnd(open.key)) recordAnswer(store.journal(run), open.key, option);
  };
  switch (option) {
    case 'apply':
    case 'branch': {
      const how = option === 'apply' ? ({ kind: 'merge' } as const) : ({ kind: 'branch' } as const);
      const applied = await applyCandidate({ repository, store, run }, ended.best.id, how, context);
      answered();
      return { ...(await endedOf(repository, store, run)), applied };
    }
    case 'discard':
      return discard(repository, store, ended, context);
    default:
      answered();
      return endedOf(repository, store, run);
  }
}

async function discard(repository: Repository, store: Store, ended: Ended, context: Context): Promise<Disposal> {
  await discardRun(repository, store, ended.run, context);
  return { ...ended, discarded: true };
}

function wasDiscarded(journal: Journal): boolean {
  const answer = journal.view().answer(`gen${journal.view().run()?.batch}`);
  return isHumanAnswer(answer) && answer.option === 'discard';
}

const END = /^end\d+$/;

export const isAtEnd = (question: string): boolean => END.test(question);

/** A run that is continued after its end and ends again asks anew. */
function questionOf(ended: Ended): Checkpoint {
  return {
    key: `end${ended.generation}`,
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
