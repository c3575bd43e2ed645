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
  verb('exp abort', 'end an evaluation with all its processes', () => import('./abort.ts')),
  verb('exp discard', 'give an experiment up, with a reason', () => import('./discard.ts')),
  verb('exp eval', 'measure an experiment, and commit it when it is better', () => import('./eval.ts')),
  verb('exp new', 'begin an experiment: a hypothesis, and a workspace to try it in', () => import('./new.ts')),
  verb('exp prune', 'lay a committed experiment aside', () => import('./prune.ts')),
  verb('exp rescore', 'measure what is recorded once more, in a new epoch', () => import('./rescore.ts')),
  verb('exp restore', 'bring back what was discarded or pruned', () => import('./restore.ts')),
];
