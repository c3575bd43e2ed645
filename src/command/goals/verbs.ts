import { type Group, type Listed, verb } from '../listed.ts';

export const GOALS_GROUP: Group = {
  name: 'goals',
  summary: 'what a repository is held to: GOALS.md, measured, steered and worked on',
  examples: [
    'evolve goals init',
    'evolve goals measure',
    'evolve goals add coverage "npm run coverage" --weight 4',
    'evolve goals run --agent claude --max-cycles 10',
  ],
};

export const STEER_GROUP: Group = {
  name: 'goals steer',
  summary: 'directives: where things should go, in words',
  examples: ['evolve goals steer add "Cover the parsers" --steer increase', 'evolve goals steer prioritize 3'],
};

export const GOALS_VERBS: readonly Listed[] = [
  verb('goals run', 'keep the repository improving, cycle by cycle, with agents', () => import('./run/run.ts')),
  verb('goals init', 'find what a repository can be held to, and write GOALS.md', () => import('./init.ts')),
  verb('goals validate', 'whether GOALS.*, PROGRAM.md and the profile can be worked by', () => import('./validate.ts')),
  verb('goals export', 'the goals as JSON', () => import('./export.ts')),
  verb('goals measure', 'run the check of every goal, and the score', () => import('./measure.ts')),
  verb('goals drift', 'measure the goals and tell what changed since the last time', () => import('./drift.ts')),
  verb('goals history', 'the score of every measurement so far', () => import('./history.ts')),
  verb('goals add', 'add a goal', () => import('./add.ts')),
  verb('goals remove', 'take a goal out', () => import('./remove.ts')),
  verb('goals steer add', 'add a directive', () => import('./steer-add.ts')),
  verb('goals steer remove', 'take a directive out', () => import('./steer-remove.ts')),
  verb('goals steer prioritize', 'work on a directive sooner or later', () => import('./steer-prioritize.ts')),
  verb('goals halt', 'whether the next cycle may begin, as JSON', () => import('./halt.ts')),
  verb('goals prune', 'find goals whose checks call what is gone', () => import('./prune.ts')),
  verb('goals migrate', 'bring GOALS.yaml up to date, or make a GOALS.md of it', () => import('./migrate.ts')),
];
