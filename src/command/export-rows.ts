import { tokensOf } from '../domain/agent.ts';
import { hypothesisOf } from '../domain/hypothesis.ts';
import type { Journal } from '../domain/journal.ts';
import type { Entry, View } from '../domain/view.ts';
import { isBred } from './breeding.ts';
import { callsFor } from './cost.ts';
import { difference, homesOf, scoreIn } from './document.ts';
import { isCurrent } from './exp/standing.ts';
import { everyEntry } from './pages.ts';

/** A candidate as other programs take it. */
export interface Exported {
  readonly run: string;
  readonly id: string;
  /** null in a run without generations. */
  readonly generation: number | null;
  /** Steps from the seed, by first parents. */
  readonly depth: number;
  readonly operator: string;
  readonly arm: string | null;
  readonly by: string;
  readonly lens: string | null;
  readonly parents: readonly string[];
  readonly status: string;
  /** Where it lives now. */
  readonly homes: readonly string[];
  readonly score: number | null;
  readonly samples: number;
  readonly delta: number | null;
  readonly metrics: Readonly<Record<string, number>>;
  readonly reason: string | null;
  readonly sameAs: string | null;
  readonly commit: string | null;
  readonly createdAt: string | null;
  readonly evaluationMs: number | null;
  /** Of agents' calls for it; null where there was none, or a price is not known. */
  readonly usd: number | null;
  readonly tokens: number | null;
  /** Of an experiment; null of all others. */
  readonly hypothesis: string | null;
  readonly epoch: number | null;
}

/** Every candidate of a run. Contract: holds a page of entries and the times of one batch, however long the run is. */
export function* exportedOf(journal: Journal): Generator<Exported> {
  const view = journal.view();
  const baseline = scoreIn(view.entries(0)[0]);
  const run = view.run();
  const bred = run === undefined || isBred(run.config);
  const createdAt = timesOf(journal);
  for (const entry of everyEntry(view)) {
    const { proposal, candidate, evaluation, sameAs } = entry;
    const made = candidate !== undefined || entry.dropped !== undefined;
    const at = entry.experiment?.createdAt ?? (made ? createdAt(proposal.id) : undefined);
    yield {
      run: journal.run,
      id: proposal.id,
      generation: bred ? proposal.batch : null,
      depth: view.kin(proposal.id)?.depth ?? 0,
      operator: proposal.operator,
      arm: proposal.arm ?? null,
      by: proposal.by,
      lens: proposal.brief.lens ?? null,
      parents: proposal.operator === 'seed' ? [] : proposal.parents,
      status: statusOf(entry),
      homes: homesOf(entry),
      score: scoreIn(entry),
      samples: evaluation?.outcome === 'scored' ? evaluation.samples.length : 0,
      delta: isCurrent(entry, run) ? difference(scoreIn(entry), baseline) : null,
      metrics: evaluation?.outcome === 'scored' ? evaluation.metrics : {},
      reason:
        entry.experiment?.laid?.reason ??
        entry.dropped?.reason ??
        (evaluation !== undefined && 'reason' in evaluation ? evaluation.reason : null),
      sameAs: sameAs ?? null,
      commit: candidate?.commit ?? null,
      createdAt: at === undefined ? null : new Date(at).toISOString(),
      evaluationMs:
        evaluation === undefined ? null : Math.round(evaluation.stages.reduce((sum, { ms }) => sum + ms, 0)),
      ...spentOn(view, proposal.id),
      hypothesis: entry.experiment === undefined ? null : hypothesisOf(entry),
      epoch:
        entry.experiment !== undefined && evaluation !== undefined && 'epoch' in evaluation ? evaluation.epoch : null,
    };
  }
}

function spentOn(view: View, id: string): Pick<Exported, 'usd' | 'tokens'> {
  const calls = callsFor(view, id);
  const sum = (amounts: readonly (number | undefined)[]): number | null =>
    amounts.length === 0
      ? null
      : amounts.reduce<number | null>((a, b) => (a === null || b === undefined ? null : a + b), 0);
  return {
    usd: sum(calls.map(({ usd }) => usd)),
    tokens: sum(calls.map(({ usage }) => usage && tokensOf(usage))),
  };
}

export function statusOf({ dropped, evaluation, placement, alive, experiment }: Entry): string {
  if (experiment !== undefined) return experiment.status;
  if (dropped !== undefined) return dropped.kind;
  if (evaluation === undefined) return 'open';
  if (evaluation.outcome !== 'scored') return evaluation.outcome;
  return alive || placement === undefined ? 'alive' : 'eliminated';
}

const EVENTS = 500;

/** When a candidate was made or dropped. Events come nearly in the order of candidates, so few are kept in mind. */
function timesOf(journal: Journal): (id: string) => number | undefined {
  const ahead = new Map<string, number>();
  let [seen, ended] = [0, false];
  return (id) => {
    while (!ahead.has(id) && !ended) {
      const page = journal.read(seen, EVENTS);
      for (const { seq, at, event } of page) {
        seen = seq;
        if (event.type === 'applied') ahead.set(event.candidate.id, at);
        if (event.type === 'dropped') ahead.set(event.proposal, at);
      }
      ended = page.length === 0;
    }
    const at = ahead.get(id);
    ahead.delete(id);
    return at;
  };
}

/** A benchmark may invent names; a table has an end. */
const MOST_METRICS = 200;

/** The names of all metrics, in order. */
export function metricsOf(view: View): readonly string[] {
  const names = new Set<string>();
  for (const { evaluation } of everyEntry(view)) {
    if (evaluation?.outcome !== 'scored') continue;
    for (const name of Object.keys(evaluation.metrics)) if (names.size < MOST_METRICS) names.add(name);
  }
  return [...names].sort();
}

const COLUMNS = [
  'run',
  'id',
  'generation',
  'operator',
  'by',
  'lens',
  'parents',
  'status',
  'score',
  'samples',
  'delta',
  'reason',
  'sameAs',
  'commit',
  'createdAt',
  'evaluationMs',
  'usd',
  'tokens',
  'arm',
  'depth',
  'homes',
  'hypothesis',
  'epoch',
] as const;

/** RFC 4180, a column per metric. Returns how many rows there were. */
export function* csvOf(rows: Iterable<Exported>, metrics: readonly string[]): Generator<string, number> {
  yield line([...COLUMNS, ...metrics.map((name) => `metric ${name}`)]);
  let count = 0;
  for (const row of rows) {
    count += 1;
    const cells = COLUMNS.map((column) =>
      column === 'parents' || column === 'homes' ? row[column].join(' ') : row[column],
    );
    yield line([...cells, ...metrics.map((name) => row.metrics[name])]);
  }
  return count;
}

const line = (cells: readonly (string | number | null | undefined)[]): string => `${cells.map(cell).join(',')}\r\n`;

function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One array. Returns how many rows there were. */
export function* jsonOf(rows: Iterable<Exported>): Generator<string, number> {
  let count = 0;
  for (const row of rows) {
    yield `${count === 0 ? '[' : ','}\n${JSON.stringify(row)}`;
    count += 1;
  }
  yield count === 0 ? '[]\n' : '\n]\n';
  return count;
}
