import type { EvaluateJob, Version } from '../domain/lane.ts';
import { boundary } from '../lib/seam.ts';
import { type CommandPlan, runCommand, type Site, tailOf } from './command.ts';
import type { Plan, Staged } from './evaluation.ts';

/** The commit that a checkout holds, sealed and built: every command leaves it in this state. */
const held = new WeakMap<Site['checkout'], string>();

/** Seals the candidate into the checkout and builds it, unless it is there: every command after it starts from exactly this state. */
export async function buildStage(
  site: Site,
  plan: CommandPlan & Pick<Plan, 'build'>,
  job: EvaluateJob,
  signal: AbortSignal,
): Promise<Staged<undefined>> {
  const from = performance.now();
  const { checkout } = site;
  const { commit } = job.candidate;
  const ms = () => performance.now() - from;
  const sealed = (): Staged<undefined> => ({
    ok: true,
    value: undefined,
    result: { stage: 'seal', verdict: 'pass', ms: ms() },
  });
  if (held.get(checkout) === commit) return sealed();
  held.delete(checkout);
  await checkout.seal(commit);
  boundary();
  if (plan.build === undefined) {
    held.set(checkout, commit);
    return sealed();
  }
  const { ran, failure, broken } = await runCommand(
    site,
    plan,
    job,
    { name: 'build', shell: plan.build, after: 'leave' },
    signal,
  );
  if (broken !== undefined)
    return { ok: false, result: { stage: 'build', verdict: 'broken', ms: ms(), reason: broken } };
  if (failure !== undefined) {
    return { ok: false, result: { stage: 'build', verdict: 'fail', ms: ms(), reason: failure }, tail: tailOf(ran) };
  }
  await checkout.keep('build');
  held.set(checkout, commit);
  return { ok: true, value: undefined, result: { stage: 'build', verdict: 'pass', ms: ms() } };
}

/** Runs what a checkout needs once before its first candidate. Gives the reason when it fails. */
export async function prepareSite(
  site: Site,
  plan: CommandPlan,
  seed: Version,
  prepare: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { ran, failure, broken } = await runCommand(
    site,
    plan,
    { candidate: seed, attempt: 1, round: 'prepare' },
    { name: 'prepare', shell: prepare, after: 'leave' },
    signal,
  );
  if (broken !== undefined || failure !== undefined) return `prepare ${broken ?? failure}: ${tailOf(ran).slice(-300)}`;
  await site.checkout.keep('prepare');
  return undefined;
}
