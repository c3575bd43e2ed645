import type { Direction } from '../domain/compare.ts';
import { byRankKey } from '../domain/compare.ts';
import { STATUSES, type Status } from '../domain/experiment.ts';
import { formatNumber } from '../lib/format.ts';
import { styleOf } from '../lib/style.ts';
import { cut, plain } from '../lib/width.ts';
import { type Making, makingText } from './making.ts';

/** A candidate as a tree needs it. */
export interface Leaf extends Making {
  readonly id: string;
  /** The first is the branch it hangs on; the seed has none. */
  readonly parents: readonly string[];
  readonly score: number | null;
  /** `scored` where everybody lives who has a score. */
  readonly status: 'alive' | 'eliminated' | 'scored' | 'invalid' | 'broken' | 'dropped' | 'open' | Status;
  readonly best: boolean;
  readonly reason?: string;
}

export interface Node extends Leaf {
  readonly depth: number;
  /** Ancestors between this and the one it hangs on that are left out. */
  readonly skipped: number;
}

/**
 * The tree from the seed, in the order in which it is read.
 * Contract: at most `limit` nodes. Seed, best and living are the last to be left out, then the winner's line; others come
 * with all their ancestors.
 */
export function shownOf(leaves: readonly Leaf[], limit: number, direction: Direction): readonly Node[] {
  const byId = new Map(leaves.map((leaf) => [leaf.id, leaf]));
  const kept = chosen(leaves, byId, limit, direction);
  const children = new Map<string | undefined, Omit<Node, 'depth'>[]>();
  for (const leaf of leaves) {
    if (!kept.has(leaf.id)) continue;
    let [above, skipped] = [leaf.parents[0], 0];
    for (; above !== undefined && !kept.has(above); skipped++) above = byId.get(above)?.parents[0];
    const siblings = children.get(above) ?? [];
    siblings.push({ ...leaf, skipped });
    children.set(above, siblings);
  }
  const nodes: Node[] = [];
  const open = (children.get(undefined) ?? []).map((leaf) => ({ ...leaf, depth: 0 })).reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node);
    const depth = node.depth + 1;
    open.push(...(children.get(node.id) ?? []).map((leaf) => ({ ...leaf, depth })).reverse());
  }
  return nodes;
}

function chosen(
  leaves: readonly Leaf[],
  byId: ReadonlyMap<string, Leaf>,
  limit: number,
  direction: Direction,
): ReadonlySet<string> {
  const key = ({ score }: Leaf) => (score === null ? null : direction === 'max' ? score : 0 - score);
  const byScore = leaves.toSorted((a, b) => byRankKey(key(a), key(b)));
  const first = [
    ...leaves.filter(({ parents }) => parents.length === 0),
    ...leaves.filter(({ best }) => best),
    ...byScore.filter(({ status }) => status === 'alive' || status === 'committed'),
    ...leaves.filter(({ best }) => best).flatMap((best) => lineOf(best)),
  ];
  const kept = new Set<string>();
  for (const { id } of first) if (kept.size < limit) kept.add(id);
  // Those whose ancestors are all kept: a walk upwards ends there.
  const whole = new Set<string>();
  for (const leaf of byScore) {
    if (kept.size === limit) break;
    const missing: string[] = [];
    const walked: string[] = [];
    for (let at: Leaf | undefined = leaf; at !== undefined && !whole.has(at.id); at = byId.get(at.parents[0] ?? '')) {
      walked.push(at.id);
      if (!kept.has(at.id)) missing.push(at.id);
      if (kept.size + missing.length > limit) break;
    }
    if (kept.size + missing.length > limit) continue;
    for (const id of missing) kept.add(id);
    for (const id of walked) whole.add(id);
  }
  return kept;

  /** The leaf and its ancestors, upwards. */
  function lineOf(leaf: Leaf): readonly Leaf[] {
    const line: Leaf[] = [];
    for (let at: Leaf | undefined = leaf; at !== undefined; at = byId.get(at.parents[0] ?? '')) line.push(at);
    return line;
  }
}

/** Indentation takes at most this share of a line, and no more columns than these of one without an end. */
const SHARE = 0.4;
const DEEPEST = 240;

export function treeLines(nodes: readonly Node[], columns: number, color: boolean): readonly string[] {
  const style = styleOf(color);
  const deepest = nodes.reduce((most, { depth }) => Math.max(most, depth), 0);
  const room = Math.min(DEEPEST, Math.max(4, Math.floor(columns * SHARE)));
  const step = deepest * 3 <= room ? 3 : deepest * 2 <= room ? 2 : 1;
  // Whether another brother comes below, per depth; found from the end.
  const open: boolean[] = [];
  const lines: string[] = [];
  for (const node of nodes.toReversed()) {
    open.length = node.depth + 1;
    const shown = Math.min(node.depth, Math.ceil(room / step) + 1);
    const bars = Array.from({ length: shown }, (_, index) => node.depth - shown + index + 1).map((depth) => {
      const more = open[depth] === true;
      if (depth < node.depth) return (more ? '│' : ' ').padEnd(step);
      return `${more ? '├' : '└'}${'─'.repeat(Math.max(0, step - 2))}${step > 1 ? ' ' : ''}`;
    });
    open[node.depth] = true;
    lines.push(cut(`${shorten(bars.join(''), room)}${textOf(node)}`, columns));
  }
  return lines.reverse();

  function textOf(node: Node): string {
    const { id, score, parents, status, best, reason, skipped } = node;
    const isExperiment = STATUSES.some((known) => known === status);
    const none = isExperiment ? '–' : status === 'open' ? 'open' : style.bad(status.toUpperCase());
    const scored = score === null ? none : formatNumber(score);
    const name = best ? style.good(`${id}  ${scored}  best`) : `${id}  ${scored}`;
    const lives = status === 'alive' && parents.length > 0 ? [style.note('alive')] : [];
    const made = parents.length === 0 ? [] : [isExperiment ? status : makingText(node)];
    const others = parents.length > 1 ? [`with ${parents.slice(1).join(', ')}`] : [];
    const gap = skipped === 0 ? [] : [`after ${skipped} more`];
    const why = reason === undefined ? [] : [plain(reason)];
    return [name, ...lives, ...made, ...others, ...gap, ...why].join('  ');
  }
}

/** A branch that is too deep for the terminal keeps its end. */
function shorten(prefix: string, room: number): string {
  return prefix.length <= room ? prefix : `…${prefix.slice(prefix.length - room + 1)}`;
}
