import { mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Refused } from '../../domain/candidate.ts';
import { scoreOf } from '../../domain/compare.ts';
import { gateResults } from '../../domain/conclusion.ts';
import type { GateResult } from '../../domain/experiment.ts';
import { gatesFor } from '../../domain/inheritance.ts';
import type { Version } from '../../domain/lane.ts';
import { formatScore } from '../../lib/format.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import type { Context } from '../contract.ts';
import { withLanes } from './evaluating.ts';
import { checkFolder } from './folders.ts';
import type { Lab } from './lab.ts';
import { benchmarkOutcome, gateOutcomes, jsonText } from './outcome.ts';
import { gateLines, leftOutLines } from './result.ts';
import { factsNow, type Workshop } from './site.ts';

export interface Checked {
  readonly id: string;
  readonly check: number;
  readonly passed: boolean;
  readonly score: number | null;
  readonly reason: string | null;
  readonly gates: readonly GateResult[];
  /** Edits that will not be measured, each with its reason. */
  readonly left_out: readonly Refused[];
  readonly folder: string;
}

/** Measures the files as they are, with all gates, and records nothing. Contract: the caller holds the claim. */
export async function check(
  lab: Lab,
  shop: Workshop,
  id: string,
  {
    version: candidate,
    taken: { refused },
  }: { readonly version: Version; readonly taken: { readonly refused: readonly Refused[] } },
  given: { readonly timeoutMs: number | undefined },
  context: Context,
): Promise<Checked> {
  const { number, folder } = nextCheck(lab, id);
  const startedAt = Date.now();
  const view = lab.journal.view();
  const inherited = gatesFor(view, id);
  const { epoch = 0, noisy } = factsNow(lab);
  const job = {
    candidate,
    attempt: 1,
    check: number,
    epoch,
    gates: inherited.map(({ gate }) => gate),
    ...(noisy === undefined ? {} : { noisy }),
  };
  const evaluation = await withLanes(lab, shop, id, given, context, (lanes) => lanes.evaluate(job, context.signal));
  const gates = gateResults(inherited, evaluation);
  const passed = evaluation.outcome === 'scored';
  const score = scoreOf(evaluation);
  const reason = passed
    ? null
    : evaluation.outcome === 'broken'
      ? `the machine failed: ${evaluation.reason}`
      : evaluation.reason;
  const document = {
    experiment_id: id,
    check: number,
    status: passed ? 'passed' : 'failed',
    score,
    error: reason,
    benchmark: benchmarkOutcome(factsNow(lab).config.identity.fitness, evaluation),
    gates: gateOutcomes(inherited, gates),
    left_out: refused,
    started_at: new Date(startedAt).toISOString(),
    finished_at: new Date().toISOString(),
  };
  writeWhole(join(folder, 'check.json'), jsonText(document));
  return { id, check: number, passed, score, reason, gates, left_out: refused, folder: relative(lab.root, folder) };
}

/** A number that nobody else has. */
export function nextCheck({ stateDir, run }: Lab, id: string): { readonly number: number; readonly folder: string } {
  for (let number = 1; ; number++) {
    const folder = checkFolder(stateDir, run.id, id, number);
    mkdirSync(dirname(folder), { recursive: true });
    try {
      mkdirSync(folder);
      return { number, folder };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

export function checkText({ id, passed, score, reason, gates, left_out, folder }: Checked): string {
  const head = passed ? `CHECK_PASSED ${id} ${formatScore(score)}` : `CHECK_FAILED ${id}: ${reason ?? ''}`;
  return [
    head,
    ...gateLines(gates),
    ...leftOutLines(left_out),
    `logs  ${folder}`,
    `No attempt was used. Measure it: evolve exp eval ${id}`,
  ].join('\n');
}
