import { formatScore } from '../../lib/format.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { type CandidateFacts, markOf } from './facts.ts';
import { dot } from './mark.ts';

/** More nodes than these are a cloud. */
const MOST_NODES = 600;
const WIDTH = 960;
const LABELLED = 74;
const NARROWEST = 12;
const TOP = 30;

/** Who came from whom: columns from left to right, of a generation or of a depth in the family tree; the winner's own line on top. */
export function lineageGraph(candidates: readonly CandidateFacts[], columns: 'generation' | 'depth'): Markup {
  const columnOf = ({ entry, depth }: CandidateFacts) => (columns === 'depth' ? depth : entry.proposal.batch);
  const chosen = choose(candidates);
  const shown = columns === 'depth' ? besideParents(chosen) : chosen;
  const batches = [...new Set(shown.map(columnOf))].sort((a, b) => a - b);
  const step = Math.max(NARROWEST, Math.min(150, (WIDTH - 80) / Math.max(1, batches.length - 1)));
  const labels = step >= LABELLED;
  const rowHeight = labels ? 46 : 20;
  const rows = new Map<number, number>();
  const placed = new Map(
    shown.map((one) => {
      const { id } = one.entry.proposal;
      const batch = columnOf(one);
      const row = one.onPath ? 0 : (rows.get(batch) ?? 0) + 1;
      if (!one.onPath) rows.set(batch, row);
      return [id, { one, x: 40 + step * batches.indexOf(batch), y: TOP + rowHeight * row }];
    }),
  );
  const deepest = Math.max(0, ...rows.values());
  const [width, height] = [Math.max(360, 80 + step * (batches.length - 1)), TOP + rowHeight * deepest + 52];
  const edges = [...placed.values()].flatMap(({ one, x, y }) =>
    one.entry.proposal.operator === 'seed'
      ? []
      : one.entry.proposal.parents.flatMap((parent, index) => {
          const from = placed.get(parent);
          const winning = index === 0 && one.onPath;
          return from === undefined
            ? []
            : [{ winning, kind: winning ? 'win' : index === 0 ? 'first' : 'other', d: curve(from.x, from.y, x, y) }];
        }),
  );
  const every = Math.ceil(40 / step);
  return html`<div class="wide${shown.length > 100 && ' many'}"><svg viewBox="0 0 ${width.toFixed(0)} ${height}" style="width:${width.toFixed(0)}px;min-width:0" role="img" aria-label="Lineage of the candidates">
${edges.filter(({ winning }) => !winning).map(({ kind, d }) => html`<path class="edge ${kind}" d="${d}"/>\n`)}
${edges.filter(({ winning }) => winning).map(({ kind, d }) => html`<path class="edge ${kind}" d="${d}"/>\n`)}
${[...placed.values()].map(({ one, x, y }) => {
  const { proposal } = one.entry;
  const scored = one.score === null ? one.status : formatScore(one.score);
  const title = `${proposal.id} · ${scored} · ${proposal.operator}${proposal.operator === 'seed' ? '' : ` of ${proposal.parents.join(', ')}`}`;
  return html`${dot(markOf(one), x, y, labels ? 5 : 4, title, proposal.id)}${labels && html`<text class="label" x="${x.toFixed(1)}" y="${y + 18}" text-anchor="middle">${proposal.id}</text><text class="label dim" x="${x.toFixed(1)}" y="${y + 30}" text-anchor="middle">${scored}</text>`}`;
})}
${batches.filter((_, index) => index % every === 0).map((batch) => html`<text class="tick" x="${(40 + step * batches.indexOf(batch)).toFixed(1)}" y="${height - 6}" text-anchor="middle">${batch}</text>`)}
</svg></div>
${shown.length < candidates.length && html`<p class="dim">The picture has ${shown.length} of ${candidates.length} candidates: the winner’s line, the living and the best.</p>`}`;
}

/** Depth by depth, each as high as its parent stands, so that few lines cross. */
function besideParents(candidates: readonly CandidateFacts[]): readonly CandidateFacts[] {
  const rows = new Map<string, number>();
  return [...new Set(candidates.map(({ depth }) => depth))]
    .sort((a, b) => a - b)
    .flatMap((depth) => {
      const rowOf = ({ entry }: CandidateFacts) => rows.get(entry.proposal.parents[0]) ?? 0;
      const column = candidates.filter((one) => one.depth === depth).toSorted((a, b) => rowOf(a) - rowOf(b));
      for (const [row, { entry, onPath }] of column.entries()) rows.set(entry.proposal.id, onPath ? -1 : row);
      return column;
    });
}

/** The winner's line, the living, then the best, by (batch, ord). */
function choose(candidates: readonly CandidateFacts[]): readonly CandidateFacts[] {
  if (candidates.length <= MOST_NODES) return candidates;
  const worth = (one: CandidateFacts) =>
    one.onPath ? -2 : one.status === 'alive' ? -1 : (one.rank ?? Number.POSITIVE_INFINITY);
  const kept = new Set([...candidates].sort((a, b) => worth(a) - worth(b) || 0).slice(0, MOST_NODES));
  return candidates.filter((one) => kept.has(one));
}

function curve(x1: number, y1: number, x2: number, y2: number): string {
  const middle = ((x1 + x2) / 2).toFixed(1);
  if (y1 === y2) return `M${x1.toFixed(1)},${y1}H${x2.toFixed(1)}`;
  return `M${x1.toFixed(1)},${y1}C${middle},${y1} ${middle},${y2} ${x2.toFixed(1)},${y2}`;
}
