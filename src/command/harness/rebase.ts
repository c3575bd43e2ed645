import type { Evaluation } from '../../domain/evaluation.ts';
import type { Base, Event } from '../../domain/event.ts';
import type { Attempt } from '../../domain/experiment.ts';
import { gatesFor } from '../../domain/inheritance.ts';
import type { Version } from '../../domain/lane.ts';
import { ledgerOf } from '../../journal/journal.ts';
import { UserError } from '../../lib/user-error.ts';
import { plain } from '../../lib/width.ts';
import { attempt, MachineFailure } from '../../loop/loop.ts';
import { remove } from '../../workspace/workspace.ts';
import { retryPlan } from '../continue.ts';
import type { Context } from '../contract.ts';
import { withClaim, writer } from '../exp/evaluating.ts';
import { attemptFolder, evaluationFolder } from '../exp/folders.ts';
import { runFolder } from '../place.ts';
import { secretsOf } from '../secrets.ts';
import { openSite } from '../site.ts';
import { evaluating, type Room } from './room.ts';

const ROOT = 'root';

/**
 * Makes another harness the base: measures the unchanged code with it, records both as one, and goes on until root counts in
 * the new epoch. Contract: nothing is recorded where the unchanged code fails; a kill after that is mended by `rescore root`.
 */
export async function rebase(room: Room, made: Base, reason: string, context: Context): Promise<Attempt> {
  const { lab, repository } = room;
  return withClaim(lab, ROOT, async () => {
    refuseWhileEvaluating(room);
    const engine = { ...(await context.engine()), operators: () => ({}) };
    const folder = evaluationFolder(lab.stateDir, lab.run.id, ROOT);
    const { config } = room.run;
    const alone = { ...config, adjustable: { ...config.adjustable, parallel: 1 } };
    const ledger = ledgerOf(lab.journal, {
      folder: runFolder(lab.stateDir, lab.run.id),
      secrets: secretsOf(lab.root, config),
    });
    const site = await openSite(repository, lab.run.id, alone, { id: ROOT, base: made }, engine, ledger, folder);
    await using lanes = site.lanes;
    context.tell('measuring the code as it was with the new harness …');
    const candidate: Version = { id: ROOT, commit: made.commit, tree: made.tree };
    const number = (lab.journal.view().entry(ROOT)?.experiment?.attempt ?? 0) + 1;
    const evaluation = await lanes.evaluate(
      {
        candidate,
        attempt: number,
        epoch: (room.run.epoch ?? 0) + 1,
        gates: gatesFor(lab.view, ROOT).map(({ gate }) => gate),
      },
      context.signal,
    );
    if (evaluation.outcome !== 'scored') {
      remove(attemptFolder(lab.stateDir, lab.run.id, ROOT, number));
      throw unfit(evaluation, room);
    }
    record(room, number, made, reason, evaluation);
    return await attempt({ journal: lab.journal, lanes, ...retryPlan(), write: writer(lab) }, ROOT, context.signal);
  });
}

/** What is being measured would be of no use. */
export function refuseWhileEvaluating({ lab }: Pick<Room, 'lab'>): void {
  const [first] = evaluating(lab).filter((id) => id !== ROOT);
  if (first !== undefined)
    throw new UserError(`${first} is being evaluated: wait for it, or end it with evolve exp abort ${first}`);
}

function unfit(evaluation: Exclude<Evaluation, { outcome: 'scored' }>, { folder }: Room): Error {
  if (evaluation.outcome === 'broken')
    return new MachineFailure(`the new harness can't be measured: ${evaluation.reason}. Nothing was recorded.`);
  const tail = (evaluation.tail ?? '').trimEnd().split('\n').slice(-TAIL_LINES);
  return new UserError(
    [
      `The code as it was fails with the new harness: ${evaluation.reason}. Nothing was recorded: mend it in ${folder} and commit again.`,
      ...tail.filter((line) => line !== '').map((line) => `  ${plain(line)}`),
    ].join('\n'),
  );
}

const TAIL_LINES = 10;

function record(room: Room, attempt: number, base: Base, reason: string, evaluation: Evaluation): void {
  const { commit, tree } = base;
  const summary = room.lab.view.entry(ROOT)?.candidate?.summary ?? '';
  const root = { id: ROOT, proposal: ROOT, parents: [], commit, tree, summary };
  const recorded = room.lab.journal.append((view): readonly Event[] => {
    const known = view.entry(ROOT)?.experiment?.attempt ?? 0;
    if (view.run()?.base.commit !== room.base.commit || known + 1 !== attempt) return [];
    return [
      { type: 'based', base, reason },
      { type: 'applied', candidate: root, attempt, rescore: true },
      { type: 'evaluated', candidate: ROOT, evaluation },
    ];
  });
  if (recorded.length === 0) throw new UserError('Root was changed meanwhile: evolve harness commit once more.');
}
