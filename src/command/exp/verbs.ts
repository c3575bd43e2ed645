import { type Group, type Listed, verb } from '../listed.ts';

export const EXPERIMENTS: Group = {
  name: 'exp',
  summary: 'experiments in a tree, for people and agents who grow it together',
  examples: [
    'evolve exp scratchpad',
    'evolve exp new --parent root -m "a heap for the queue"',
    'evolve exp eval exp_0001',
    'evolve exp frontier',
  ],
};

/** The verbs of experiments. */
export const EXPERIMENT_VERBS: readonly Listed[] = [
  verb('exp frontier', 'which experiments to branch from next', () => import('./frontier.ts')),
];
