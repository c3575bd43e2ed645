import { type Group, type Listed, verb } from '../listed.ts';

export const GOALS_GROUP: Group = {
  name: 'goals',
  summary: 'what a repository is held to: GOALS.md, measured, steered and worked on',
  examples: ['evolve goals init', 'evolve goals validate', 'evolve goals export'],
};

export const GOALS_VERBS: readonly Listed[] = [
  verb('goals validate', 'whether GOALS.*, PROGRAM.md and the profile can be worked by', () => import('./validate.ts')),
  verb('goals export', 'the goals as JSON', () => import('./export.ts')),
  verb('goals measure', 'run the check of every goal, and the score', () => import('./measure.ts')),
  verb('goals drift', 'measure the goals and tell what changed since the last time', () => import('./drift.ts')),
  verb('goals history', 'the score of every measurement so far', () => import('./history.ts')),
];
