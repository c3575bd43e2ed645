import { readFileSync } from 'node:fs';
import type { Sha } from '../../domain/candidate.ts';
import { findCommits, patchedTree, type Repository, takeTrees } from '../../workspace/workspace.ts';
import type { EvoAttempt, EvoExperiment, EvoRun } from './evo-files.ts';

/** The files of every attempt, as far as git still has them or they can be had from its patch. */
export interface EvoCode {
  treeOf(id: string, attempt: number): Sha | undefined;
  /** The user's commit that keeps what is borrowed, and its files. */
  readonly head: { readonly commit: Sha; readonly tree: Sha } | undefined;
}

/** Copies what evo's commits are made of into the private repository, so that its branches and worktrees may go. */
export async function takeCode(run: EvoRun, repository: Repository): Promise<EvoCode> {
  const { place, state } = repository;
  const head = (await findCommits(place.root, ['HEAD'])).get('HEAD');
  const commits = await findCommits(
    run.root,
    run.nodes.flatMap((one) => namesOf(run, one)),
  );
  const wanted = [...commits.values()].map(({ tree }) => tree);
  await takeTrees(state, run.root, [...new Set(wanted)], head?.commit);
  const first = (names: readonly string[]): Sha | undefined =>
    names.map((name) => commits.get(name)?.tree).find((tree) => tree !== undefined);

  const trees = new Map<string, Sha>();
  const committed = new Map<string, Sha>();
  for (const one of run.nodes) {
    for (const attempt of attemptsOf(one)) {
      const own = attempt.outcome.outcome === 'committed' ? first(committedAs(run, one, attempt)) : undefined;
      const bases = [committed.get(one.parent), first(beforeOf(run, one))].filter((tree) => tree !== undefined);
      const tree = own ?? (await patched(repository, bases, attempt));
      if (tree === undefined) continue;
      trees.set(`${one.node.id}/${attempt.attempt}`, tree);
      if (attempt.outcome.outcome === 'committed') committed.set(one.node.id, tree);
    }
  }
  return { treeOf: (id, attempt) => trees.get(`${id}/${attempt}`), head };
}

/** What an experiment came to. Where evo kept no outcome, as of a result that was reported by hand, what its node says. */
export function attemptsOf({ node, attempts }: EvoExperiment): readonly EvoAttempt[] {
  const { status } = node;
  if (attempts.length > 0 || (status !== 'committed' && status !== 'evaluated' && status !== 'failed')) return attempts;
  const gates = (node.gate_failures ?? []).map((name) => ({ name, passed: false }));
  const outcome = {
    outcome: status,
    score: node.score,
    finished_at: node.updated_at,
    started_at: node.updated_at,
    gates,
    error: node.error,
    commit: node.commit,
    benchmark: { result: node.benchmark_result },
  };
  return [{ attempt: 1, outcome }];
}

const namesOf = (run: EvoRun, one: EvoExperiment): readonly string[] => [
  ...attemptsOf(one).flatMap((attempt) => committedAs(run, one, attempt)),
  ...beforeOf(run, one),
];

const kept = ({ node }: EvoExperiment): boolean => node.status === 'committed' || node.status === 'pruned';

/** Names of the commit of an attempt that was committed, the surest first. */
function committedAs({ id: run }: EvoRun, one: EvoExperiment, { outcome }: EvoAttempt): readonly string[] {
  if (outcome.outcome !== 'committed') return [];
  const { id, commit } = one.node;
  const branch = kept(one) ? [commit, `refs/heads/evo/${run}/${id}`] : [];
  return [outcome.commit, ...branch, `refs/evo-anchor/${run}/${id}`].filter((name) => name != null);
}

/** Names of the commit that it was made from: until it is committed, a node names its parent's. */
function beforeOf(run: EvoRun, one: EvoExperiment): readonly string[] {
  const { commit } = one.node;
  if (!kept(one) && commit != null) return [commit];
  return attemptsOf(one).flatMap((attempt) => committedAs(run, one, attempt).map((name) => `${name}^`));
}

async function patched({ state }: Repository, bases: readonly Sha[], { patch }: EvoAttempt): Promise<Sha | undefined> {
  if (patch === undefined) return undefined;
  const text = readFileSync(patch);
  for (const base of bases) {
    const tree = await patchedTree(state, base, text);
    if (tree !== undefined) return tree;
  }
  return undefined;
}
