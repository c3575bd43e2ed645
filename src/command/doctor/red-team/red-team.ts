import { differ, median } from '../../../domain/compare.ts';
import { type RunConfig, seedId } from '../../../domain/config.ts';
import type { Evaluation } from '../../../domain/evaluation.ts';
import type { Base } from '../../../domain/event.ts';
import { type Repository, remove } from '../../../workspace/workspace.ts';
import type { Context } from '../../contract.ts';
import { claimsFolder, runFolder } from '../../place.ts';
import { openSite } from '../../site.ts';
import { attempt } from './attempt.ts';
import type { Findings } from './case.ts';
import { mutants } from './mutants.ts';
import { type Target, tricks } from './tricks.ts';

/** A fitness command with all that belongs to it, and what the unchanged code scored. */
export interface Harness {
  readonly repository: Repository;
  /** Under this name in `.evolve`, which is gone afterwards. */
  readonly run: string;
  readonly config: RunConfig;
  readonly base: Base;
  readonly baseline: Extract<Evaluation, { outcome: 'scored' }>;
  /** How long it took to get it, with everything before it. */
  readonly baselineMs: number;
}

export interface Effort {
  /** For all of it; without it every case is tried. */
  readonly limitMs?: number;
  /** The limit of a command is at least this. */
  readonly leastMs: number;
  readonly mutants: number;
  readonly oneByOne: number;
}

/** Candidates are slower than the unchanged code, but what sleeps should not sleep for long. */
const TIMES_THE_BASELINE = 3;
/** What prepares a checkout has the limit of a command; its second time is seldom slower than its first. */
const TIMES_THE_PREPARATION = 2;
/** Of more files in scope only so many are read. */
const FILES = 200;

/**
 * Tries to fool a fitness command with made-up candidates, which are measured as any candidate is.
 * Contract: nothing is recorded and nothing is charged; rejects only when aborted or when the machine fails.
 */
export async function redTeam(harness: Harness, effort: Effort, context: Context): Promise<Findings> {
  const { repository, base, baseline } = harness;
  const { fixed, identity } = harness.config;
  const seed = seedId(identity.strategy);
  const timeoutMs = limitOf(harness, effort);
  const over = new AbortController();
  const timer = effort.limitMs === undefined ? undefined : setTimeout(() => over.abort(), effort.limitMs);
  const name = `${harness.run}/red-team`;
  const config = shortened(harness.config, timeoutMs);
  const engine = { ...(await context.engine()), operators: () => ({}) };
  try {
    const site = await openSite(repository, name, config, { id: seed, base, channel: baseline.channel }, engine);
    await using lanes = site.lanes;
    const targets = await read(repository, base, site.files);
    const aim = {
      direction: fixed.direction,
      channel: baseline.channel,
      ...(fixed.metric === undefined ? {} : { metric: fixed.metric }),
      sleepSeconds: Math.ceil(timeoutMs / 1000) * 2 + 60,
      oneByOne: effort.oneByOne,
    };
    const made = tricks(targets, aim);
    const cases = [...made.slice(0, -1), ...(await mutants(targets, effort.mutants, fixed.seed)), ...made.slice(-1)];
    const bench = {
      lanes,
      seed: { id: seed, commit: base.commit, tree: base.tree },
      unchanged: baseline.samples,
      direction: fixed.direction,
      width: config.adjustable.parallel,
      async commit(id: string, changes: ReadonlyMap<string, Buffer | null>) {
        const message = `evolve: ${id} (made up by doctor)`;
        const draft = { parents: [base.commit], onto: base.commit, changes, message };
        return { id, ...(await repository.commit(draft)) };
      },
    };
    const { tried, unchanged } = await attempt(bench, cases, context.signal, over.signal);
    const found = { fitness: identity.fitness, baseline: median(baseline.samples), unchanged };
    return { ...found, noisy: differ(unchanged), cases: tried };
  } finally {
    clearTimeout(timer);
    remove(runFolder(repository.state.dir, name));
    remove(claimsFolder(repository.state.dir, name));
  }
}

function limitOf({ config, baseline, baselineMs }: Harness, { leastMs }: Effort): number {
  const stages = baseline.stages.map(({ ms }) => ms);
  const before = config.fixed.prepare === undefined ? 0 : baselineMs - stages.reduce((sum, ms) => sum + ms, 0);
  const wanted = Math.max(leastMs, TIMES_THE_BASELINE * Math.max(...stages), TIMES_THE_PREPARATION * before);
  return Math.min(config.adjustable.timeoutMs, Math.ceil(wanted));
}

/** One run of each is enough, and one checkout where getting it ready takes long. */
function shortened(config: RunConfig, timeoutMs: number): RunConfig {
  const parallel = config.fixed.prepare === undefined ? config.adjustable.parallel : 1;
  return {
    ...config,
    fixed: { ...config.fixed, repeat: 1 },
    adjustable: { ...config.adjustable, timeoutMs, parallel },
  };
}

async function read(repository: Repository, base: Base, files: readonly string[]): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const path of files.slice(0, FILES)) {
    const content = await repository.read(base.commit, path);
    if (content !== undefined) targets.push({ path, content });
  }
  return targets;
}
