import { type Group, type Listed, verb } from '../listed.ts';

export const HARNESS_GROUP: Group = {
  name: 'harness',
  summary: 'change what experiments are measured by, which begins a new epoch',
  examples: ['evolve harness edit', 'evolve harness status', 'evolve harness commit -m "more inputs"'],
};

export const HARNESS_VERBS: readonly Listed[] = [
  verb('harness edit', 'a worktree for the files that experiments may not change', () => import('./edit.ts')),
  verb('harness status', 'what is changed in it', () => import('./status.ts')),
  verb('harness commit', 'make it the new base, and measure root again', () => import('./commit.ts')),
  verb('harness discard', 'give the worktree up', () => import('./discard.ts')),
];
