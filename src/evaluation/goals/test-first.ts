import type { EvaluateJob, Version } from '../../domain/lane.ts';
import type { Mode } from '../../workspace/workspace.ts';
import { buildStage } from '../1-protect.ts';
import type { Site } from '../command.ts';
import type { Staged } from '../evaluation.ts';
import { bundleStage } from './bundle.ts';
import type { CyclePlan } from './gate.ts';
import { isCode, isTest } from './test-file.ts';

/** Of a stage that has nothing against a change without a test: whoever validates it must say why there is none. */
export const NO_TEST = 'no test was added';

const STAGE = 'test-first';

interface Testing {
  readonly bundle: readonly string[];
  readonly under: Version;
  /** The candidate, or a part of it. */
  readonly change: Version;
}

/**
 * Whether the tests that come with a change fail without it: they are laid alone on what the change lies on, and a validation
 * command must fail there. Undefined where the turn does not ask for it. The checkout holds the candidate afterwards.
 */
export async function testFirstStage(
  site: Site,
  plan: CyclePlan,
  job: EvaluateJob,
  { bundle, under, change }: Testing,
  signal: AbortSignal,
): Promise<Staged<undefined> | undefined> {
  if (job.turn?.turn.testFirst !== true) return undefined;
  const from = performance.now();
  const passed = (note: string): Staged<undefined> => ({
    ok: true,
    value: undefined,
    result: { stage: STAGE, verdict: 'pass', ms: performance.now() - from, note },
  });
  const changes = await plan.repository.changes(under.tree, change.tree);
  const tests = changes.flatMap(({ path, after }) =>
    after !== undefined && after.mode !== '160000' && isTest(path) ? [{ path, ...after }] : [],
  );
  if (tests.length === 0) return passed(NO_TEST);
  if (!changes.some(({ path }) => isCode(path))) return passed('nothing but tests was changed');
  if (bundle.length === 0) return passed('there is no validation command that would run the tests');
  const trial = await testsAlone(plan, under, tests);
  const failing = await failsOn(site, plan, job, trial, bundle, signal);
  const back = await buildStage(site, plan, job, signal);
  if (!back.ok) return back;
  if (failing === undefined) {
    const reason = `the new tests pass without the change (${tests
      .map(({ path }) => path)
      .slice(0, 5)
      .join(', ')})`;
    return { ok: false, result: { stage: STAGE, verdict: 'fail', ms: performance.now() - from, reason } };
  }
  if (typeof failing === 'object') return failing;
  return passed(`without the change ${failing} fails`);
}

interface TestFile {
  readonly path: string;
  readonly mode: Mode;
  readonly sha: string;
}

async function testsAlone({ repository }: CyclePlan, under: Version, tests: readonly TestFile[]): Promise<Version> {
  const blobs = await Promise.all(tests.map(async ({ path, sha }) => [path, await repository.blob(sha)] as const));
  const made = await repository.commit({
    parents: [under.commit],
    onto: under.commit,
    changes: new Map(blobs),
    modes: new Map(tests.map(({ path, mode }) => [path, mode])),
    message: `evolve: tests alone on ${under.id}`,
  });
  return { id: under.id, ...made };
}

/** The first command that fails, or what the machine did; undefined where all pass. */
async function failsOn(
  site: Site,
  plan: CyclePlan,
  job: EvaluateJob,
  trial: Version,
  bundle: readonly string[],
  signal: AbortSignal,
): Promise<string | Extract<Staged<undefined>, { ok: false }> | undefined> {
  const laid = await buildStage(site, plan, { ...job, candidate: trial }, signal);
  if (!laid.ok) return laid;
  for (const [index, command] of bundle.entries()) {
    const ran = await bundleStage(site, plan, job, { command, log: `test-first-${index + 1}` }, signal);
    if (ran.ok) continue;
    return ran.result.verdict === 'broken' ? ran : command;
  }
  return undefined;
}
