/** Commands that belong together, as an overview shows them. */
export interface Section {
  readonly title: string;
  /** Names as they are called. */
  readonly names: readonly string[];
}

const of = (title: string, names: string, before = ''): Section => ({
  title,
  names: names.split(', ').map((name) => `${before}${name}`),
});

/** What a command line may begin with. Contract: each command is in one section. */
export const SECTIONS: readonly Section[] = [
  of('Search by itself', 'run, answer, stop, replay, fork'),
  of(
    'Experiments, by you and your agents',
    'init, optimize, exp, direct, directives, ack, harness, workspace, env, config, import',
  ),
  of('Goals, cycle by cycle', 'goals'),
  of('Look', 'status, runs, log, leaderboard, tree, path, show, diff, report, export'),
  of('Take over', 'apply, clean'),
  of('Measure', 'measure, compare, judge, context, doctor'),
  of('For programs', 'db'),
];

/** The verbs of `exp`, in the order in which they are needed. */
export const EXPERIMENT_SECTIONS: readonly Section[] = [
  of('Work on one', 'new, eval, abort, discard, annotate, set, note', 'exp '),
  of('What is known', 'scratchpad, status, frontier, awaiting, discards, annotations, notes', 'exp '),
  of('Look', 'tree, path, show, diff, traces', 'exp '),
  of('Keep the tree in order', 'prune, restore, rescore, infra event, infra log', 'exp '),
  of('Gates', 'gate add, gate list, gate check, gate remove', 'exp '),
  of('Files of a workspace, wherever it is', 'bash, read, write, edit, glob, grep', 'exp '),
];
