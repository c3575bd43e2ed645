import type { Direction } from '../../domain/compare.ts';
import { formatNumber, formatScore } from '../../lib/format.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { type CandidateFacts, markOf } from './facts.ts';
import { dot } from './mark.ts';
import type { Ended } from './report.ts';

const [WIDTH, HEIGHT] = [960, 340];
const [LEFT, RIGHT, TOP, BOTTOM] = [76, 20, 16, 62];
/** Scores beyond these shares of all are drawn at the edge, so that a few wild ones don't flatten the rest. */
const [LOW, HIGH] = [0.03, 0.97];

/** Nothing was measured of these. */
const UNMEASURED: readonly string[] = ['unchanged', 'failed', 'open', 'pending', 'active'];

/** The best from a batch on. */
interface Best {
  readonly batch: number;
  readonly best: number;
}

/** In a run without generations each is best from its own place on; whoever came later than one proposed after it, from there. */
export function bestsOf({ history, improvements }: Ended, candidates: readonly CandidateFacts[]): readonly Best[] {
  if (improvements === undefined)
    return history.flatMap(({ generation, best }) => (best === null ? [] : [{ batch: generation, best }]));
  const batches = new Map(candidates.map(({ entry: { proposal } }) => [proposal.id, proposal.batch]));
  let last = 0;
  return improvements.map(({ id, best }) => {
    last = Math.max(last, batches.get(id) ?? 0);
    return { batch: last, best };
  });
}

/** Every candidate by batch and score, and the best so far. `axis` says what a batch is. */
export function curveOf(
  candidates: readonly CandidateFacts[],
  bests: readonly Best[],
  direction: Direction,
  axis: 'generation' | 'candidate',
): Markup {
  const baseline = candidates.find(({ entry }) => entry.proposal.operator === 'seed')?.score ?? null;
  const scores = candidates.flatMap(({ score }) => score ?? []);
  const [low, high] = rangeOf(
    scores,
    [...bests.map(({ best }) => best), ...(baseline === null ? [] : [baseline])],
    direction,
  );
  const isBeyond = (score: number | null) => score !== null && (score < low || score > high);
  const beyond = candidates.filter(({ score }) => isBeyond(score)).length;
  const last = Math.max(1, ...candidates.map(({ entry }) => entry.proposal.batch));
  const step = (WIDTH - LEFT - RIGHT) / (last + 0.8);
  const x = (batch: number) => LEFT + step * (batch + 0.4);
  const y = (score: number) =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - (Math.min(high, Math.max(low, score)) - low) / (high - low));
  const floor = HEIGHT - BOTTOM + 16;
  const perBatch = new Map<number, number>();
  for (const { entry } of candidates)
    perBatch.set(entry.proposal.batch, Math.max(perBatch.get(entry.proposal.batch) ?? 1, entry.proposal.ord));
  const at = ({ entry }: CandidateFacts) => {
    const { batch, ord } = entry.proposal;
    const share = batch === 0 ? 0.5 : ord / ((perBatch.get(batch) ?? 1) + 1);
    return x(batch) + (share - 0.5) * step * 0.7;
  };
  const size = step < 14 ? 2.5 : 4;
  // Each batch from its left edge to its right one, so that no candidate of it is above the line.
  const edge = (batch: number) => (x(batch) - step * 0.4).toFixed(1);
  const line = bests
    .map(({ batch, best }, index) =>
      index === 0 ? `M${edge(batch)},${y(best).toFixed(1)}` : `H${edge(batch)}V${y(best).toFixed(1)}`,
    )
    .concat(bests.length === 0 ? [] : [`H${(x(last) + step * 0.4).toFixed(1)}`])
    .join('');

  return html`<div class="wide"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Score of each candidate${axis === 'generation' && ' by generation'}">
${ticks(low, high).map((tick) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}"/><text class="tick" x="${LEFT - 8}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${formatNumber(tick)}</text>`)}
${batchTicks(last).map((tick) => html`<text class="tick" x="${x(tick).toFixed(1)}" y="${HEIGHT - 22}" text-anchor="middle">${tick}</text>`)}
<text class="tick" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 4}" text-anchor="middle">${axis}</text>
<text class="tick" x="${LEFT - 8}" y="${floor + 4}" text-anchor="end">invalid</text>
${baseline !== null && html`<line class="baseline" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(baseline).toFixed(1)}" y2="${y(baseline).toFixed(1)}"/>`}
${candidates
  .filter(({ status }) => !UNMEASURED.includes(status))
  .map((one) => {
    const { entry, score } = one;
    const title = `${entry.proposal.id} ·${axis === 'generation' ? ` generation ${entry.proposal.batch} ·` : ''} ${score === null ? one.status : formatScore(score)}${isBeyond(score) ? ' (beyond the scale)' : ''}`;
    return dot(markOf(one), at(one), score === null ? floor : y(score), size, title, entry.proposal.id);
  })}
${line !== '' && html`<path class="bestline" d="${line}"/>`}
</svg></div>
${beyond > 0 && html`<p class="dim">${beyond} ${beyond === 1 ? 'score is' : 'scores are'} beyond the scale and drawn at its edge.</p>`}`;
}

/** From a little below what matters to a little above it. */
function rangeOf(
  scores: readonly number[],
  always: readonly number[],
  direction: Direction,
): readonly [number, number] {
  const sorted = [...scores].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const [least, most] = [Math.min(...always), Math.max(...always)];
  // Much worse ones may take up as much room as the gain and no more.
  const worst = most > least ? most - least : Number.POSITIVE_INFINITY;
  const low = direction === 'max' ? Math.max(Math.min(at(LOW), least), least - worst) : Math.min(at(LOW), least);
  const high = direction === 'max' ? Math.max(at(HIGH), most) : Math.min(Math.max(at(HIGH), most), most + worst);
  if (!(high > low)) return [low - 1, high + 1];
  const margin = (high - low) * 0.05;
  return [low - margin, high + margin];
}

/** About five round numbers. */
function ticks(low: number, high: number): readonly number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
  if (!Number.isFinite(step) || step === 0) return [];
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, index) => (first + index) * step);
}

function batchTicks(last: number): readonly number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => last / one <= 20) ?? Math.ceil(last / 20);
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}
