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

export const GATES: Group = {
  name: 'exp gate',
  summary: 'commands that whatever comes below an experiment must pass',
  examples: [
    'evolve exp gate add root --name tests --command "npm test"',
    'evolve exp gate list exp_0003',
    'evolve exp gate check exp_0003',
  ],
};

/** The verbs of experiments. */
export const EXPERIMENT_VERBS: readonly Listed[] = [
  verb('exp gate add', 'put a gate on an experiment', () => import('./gate-add.ts')),
  verb('exp gate check', 'run the gates of an experiment on its commit', () => import('./gate-check.ts')),
  verb('exp gate list', 'the gates of an experiment, and whose they are', () => import('./gate-list.ts')),
  verb('exp gate remove', 'take a gate away', () => import('./gate-remove.ts')),
];
