import type { Checkpoint } from '../domain/question.ts';
import { type Lock, tryLockFor } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import { findPlace, openRepository } from '../workspace/workspace.ts';
import { continueRun } from './continue.ts';
import { type Command, RUN } from './contract.ts';
import { on, text } from './option.ts';
import { leasePath, type OpenRun, withRun } from './place.ts';
import { type Ended, endedOf, textOf } from './report.ts';

const OPTIONS = {
  question: text('<question>', 'the id of the question, as `evolve status` shows it'),
  option: text('<option>', 'one of its options'),
  wait: on('--no-wait', 'only record the answer; the next `evolve run --resume` goes on'),
  yes: on('-y, --yes', 'go on after the following generations without asking'),
  run: RUN,
} as const;

export const command: Command<typeof OPTIONS, Ended> = {
  examples: ['evolve answer gen1 continue', 'evolve answer gen3 stop', 'evolve answer gen1 continue --yes --json'],
  positional: ['question', 'option'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async (open) => {
      const { question, option } = input;
      if (question === undefined || option === undefined) {
        throw new UserError(`${asking(open.view.checkpoint())} Say: evolve answer <question> <option>`);
      }
      const lease = await tryLockFor(leasePath(open.stateDir, open.run.id), 1000);
      if (lease === undefined)
        throw new UserError(`Run ${open.run.id} is being driven by another evolve: it asks nothing now.`);
      const repository = await openRepository(await findPlace(open.root));
      try {
        record(open, question, option, lease);
        if (input.wait === false) lease.release();
        else {
          const decide = () => (input.yes === true ? 'continue' : undefined);
          await continueRun(repository, open.store, { run: open.run.id, lease }, decide, context);
        }
        return await endedOf(repository, open.store, open.run.id);
      } finally {
        repository.close();
      }
    }),
  text: textOf,
};

function record({ journal, run }: OpenRun, question: string, option: string, lease: Lock): void {
  let problem: string | undefined;
  journal.append((view) => {
    const open = view.checkpoint();
    if (open?.key !== question) problem = `Run ${run.id} has no open question ${question}. ${asking(open)}`;
    else if (!open.options.some(({ name }) => name === option))
      problem = `${option} is no answer to ${question}. ${asking(open)}`;
    return problem === undefined ? [{ type: 'answered', key: question, answer: { option } }] : [];
  });
  if (problem === undefined) return;
  lease.release();
  throw new UserError(problem);
}

function asking(open: Checkpoint | undefined): string {
  if (open === undefined) return 'It asks nothing now.';
  return `It asks ${open.key}: ${open.options.map(({ name }) => name).join(' or ')}.`;
}
