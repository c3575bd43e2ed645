import { z } from 'zod';

/** The files of evo, as far as they are read here: what is unknown is left alone, and what an older version lacks has a default. */

/** evo writes NaN where a benchmark printed it; that is no score. */
const score = z.number().nullish().catch(null);
const words = z.array(z.string()).nullish();
const time = z.string().nullish();
const note = z.object({ text: z.string(), timestamp: time });

export const STATUSES = [
  ...(['root', 'pending', 'active', 'committed', 'evaluated', 'failed', 'discarded', 'pruned'] as const),
];

export const Config = z.object({
  repo_root: z.string().nullish(),
  target: z.string(),
  benchmark: z.string(),
  gate: z.string().nullish(),
  metric: z.enum(['max', 'min']),
  max_attempts: z.number().int().min(1).nullish(),
  frontier_strategy: z
    .object({ kind: z.string(), params: z.record(z.string(), z.unknown()).nullish() })
    .nullish()
    .catch(undefined),
  initialized_at: time,
  commit_strategy: z.enum(['all', 'tracked-only']).nullish(),
  per_exp_timeout: z.number().positive().nullish(),
  runtime: z
    .object({ prepare: z.string().nullish(), before_run: z.string().nullish(), prefix: z.string().nullish() })
    .nullish(),
  runtime_env: z
    .object({ dotenv: z.array(z.object({ path: z.string(), mode: z.string().nullish(), keys: words })).nullish() })
    .nullish(),
});

const Gate = z.object({
  name: z.string(),
  command: z.string(),
  phase: z.enum(['pre', 'post']).nullish(),
  added_at: time,
});

const Result = z.object({
  score,
  tasks: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  tasks_meta: z
    .record(z.string(), z.object({ direction: z.enum(['max', 'min']).nullish() }))
    .nullish()
    .catch(undefined),
});

const Node = z.object({
  id: z.string().regex(/^[\w-]+$/),
  parent: z.string().nullish(),
  status: z.enum(STATUSES),
  hypothesis: z.string().nullish(),
  created_at: time,
  updated_at: time,
  score,
  eval_epoch: z.number().int().min(1).nullish(),
  branch: z.string().nullish(),
  commit: z.string().nullish(),
  pruned_reason: z.string().nullish(),
  prune_kind: z.enum(['exhausted', 'invalid']).nullish(),
  benchmark_result: Result.nullish().catch(undefined),
  gate_failures: words,
  gates: z.array(Gate).nullish(),
  error: z.string().nullish(),
  discard_reason: z.string().nullish(),
  tags: words,
  notes: z.array(note).nullish(),
});

export const Graph = z.object({
  nodes: z.record(z.string(), Node),
  workspace_notes: z.array(note).nullish(),
});

export const Outcome = z.object({
  attempt: z.number().int().min(1).nullish(),
  outcome: z.enum(['committed', 'evaluated', 'failed']),
  parent_score: score,
  score,
  started_at: time,
  finished_at: time,
  benchmark: z.object({ result: Result.nullish().catch(undefined) }).nullish(),
  gates: z
    .array(
      z.object({
        name: z.string(),
        from: z.string().nullish(),
        phase: z.enum(['pre', 'post']).nullish(),
        passed: z.boolean().nullish(),
        returncode: z.number().nullish(),
        error: z.string().nullish(),
      }),
    )
    .nullish(),
  error: z.string().nullish(),
  commit: z.string().nullish(),
});

const Annotation = z.object({
  experiment_id: z.string().nullish(),
  task_id: z.union([z.string(), z.number().transform(String)]).nullish(),
  analysis: z.string(),
  timestamp: time,
});

const Infra = z.object({
  kind: z.string().nullish(),
  message: z.string().nullish(),
  breaking: z.boolean().nullish(),
  timestamp: time,
});

/** A list, or an object that holds one. */
const listOf = <T extends z.ZodType>(one: T) =>
  z.preprocess((given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
    return Object.values(given).find(Array.isArray) ?? [];
  }, z.array(one));

export const Annotations = listOf(Annotation);
export const InfraLog = listOf(Infra);
export const Meta = z.object({ active: z.string().nullish() });

export type EvoConfig = z.infer<typeof Config>;
export type EvoNode = z.infer<typeof Node>;
export type EvoOutcome = z.infer<typeof Outcome>;
export type EvoResult = z.infer<typeof Result>;
export type EvoAnnotation = z.infer<typeof Annotation>;
export type EvoInfra = z.infer<typeof Infra>;
export type EvoNote = z.infer<typeof note>;
