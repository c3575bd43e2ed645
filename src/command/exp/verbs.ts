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
  examples: ['evolve workspace status', 'evolve workspace release exp_0003', 'evolve workspace release /srv/clone-2'],
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

export const INFRA: Group = {
  name: 'exp infra',
  summary: 'what happened to the machine that measures, and epochs',
  examples: ['evolve exp infra event -m "another kernel" --breaking', 'evolve exp infra log'],
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
  verb('exp abort', 'end an evaluation with all its processes', () => import('./abort.ts')),
  verb(
    'exp annotate',
    'say what was learned from an experiment, or of one of its tasks',
    () => import('./annotate.ts'),
  ),
  verb('exp annotations', 'what was learned, newest first', () => import('./annotations.ts')),
  verb('exp awaiting', 'experiments that were measured and await a decision', () => import('./awaiting.ts')),
  verb('exp diff', 'what an experiment changes, as a patch', () => import('./diff.ts')),
  verb('exp discard', 'give an experiment up, with a reason', () => import('./discard.ts')),
  verb('exp discards', 'what was given up, and why', () => import('./discards.ts')),
  verb('exp eval', 'measure an experiment, and commit it when it is better', () => import('./eval.ts')),
  verb('exp frontier', 'which experiments to branch from next', () => import('./frontier.ts')),
  verb('exp gate add', 'put a gate on an experiment', () => import('./gate-add.ts')),
  verb('exp gate check', 'run the gates of an experiment on its commit', () => import('./gate-check.ts')),
  verb('exp gate list', 'the gates of an experiment, and whose they are', () => import('./gate-list.ts')),
  verb('exp gate remove', 'take a gate away', () => import('./gate-remove.ts')),
  verb(
    'exp infra event',
    'note what happened to the machine; a breaking event begins an epoch',
    () => import('./infra-event.ts'),
  ),
  verb('exp infra log', 'what happened to the machine, newest first', () => import('./infra-log.ts')),
  verb('exp new', 'begin an experiment: a hypothesis, and a workspace to try it in', () => import('./new.ts')),
  verb('exp note', 'remember something, of an experiment or of all', () => import('./note.ts')),
  verb('exp notes', 'what is remembered, newest first', () => import('./notes.ts')),
  verb('exp path', 'the steps from root to an experiment', () => import('./path.ts')),
  verb('exp scratchpad', 'all that whoever works next has to know, in 8 KB', () => import('./scratchpad.ts')),
  verb('exp prune', 'lay a committed experiment aside', () => import('./prune.ts')),
  verb('exp rescore', 'measure what is recorded once more, in a new epoch', () => import('./rescore.ts')),
  verb('exp restore', 'bring back what was discarded or pruned', () => import('./restore.ts')),
  verb('exp set', 'give an experiment tags and notes', () => import('./set.ts')),
  verb('exp show', 'everything known of one experiment', () => import('./show.ts')),
  verb('exp status', 'where the experiments stand, in a line', () => import('./status.ts')),
  verb('exp traces', 'what a benchmark told of its tasks', () => import('./traces.ts')),
  verb('exp tree', 'all experiments from root on', () => import('./tree.ts')),
];
