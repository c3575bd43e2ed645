import type { RunConfig } from '../../src/domain/config.ts';
import type { Strategy } from '../../src/domain/strategy.ts';
import { authored, search } from '../../src/strategy/strategy.ts';
import { type FakeOptions, fakeLanes } from './lanes.ts';

const AUTHOR = { agent: 'claude', weight: 1 };

/** Settings of a run whose changes are made by an agent. */
export const BY_AGENT = { operator: 'agent' as const, agents: { author: [AUTHOR] } };

/** The search of such a run. */
export const searchByAgent = (config: RunConfig): Strategy =>
  search(config, authored([], [{ ...AUTHOR, name: AUTHOR.agent }]));

/** Fake lanes with an author of whom no two changes are the same, and who takes a while. */
export function authorLanes(
  options: FakeOptions & { readonly think?: (id: string, signal: AbortSignal) => Promise<void> },
): ReturnType<typeof fakeLanes> {
  const lanes = fakeLanes(options);
  return {
    ...lanes,
    async apply(job, signal) {
      const { id, by, batch } = job.proposal;
      if (by === AUTHOR.agent) await options.think?.(id, signal);
      const applied = await lanes.apply(job, signal);
      if (applied.kind !== 'changed' || by !== AUTHOR.agent) return applied;
      const commit = options.seed.map((value, at) => value + (at === 0 ? batch / 8 : 0)).join(' ');
      return { ...applied, commit, tree: commit, summary: commit };
    },
  };
}
