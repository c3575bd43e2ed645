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

export const WORKSPACES: Group = {
  name: 'workspace',
  summary: 'where experiments are carried out: worktrees, or a pool of prepared clones',
  examples: ['evolve workspace status', 'evolve workspace release exp_0003', 'evolve workspace release /work/clone-2'],
};

/** The verbs of experiments. */
export const EXPERIMENT_VERBS: readonly Listed[] = [
  verb('exp bash', 'run a command in the workspace of an experiment', () => import('./bash.ts')),
  verb('exp edit', 'replace a text in a file of a workspace', () => import('./edit.ts')),
  verb('exp glob', 'the files of a workspace that match a pattern', () => import('./glob.ts')),
  verb('exp grep', 'the lines of a workspace that match a pattern', () => import('./grep.ts')),
  verb('exp read', 'print a file of a workspace', () => import('./read.ts')),
  verb('exp write', 'write a file of a workspace', () => import('./write.ts')),
  verb(
    'workspace release',
    'give the workspace of an experiment back; what was not measured is lost',
    () => import('../workspace/release.ts'),
  ),
  verb(
    'workspace status',
    'where experiments are carried out, and who has what',
    () => import('../workspace/status.ts'),
  ),
];
