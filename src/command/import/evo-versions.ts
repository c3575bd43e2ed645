import type { Candidate, Sha } from '../../domain/candidate.ts';
import type { Base } from '../../domain/event.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Repository } from '../../workspace/workspace.ts';
import type { EvoCode } from './evo-code.ts';
import type { Versions } from './evo-events.ts';
import type { History, Try } from './evo-history.ts';

/**
 * Makes commits of ours out of what was tried. The base of an epoch is its baseline of evo: that is where the harness is, since
 * evo builds it in its first experiment.
 */
export async function versionsOf(history: History, { head }: EvoCode, repository: Repository): Promise<Versions> {
  const commit = async (tree: Sha, parents: readonly Sha[], message: string): Promise<Sha> =>
    (await repository.commit({ parents, onto: tree, changes: new Map(), message })).commit;
  const keeper = head === undefined ? {} : { head: head.commit };
  const baseOf = async (tree: Sha): Promise<Base> => ({
    commit: await commit(tree, [], 'evolve: seed'),
    tree,
    ...keeper,
  });

  const bases = new Map<number, Base>();
  for (let epoch = 1; epoch <= history.breaks.length + 1; epoch++) {
    const tree = history.baseline(epoch)?.tree;
    if (tree !== undefined) bases.set(epoch, await baseOf(tree));
  }
  const first = bases.get(1) ?? (head === undefined ? undefined : await baseOf(head.tree));
  if (first === undefined)
    throw new UserError('Neither evo’s baseline nor a commit of this repository is there: commit the code first.');

  const candidates = new Map<Try, Candidate>();
  const newest = new Map<string, Sha>();
  for (const one of history.tries) {
    const { node, parent } = one.experiment;
    const { id } = node;
    const above = newest.get(parent) ?? bases.get(one.epoch)?.commit ?? first.commit;
    const summary = node.hypothesis ?? id;
    const sha = await commit(one.tree, [above], `${id}: ${summary}`);
    candidates.set(one, { id, proposal: id, parents: [parent], commit: sha, tree: one.tree, summary });
    newest.set(id, sha);
  }
  return {
    first,
    base: (epoch) => bases.get(epoch),
    candidate(one) {
      const found = candidates.get(one);
      if (found === undefined) throw new Error('there is no such attempt');
      return found;
    },
  };
}
