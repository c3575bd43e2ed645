import type { Turn } from '../../domain/cycle.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { EvaluateJob, Version } from '../../domain/lane.ts';
import { gateCycle, measureBase } from '../../evaluation/evaluation.ts';
import { standsOn } from './bring.ts';
import { groundsOf, groundsUnder } from './grounds.ts';
import type { GoalOptions } from './options.ts';
import type { Sites } from './sites.ts';

/** Measures what a cycle has come to, with what its base protects. */
export async function gate(
  options: GoalOptions,
  sites: Sites,
  job: EvaluateJob,
  signal: AbortSignal,
): Promise<Evaluation> {
  const { plan } = options;
  const { candidate, turn: held } = job;
  // A base is its own, and is not there before it is made.
  if (held === undefined || held.turn.kind === 'base') {
    const { contract, local } = await groundsOf(options, candidate);
    return sites.use(local, [], signal, (site) => measureBase(site, plan, job, contract, signal));
  }
  if (held.turn.kind === 'member') return inBounds(options, job, held.base);
  const under = { ...(await standsOn(options, candidate)), id: held.base.id };
  const { contract, local, changed } = await groundsUnder(options, under, [candidate]);
  const { local: plain } = await groundsOf(options, under);
  // Only what is protected otherwise makes it another checkout than the base's.
  const extra = changed.filter((path) => !plain.scope.has(path));
  const parts = held.turn.kind === 'wave' ? { parts: await membersOf(options, candidate) } : {};
  return sites.use(extra.length === 0 ? plain : local, extra, signal, (site) =>
    gateCycle(site, plan, asked(job, held.turn), { contract, under, ...parts }, signal),
  );
}

/** The tests of a wave were looked at when it was made. */
function asked(job: EvaluateJob, turn: Turn): EvaluateJob {
  if (job.turn === undefined || turn.kind !== 'rebase' || turn.work !== undefined) return job;
  return { ...job, turn: { ...job.turn, turn: { ...turn, testFirst: false } } };
}

async function membersOf({ repository }: GoalOptions, { commit }: Version): Promise<readonly Version[]> {
  const [, ...members] = (await repository.made(commit)).parents;
  return Promise.all(
    members.map(async (one) => ({ id: one.slice(0, 12), commit: one, tree: (await repository.made(one)).tree })),
  );
}

/** Of a wave's member only its bounds are looked at: the wave as a whole passes the gate. */
async function inBounds(options: GoalOptions, { candidate, turn, epoch = 0 }: EvaluateJob, base: Version) {
  const from = performance.now();
  const { local } = await groundsOf(options, base, turn?.turn.work?.about);
  const changes = await options.repository.changes(base.tree, candidate.tree);
  const outside = changes.map(({ path }) => path).filter((path) => !local.scope.has(path));
  const ms = performance.now() - from;
  const [first] = outside;
  if (first !== undefined) {
    const reason = `changes ${first}, which it may not`;
    return { outcome: 'invalid', epoch, reason, stages: [{ stage: 'scope', verdict: 'fail', ms, reason }] } as const;
  }
  return {
    outcome: 'scored',
    epoch,
    samples: [0],
    comparisons: [],
    metrics: {},
    channel: 'number',
    stages: [{ stage: 'scope', verdict: 'pass', ms }],
  } as const;
}
