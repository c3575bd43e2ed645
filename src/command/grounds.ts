import type { Candidate, Sha } from '../domain/candidate.ts';
import type { Base } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import type { RunFacts } from '../domain/view.ts';
import { findInputs, laid, type Repository, scopeOf } from '../workspace/workspace.ts';

/** What a candidate's change is a change of, where the harness may have become another meanwhile. */
export interface Grounds {
  /** The user's code, as it was when the run was opened. */
  readonly base: Base;
  /** The candidate on these grounds. */
  readonly candidate: Candidate;
  /** The base that it was measured on, where that is another. */
  readonly harness?: Base;
}

/** The candidate on the user's own code: its files in scope and nothing of the harness, unless that is wanted, too. */
export async function groundsOf(
  repository: Repository,
  journal: Journal,
  run: RunFacts,
  candidate: Candidate,
  withHarness: boolean,
): Promise<Grounds> {
  const base = openedOn(journal) ?? run.base;
  if (base.tree === run.base.tree) return { base, candidate };
  const on = withHarness ? run.base : base;
  const scope = scopeOf(run.config.identity.files, await repository.files(on.commit));
  const inputs = await findInputs(repository, on, run.config.fixed.inputs);
  const own = await laid(repository, { base: on, scope, inputs }, candidate.tree);
  return { base, candidate: { ...candidate, ...own }, harness: run.base };
}

/** What two versions differ in, whatever harness each was made on. */
export async function ownDiff(
  repository: Repository,
  journal: Journal,
  run: RunFacts,
  from: Sha,
  to: Sha,
): Promise<Buffer> {
  if (openedOn(journal)?.tree === run.base.tree) return repository.diff(from, to);
  const scope = scopeOf(run.config.identity.files, await repository.files(run.base.commit));
  const rules = { base: run.base, scope, inputs: await findInputs(repository, run.base, run.config.fixed.inputs) };
  const [before, after] = [await laid(repository, rules, from), await laid(repository, rules, to)];
  return repository.diff(before.commit, after.commit);
}

function openedOn(journal: Journal): Base | undefined {
  const first = journal.read(0, 1)[0]?.event;
  return first?.type === 'opened' ? first.base : undefined;
}
