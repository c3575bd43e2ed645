import { type Lock, tryLockFor } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import type { Repository } from '../workspace/workspace.ts';
import { adjusted, refuseUnusable } from './adjust.ts';
import { conclude, type Disposal, disposalCode, disposalDocument, disposalText, isAtEnd, settle } from './conclude.ts';
import { inspected } from './consult.ts';
import { continueRun } from './continue.ts';
import { type Command, type Context, RUN } from './contract.ts';
import { refuseExperiments } from './exp/refuse.ts';
import { refuseCycles } from './goals/refuse.ts';
import { type Given, list, on, text } from './option.ts';
import { leasePath, type OpenRun, withRun } from './place.ts';
import { asking, problemWith, recordAnswer } from './record.ts';
import { repositoryOf } from './repository.ts';

const OPTIONS = {
  question: text('<question>', 'the id of the question, as `evolve status` shows it'),
  option: text('<option>', 'one of its options'),
  set: list('--set <name=value>', 'change a setting and go on, such as k=6 or stale=5; may be repeated'),
  wait: on('--no-wait', 'only record the answer; the next `evolve run --resume` goes on'),
  yes: on('-y, --yes', 'go on after the following generations without asking'),
  run: RUN,
} as const;

type Answered = Disposal | { readonly run: string; readonly inspected: string };

export const command: Command<typeof OPTIONS, Answered> = {
  examples: [
    'evolve answer gen1 continue',
    'evolve answer gen1 inspect',
    'evolve answer gen2 adjust --set k=6 --set stale=5',
    'evolve answer gen2 adjust --set budget-usd=10 --set agent=codex',
    'evolve answer gen3 stop --json',
    'evolve answer end5 branch',
  ],
  positional: ['question', 'option'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async (open) => {
      refuseExperiments('answer', open.run);
      refuseCycles('answer', open.run);
      const { question, option } = input;
      if (question === undefined || option === undefined) {
        throw new UserError(howToAnswer(open));
      }
      const lease = await leaseOf(open);
      const repository = await repositoryOf(open);
      try {
        const problem = problemWith(open.view.checkpoint(), question, option, open.run.id);
        if (problem !== undefined) throw new UserError(problem);
        return await take(open, repository, lease, { ...input, question, option }, context);
      } finally {
        lease.release();
        repository.close();
      }
    }),
  text: (answered, context) => ('inspected' in answered ? answered.inspected : disposalText(answered, context)),
  document: (answered) => ('inspected' in answered ? answered : disposalDocument(answered)),
  exitCode: (answered) => ('inspected' in answered ? 0 : disposalCode(answered)),
};

function howToAnswer({ view, run }: OpenRun): string {
  const asked = view.checkpoint();
  if (asked === undefined) return `Run ${run.id} asks nothing now. See: evolve status`;
  return `${asking(asked)} Say, for example: evolve answer ${asked.key} ${asked.options[0]?.name ?? ''}`;
}

async function leaseOf({ stateDir, run, view }: OpenRun): Promise<Lock> {
  const lease = await tryLockFor(leasePath(stateDir, run.id), 1000);
  if (lease !== undefined) return lease;
  const asked = view.checkpoint();
  throw new UserError(
    asked === undefined
      ? `Run ${run.id} is being driven by another evolve: it asks nothing now.`
      : `Run ${run.id} is waiting for an answer at a terminal: give it there.`,
  );
}

async function take(
  open: OpenRun,
  repository: Repository,
  lease: Lock,
  input: Given<typeof OPTIONS> & { readonly question: string; readonly option: string },
  context: Context,
): Promise<Answered> {
  const { store, journal, run } = open;
  const { question, option, set = [] } = input;
  if (option === 'inspect') return { run: run.id, inspected: await inspected(journal, repository, context) };
  if (isAtEnd(question)) {
    // What becomes of the winner is done under locks of its own.
    lease.release();
    return settle(repository, store, run.id, option, context);
  }
  if (option === 'adjust' && set.length === 0)
    throw new UserError('Adjust what? Say, for example: --set k=6 --set stale=5');
  if (option !== 'adjust' && option !== 'continue' && set.length > 0)
    throw new UserError(`--set goes with adjust or continue, not with ${option}.`);
  const adjustable = set.length === 0 ? undefined : adjusted(set, run);
  if (adjustable !== undefined) await refuseUnusable(run.config, adjustable, context);
  recordAnswer(journal, question, option, adjustable);
  if (input.wait === false) lease.release();
  else await continueRun(repository, store, { run: run.id, lease }, input.yes === true, context);
  return conclude(repository, store, run.id, { yes: input.yes === true }, context);
}
