import { join } from 'node:path';
import type { Sha } from '../../domain/candidate.ts';
import { attemptsOf, type EvoCode } from './evo-code.ts';
import { type Ending, endingOf } from './evo-evaluation.ts';
import type { EvoExperiment, EvoRun } from './evo-files.ts';
import type { EvoInfra } from './evo-shape.ts';

/** A run of evo in time: what was tried when, and in which epoch. */
export interface History {
  readonly from: number;
  readonly to: number;
  /** Of each breaking event, in order: the first begins epoch 2. */
  readonly breaks: readonly { readonly at: number; readonly reason: string }[];
  /** Attempts whose code is there, each experiment's in order. */
  readonly tries: readonly Try[];
  /** What an epoch is measured against: the first child of the root that was committed in it. */
  baseline(epoch: number): Try | undefined;
  /** The time of a text; that of `otherwise` where it says none. */
  time(text: string | null | undefined, otherwise: number): number;
}

export interface Try {
  readonly experiment: EvoExperiment;
  readonly attempt: number;
  readonly tree: Sha;
  readonly epoch: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly ending: Ending;
}

export function historyOf(run: EvoRun, code: EvoCode, now: number): History {
  const time = (text: string | null | undefined, otherwise: number): number => {
    const at = text == null ? Number.NaN : Date.parse(text);
    return Number.isNaN(at) ? otherwise : at;
  };
  const known = timesIn(run)
    .map((text) => time(text, Number.NaN))
    .filter((at) => !Number.isNaN(at));
  const from = known.reduce((least, at) => Math.min(least, at), now);
  const to = known.reduce((most, at) => Math.max(most, at), from);
  const breaks = run.infra.filter(isBreaking).map((one) => ({ at: time(one.timestamp, to), reason: reasonOf(one) }));
  breaks.sort((a, b) => a.at - b.at);

  const epochOf = ({ node }: EvoExperiment, at: number): number =>
    Math.min(breaks.length + 1, Math.max(node.eval_epoch ?? 1, 1 + breaks.filter((one) => one.at < at).length));

  const tries = run.nodes.flatMap((experiment) => {
    const { node } = experiment;
    let before = time(node.created_at, from);
    return attemptsOf(experiment).flatMap(({ attempt, outcome, ...rest }): readonly Try[] => {
      const tree = code.treeOf(node.id, attempt);
      if (tree === undefined) return [];
      const said = time(outcome.finished_at, time(node.updated_at, before));
      const epoch = epochOf(experiment, said);
      const begun = breaks[epoch - 2]?.at ?? from;
      const startedAt = Math.max(before, begun, time(outcome.started_at, before));
      const finishedAt = Math.max(startedAt, said);
      before = finishedAt;
      const folder = join(run.folder, 'experiments', node.id, 'attempts');
      const about = { parent: experiment.parent, epoch, ms: finishedAt - startedAt, folder };
      const ending = endingOf({ attempt, outcome, ...rest }, about);
      return [{ experiment, attempt, tree, epoch, startedAt, finishedAt, ending }];
    });
  });

  return {
    from,
    to,
    breaks,
    tries,
    time,
    baseline: (epoch) =>
      tries
        .filter((one) => one.epoch === epoch && one.experiment.parent === 'root')
        .filter(({ ending }) => ending.end.outcome === 'committed')
        .sort((a, b) => a.finishedAt - b.finishedAt)[0],
  };
}

export const isBreaking = ({ breaking }: EvoInfra): boolean => breaking === true;

export const reasonOf = ({ message }: EvoInfra): string => message ?? 'evo gives no reason';

const timesIn = (run: EvoRun): readonly (string | null | undefined)[] => [
  run.config.initialized_at,
  ...run.nodes.flatMap(({ node, attempts }) => [
    node.created_at,
    node.updated_at,
    ...attempts.flatMap(({ outcome }) => [outcome.started_at, outcome.finished_at]),
  ]),
  ...run.annotations.map(({ timestamp }) => timestamp),
  ...run.infra.map(({ timestamp }) => timestamp),
];
