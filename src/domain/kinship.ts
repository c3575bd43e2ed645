import type { Kin, View } from './view.ts';

type Family = Pick<View, 'kin'>;

/** Steps between two in the family tree of first parents. Costs a few look-ups for each doubling of the depth. */
export function kinship(family: Family, one: string, other: string): number {
  const [a, b] = [need(family, one), need(family, other)];
  const common = meeting(family, { id: one, ...a }, { id: other, ...b });
  return a.depth + b.depth - 2 * common;
}

/** Of several, the one that is farthest from this one; of equals the first. */
export function farthest(family: Family, from: string, others: readonly string[]): string | undefined {
  let [most, found]: [number, string | undefined] = [-1, undefined];
  for (const other of others) {
    const steps = kinship(family, from, other);
    if (steps > most) [most, found] = [steps, other];
  }
  return found;
}

/** Whether one comes of another; nobody comes of itself. */
export function isAncestor(family: Family, one: string, of: string): boolean {
  const [above, below] = [need(family, one), need(family, of)];
  if (below.depth <= above.depth) return false;
  let node: Node = { id: of, ...below };
  while (node.depth > above.depth) node = up(family, node, above.depth);
  return node.id === one;
}

type Node = Kin & { readonly id: string };

/** The depth of the nearest common ancestor. */
function meeting(family: Family, one: Node, other: Node): number {
  let [a, b] = one.depth >= other.depth ? [one, other] : [other, one];
  while (a.depth > b.depth) a = up(family, a, b.depth);
  while (a.id !== b.id) {
    const [far, also] = [jumped(family, a), jumped(family, b)];
    const apart = far.depth === also.depth && far.id !== also.id;
    [a, b] = apart ? [far, also] : [stepped(family, a), stepped(family, b)];
  }
  return a.depth;
}

/** As far up as may be, not above a depth. */
function up(family: Family, node: Node, depth: number): Node {
  const far = jumped(family, node);
  return far.depth >= depth ? far : stepped(family, node);
}

const jumped = (family: Family, { id, jump = id }: Node): Node => ({ id: jump, ...need(family, jump) });
const stepped = (family: Family, { id, parent = id }: Node): Node => ({ id: parent, ...need(family, parent) });

function need(family: Family, id: string): Kin {
  const kin = family.kin(id);
  if (kin === undefined) throw new Error(`no proposal ${id}`);
  return kin;
}
