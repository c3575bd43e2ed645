import { EXPERIMENT_VERBS, EXPERIMENTS, GATES, INFRA, WORKSPACES } from './exp/verbs.ts';
import { GOALS_GROUP, GOALS_VERBS, STEER_GROUP } from './goals/verbs.ts';
import { HARNESS_GROUP, HARNESS_VERBS } from './harness/verbs.ts';
import { type Group, type Listed, verb } from './listed.ts';

export type { AnyCommand, Group, Listed } from './listed.ts';

export const GROUPS: readonly Group[] = [
  EXPERIMENTS,
  GATES,
  INFRA,
  WORKSPACES,
  HARNESS_GROUP,
  GOALS_GROUP,
  STEER_GROUP,
  {
    name: 'env',
    summary: 'variables that the commands of a run get from files',
    examples: ['evolve env load .env --allow API_KEY', 'evolve env show', 'evolve env clear .env'],
  },
  {
    name: 'config',
    summary: 'settings of experiments: in evolve.yaml, and in the run that is open',
    examples: [
      'evolve config show',
      'evolve config set experiments.max-attempts 5',
      'evolve config set rounds.stall 3',
    ],
  },
  {
    name: 'import',
    summary: 'take over what another system has recorded',
    examples: ['evolve import evo .'],
  },
  {
    name: 'db',
    summary: 'a population for an agent or script that runs the loop itself; JSON, needs no repository',
    examples: [
      `evolve db seed pop --codePath first.py --metrics '{"score": 0.5}'`,
      'evolve db sample pop',
      `evolve db add pop --codePath next.py --parentId p1 --metrics '{"score": 0.8}' --changes "a dict for the list"`,
      'evolve db best pop',
    ],
  },
];

const inJson = (listed: Listed): Listed => ({ ...listed, json: true });

/** Every verb. What it needs is loaded when it is called, so that `--help` loads nothing. */
export const COMMANDS: readonly Listed[] = [
  verb('run', 'evolve files towards a better score', () => import('./run.ts')),
  verb('init', 'find what to measure, measure it, and begin experiments', () => import('./init/init.ts')),
  verb(
    'optimize',
    'drive rounds of experiments with agents, until nothing improves',
    () => import('./optimize/optimize.ts'),
  ),
  verb('answer', 'answer the question at which a run paused, and drive it on', () => import('./answer.ts')),
  verb('context', 'what must be known of a function to change it', () => import('./context.ts')),
  verb('stop', 'end a run now; what it has found stays', () => import('./stop.ts')),
  verb('status', 'where a run stands', () => import('./status.ts')),
  verb('direct', 'tell whoever works on a run what you want from now on', () => import('./direct.ts')),
  verb(
    'directives',
    'what you have told those who work on a run, and who has read it',
    () => import('./directives.ts'),
  ),
  verb('ack', 'say that a directive was read', () => import('./ack.ts')),
  verb('runs', 'the runs of this repository, newest first', () => import('./runs.ts')),
  verb('leaderboard', 'the candidates of a run, best first', () => import('./leaderboard.ts')),
  verb('tree', 'the lineage of all candidates, from the seed', () => import('./tree.ts')),
  verb('path', 'the steps from the seed to a candidate', () => import('./path.ts')),
  verb('show', 'everything known of one candidate', () => import('./show.ts')),
  verb('diff', 'what a candidate changes, as a patch', () => import('./diff.ts')),
  verb('apply', 'take a candidate over into your code', () => import('./apply.ts')),
  verb('measure', 'measure a candidate afresh', () => import('./measure.ts')),
  verb('compare', 'measure two candidates in turns and say which is better', () => import('./compare.ts')),
  verb(
    'judge',
    'let an agent score a file or a definition in it, by the rubric of judged runs',
    () => import('./judge.ts'),
  ),
  verb('clean', 'delete runs, logs or everything that evolve keeps here', () => import('./clean.ts')),
  verb('log', 'what happened, event by event', () => import('./log.ts')),
  verb('replay', 'drive a recorded run again, without any agent, and compare', () => import('./replay/replay.ts')),
  verb('fork', 'go on from a point of a run, in a run of its own, with other settings', () => import('./fork.ts')),
  verb('export', 'every candidate as CSV or JSON', () => import('./export.ts')),
  verb('report', 'the winner, how it came about and how to take it over', () => import('./report/report.ts')),
  verb(
    'doctor',
    'what evolve finds on this machine and in this folder, and what to do',
    () => import('./doctor/doctor.ts'),
  ),
  verb('config get', 'one setting of the experiments here', () => import('./config/verbs/get.ts')),
  verb('config set', 'change a setting, in evolve.yaml and in the open run', () => import('./config/verbs/set.ts')),
  verb(
    'config show',
    'the settings of the experiments here, and where each comes from',
    () => import('./config/verbs/show.ts'),
  ),
  verb('config unset', 'give a setting its default again', () => import('./config/verbs/unset.ts')),
  ...EXPERIMENT_VERBS,
  verb('env clear', 'take no more variables from a file, or from any', () => import('./env/clear.ts')),
  verb('env load', 'give the commands of a run variables from a file', () => import('./env/load.ts')),
  verb('env show', 'which variables the commands of a run get from files', () => import('./env/show.ts')),
  ...HARNESS_VERBS,
  ...GOALS_VERBS,
  verb('import evo', 'take over the experiments of evo', () => import('./import/evo.ts')),
  ...[
    verb('db create', 'make an empty population in a folder', () => import('./db/create.ts')),
    verb('db info', 'where a population stands; also of a folder that holds none', () => import('./db/info.ts')),
    verb('db seed', 'put the first program on every island', () => import('./db/seed.ts')),
    verb('db add', 'put a scored program on the next island', () => import('./db/add.ts')),
    verb('db sample', 'draw a parent, and the best of all islands to learn from', () => import('./db/sample.ts')),
    verb('db best', 'the best program so far', () => import('./db/best.ts')),
  ].map(inJson),
];
