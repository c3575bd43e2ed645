import type { Refused } from '../domain/candidate.ts';
import type { ApplyJob } from '../domain/lane.ts';
import type { Verified } from '../domain/verification.ts';
import { type Changed, mechanical } from '../evaluation/evaluation.ts';
import { verifyBy } from '../inquiry/inquiry.ts';
import type { Collected, Worktree } from '../workspace/workspace.ts';
import { goOnFrom, made } from './authored.ts';
import type { ChangedDraft } from './draft.ts';
import type { LocalOptions } from './local.ts';

/** Larger files are data. */
const MOST_BYTES = 2 * 1024 * 1024;

interface Work {
  readonly options: LocalOptions;
  readonly job: ApplyJob;
  readonly draft: ChangedDraft;
  readonly worktree: Worktree | undefined;
  /** What verifiers found of changes that did not pass: nobody is paid to find it again. */
  readonly failed: Map<string, Verified>;
}

/**
 * Whether all that somebody has made of a proposal may be measured: by code first, which costs nothing, then by whoever
 * verifies. Contract: what was verified is what is measured, whatever a verifier does to the files; what failed lies there
 * to be revised, with the edits that are not allowed undone.
 */
export async function verifyWork(work: Work, nth: number, signal: AbortSignal): Promise<Verified> {
  const { options, job, draft, worktree, failed } = work;
  const { repository, council, plan } = options;
  const collected = await made(options, job, draft, worktree);
  const { changes, modes, refused } = collected;
  const [parent] = job.parents;
  const message = `evolve: ${job.proposal.id} as it is verified`;
  const { tree } = await repository.commit({ parents: [], onto: parent.commit, changes, modes, message });
  const { findings, flags } = await mechanical(await changedOf(work, collected), plan.audit ?? NAMES);
  // Nothing is left to look at; whoever collects it says so.
  const isSame = tree === (job.trial?.mend?.version.tree ?? parent.tree);
  if (isSame && findings.length === 0) return { kind: 'passed' };
  const verdict = findings.length > 0 || council === undefined ? byCode(findings) : await known();
  if (worktree === undefined) return verdict;
  if (verdict.kind !== 'failed') {
    await worktree.load({ tree, refused });
    return verdict;
  }
  // On a run that goes on after it was killed they are not there either.
  if (refused.length > 0) await worktree.renew();
  await goOnFrom(worktree, tree);
  return verdict;

  /** Of the same change the same is found. */
  async function known(): Promise<Verified> {
    const change = JSON.stringify([tree, refused]);
    const verdict = failed.get(change) ?? (await asked());
    if (verdict.kind === 'failed') failed.set(change, verdict);
    return verdict;
  }

  async function asked(): Promise<Verified> {
    if (council === undefined) return { kind: 'passed' };
    const { objective, boundaries } = job.proposal.brief;
    const { directives } = job.dossier;
    const patch = (await repository.diff(parent.tree, tree)).toString('utf8');
    const told = { key: keyOf(job, nth), objective, boundaries, patch, refused, flags };
    const where = worktree === undefined ? {} : { workspace: worktree };
    return verifyBy(council, { ...told, ...where, ...(directives === undefined ? {} : { directives }) }, signal);
  }
}

const NAMES = { harness: [], heldOut: [] };

const byCode = (findings: readonly string[]): Verified =>
  findings.length === 0 ? { kind: 'passed' } : { kind: 'failed', findings };

function keyOf({ proposal, trial }: ApplyJob, nth: number): string {
  const attempt = trial === undefined || trial.attempt === 1 ? '' : `/${trial.attempt}`;
  return `${proposal.id}${attempt}/verify/${nth}`;
}

async function changedOf({ options, job }: Work, { changes, refused }: Collected): Promise<Changed> {
  const parent = (path: string) => options.repository.read(job.parents[0].commit, path);
  const files: Changed['files'][number][] = [];
  for (const [path, content] of changes) {
    const before = await parent(path);
    const was = before === undefined ? {} : { before: textOf(before) };
    files.push({ path, ...was, ...(content === null ? {} : { after: textOf(content) }) });
  }
  return { files, refused: await Promise.all(refused.map(told)) };

  async function told(one: Refused): Promise<Changed['refused'][number]> {
    return (await parent(one.path).catch(() => undefined)) === undefined ? one : { ...one, known: true };
  }
}

const textOf = (bytes: Buffer): string => (bytes.length > MOST_BYTES ? '' : bytes.toString('utf8'));
