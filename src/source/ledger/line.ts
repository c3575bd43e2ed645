import type { CycleLine } from '../../domain/cycle.ts';
import { WORK_SOURCES } from '../../domain/work-item.ts';
import { numberOf, objectIn, textOf, textsOf } from '../json.ts';

/** A line as it is read: other tools know more results than we do. */
export type LedgerLine = Omit<CycleLine, 'result'> & { readonly result: string };

/** A line as it stands in the file, without its end. `sha` mirrors `canonical_sha`; `log_sha` is there only when it differs. */
export function encodeLine(line: CycleLine): string {
  return JSON.stringify({
    cycle: line.cycle,
    target: line.target,
    result: line.result,
    timestamp: line.timestamp,
    sha: line.canonicalSha,
    canonical_sha: line.canonicalSha,
    cycle_start_sha: line.cycleStartSha,
    log_sha: line.logSha === line.canonicalSha ? undefined : line.logSha,
    goals_passing: line.goalsPassing,
    goals_total: line.goalsTotal,
    parallel: line.parallel,
    goal_ids: line.goalIds,
    quality_score: line.qualityScore,
    mode: line.mode,
    queue_item: line.queueItem,
    queue_index: line.queueIndex,
    queue_total: line.queueTotal,
    unblock_target: line.unblockTarget,
    unblock_depth: line.unblockDepth,
    oscillations: line.oscillations,
    source: line.source,
    attempted: line.attempted,
    directive_hash: line.directiveHash,
    reason: line.reason,
    failing: line.failing,
  });
}

/** What a line says, in our words or in those of older tools; undefined where it is no line of a ledger. */
export function decodeLine(text: string): LedgerLine | undefined {
  const read = objectIn(text);
  if (read === undefined) return undefined;
  const { cycle } = read;
  const target = textOf(read.target) ?? textOf(read.goal_id);
  const result = textOf(read.result);
  if (typeof cycle !== 'number' || !Number.isInteger(cycle) || target === undefined || result === undefined)
    return undefined;
  const canonical = textOf(read.canonical_sha) ?? textOf(read.sha) ?? textOf(read.commit_sha);
  const source = WORK_SOURCES.find((one) => one === read.source);
  return {
    ...{ cycle, target, result, timestamp: textOf(read.timestamp) ?? '' },
    ...given('canonicalSha', canonical),
    ...given('cycleStartSha', textOf(read.cycle_start_sha)),
    ...given('logSha', textOf(read.log_sha)),
    ...given('goalsPassing', numberOf(read.goals_passing)),
    ...given('goalsTotal', numberOf(read.goals_total)),
    ...(read.parallel === true ? { parallel: true } : {}),
    ...given('goalIds', textsOf(read.goal_ids)),
    ...given('qualityScore', numberOf(read.quality_score)),
    ...(read.mode === 'pinned' ? { mode: 'pinned' } : {}),
    ...given('queueItem', textOf(read.queue_item)),
    ...given('queueIndex', numberOf(read.queue_index)),
    ...given('queueTotal', numberOf(read.queue_total)),
    ...given('unblockTarget', textOf(read.unblock_target)),
    ...given('unblockDepth', numberOf(read.unblock_depth)),
    ...given('oscillations', numberOf(read.oscillations)),
    ...given('source', source),
    ...given('attempted', textOf(read.attempted)),
    ...given('directiveHash', textOf(read.directive_hash)),
    ...given('reason', textOf(read.reason)),
    ...given('failing', textsOf(read.failing)),
  };
}

const given = <K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [key in K]?: V });
