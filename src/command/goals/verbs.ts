import { type Group, type Listed, verb } from '../listed.ts';

export const GOALS_GROUP: Group = {
  name: 'goals',
  summary: 'what a repository is held to: GOALS.md, measured, steered and worked on',
  examples: ['evolve goals init', 'evolve goals validate', 'evolve goals export'],
};

export const GOALS_VERBS: readonly Listed[] = [
  verb('goals validate', 'whether GOALS.*, PROGRAM.md and the profile can be worked by', () => import('./validate.ts')),
  verb('goals export', 'the goals as JSON', () => import('./export.ts')),
];
