import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { AttemptEnd, GateResult } from '../../domain/experiment.ts';
import { OF_RUN } from '../../domain/inheritance.ts';
import type { EvoAttempt } from './evo-files.ts';
import type { EvoResult } from './evo-shape.ts';

/** What an attempt of evo came to, in our words. Nothing is added: a score that is no number is none. */
export interface Ending {
  readonly evaluation: Evaluation;
  readonly end: Omit<AttemptEnd, 'endedAt'>;
}

export function endingOf(
  { attempt, outcome }: EvoAttempt,
  about: { readonly parent: string; readonly epoch: number; readonly ms: number; readonly folder: string },
): Ending {
  const { epoch, ms, parent } = about;
  const score = outcome.score ?? null;
  const result = outcome.benchmark?.result ?? undefined;
  const gates = gatesOf(outcome.gates ?? []);
  const failed = gates.filter(({ passed }) => passed !== true).map(({ name }) => name);
  const against = { id: parent, score: outcome.parent_score ?? null };
  const rest = { against, gates };
  const stage = { stage: 'benchmark', ms };
  const fail = (reason: string) => [{ verdict: 'fail' as const, ...stage, reason }];

  if (outcome.outcome === 'failed' || score === null) {
    const reason = outcome.error ?? 'it came to no number';
    if (reason.startsWith('remote_infra_failure'))
      return {
        evaluation: { outcome: 'broken', reason, stages: [{ verdict: 'broken', ...stage, reason }] },
        end: { outcome: 'failed', cause: 'machine', reason, score: null, ...rest },
      };
    return {
      evaluation: { outcome: 'invalid', epoch, reason, sandbox: 'off', stages: fail(reason) },
      end: { outcome: 'failed', cause: 'candidate', reason, score: null, ...rest },
    };
  }

  const numbers = { samples: [score], metrics: {}, ...tasksOf(result) };
  if (outcome.outcome === 'evaluated' && failed.length > 0) {
    const reason = `gate ${failed.join(', ')} failed`;
    return {
      evaluation: { outcome: 'invalid', epoch, reason, measured: numbers, sandbox: 'off', stages: fail(reason) },
      end: { outcome: 'evaluated', reason, score, ...rest },
    };
  }
  const channel = existsSync(join(about.folder, String(attempt).padStart(3, '0'), 'result.json')) ? 'file' : 'json';
  return {
    evaluation: {
      outcome: 'scored',
      epoch,
      ...numbers,
      ...directionsOf(result),
      comparisons: [],
      channel,
      sandbox: 'off',
      stages: [{ verdict: 'pass', ...stage }],
    },
    end: {
      outcome: outcome.outcome,
      ...(outcome.outcome === 'committed' ? {} : { reason: `not better than ${parent}` }),
      score,
      ...rest,
    },
  };
}

type EvoGates = NonNullable<EvoAttempt['outcome']['gates']>;

const gatesOf = (gates: EvoGates): readonly GateResult[] =>
  gates.map(({ name, from, phase, passed, returncode, error }) => {
    const reason = error ?? (returncode == null ? undefined : `exit ${returncode}`);
    return {
      name,
      from: from ?? OF_RUN,
      phase: phase ?? 'post',
      passed: passed ?? null,
      ...(passed === true || reason === undefined ? {} : { reason }),
    };
  });

function tasksOf(result: EvoResult | undefined): { readonly tasks?: Readonly<Record<string, number>> } {
  const numbers = Object.entries(result?.tasks ?? {}).flatMap(([id, value]) =>
    typeof value === 'number' && Number.isFinite(value) ? [[id, value] as const] : [],
  );
  return numbers.length === 0 ? {} : { tasks: Object.fromEntries(numbers) };
}

function directionsOf(result: EvoResult | undefined): {
  readonly taskDirections?: Readonly<Record<string, 'max' | 'min'>>;
} {
  const known = Object.entries(result?.tasks_meta ?? {}).flatMap(([id, { direction }]) =>
    direction == null ? [] : [[id, direction] as const],
  );
  return known.length === 0 ? {} : { taskDirections: Object.fromEntries(known) };
}
