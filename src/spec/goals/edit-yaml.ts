import type { Goal } from '../../domain/goals.ts';
import { breakBefore, spliced } from './splice.ts';

/** A GOALS.yaml with one more goal, at the end of its list. Contract: nothing else changes, unless the list is written in brackets. */
export async function addYamlGoal(text: string, goal: Goal): Promise<string> {
  const { isSeq, parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const list = document.get('goals');
  if (isSeq(list) && list.flow !== true && list.items.length > 0) {
    const last = stretches(text, list.items).at(-1);
    const at = last?.to ?? text.length;
    const words = await goalText(goal, last?.indent ?? '  ');
    return spliced(text, [{ from: at, to: at, text: `${breakBefore(text, at)}${words}` }]);
  }
  const pair = /^goals[ \t]*:[ \t]*(?:\[[ \t]*\]|~|null)?[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)/m.exec(text);
  if (!isSeq(list) || list.items.length === 0) {
    const at = pair === null ? text.length : pair.index;
    const words = `goals:\n${await goalText(goal, '  ')}`;
    return spliced(text, [{ from: at, to: at + (pair?.[0].length ?? 0), text: `${breakBefore(text, at)}${words}` }]);
  }
  list.add(document.createNode(plainGoal(goal)));
  return document.toString({ lineWidth: 0 });
}

/** A GOALS.yaml without a goal. */
export async function removeYamlGoal(text: string, id: string): Promise<string> {
  const { isMap, isSeq, parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const list = document.get('goals');
  if (!isSeq(list)) return text;
  const index = list.items.findIndex((item) => isMap(item) && String(item.get('id')) === id);
  if (index === -1) return text;
  if (list.flow === true) {
    list.delete(index);
    return document.toString({ lineWidth: 0 });
  }
  const stretch = stretches(text, list.items)[index];
  return stretch === undefined ? text : spliced(text, [{ from: stretch.from, to: stretch.to, text: '' }]);
}

/** A GOALS.yaml of version 1 as one of version 2. */
export async function migrateYaml(text: string): Promise<string> {
  const { isScalar, parseDocument } = await import('yaml');
  const version = parseDocument(text).get('version', true);
  const range = isScalar(version) ? version.range : undefined;
  if (range === undefined || range === null) return text;
  return spliced(text, [{ from: range[0], to: range[1], text: '2' }]);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Before its dash. */
  readonly indent: string;
}

/** Where the items of a list are written: from the line of their dash to the end of their last. */
function stretches(text: string, items: readonly unknown[]): readonly Stretch[] {
  return items.flatMap((item): Stretch[] => {
    const range = rangeOf(item);
    if (range === undefined) return [];
    const dash = text.lastIndexOf('-', range[0]);
    const from = text.lastIndexOf('\n', dash - 1) + 1;
    const ended = text.slice(0, range[1]).trimEnd().length;
    const next = text.indexOf('\n', ended);
    return [{ from, to: next === -1 ? text.length : next + 1, indent: text.slice(from, dash) }];
  });
}

function rangeOf(item: unknown): readonly [number, number] | undefined {
  if (typeof item !== 'object' || item === null || !('range' in item) || !Array.isArray(item.range)) return undefined;
  const [from, to] = item.range;
  return typeof from === 'number' && typeof to === 'number' ? [from, to] : undefined;
}

async function goalText(goal: Goal, indent: string): Promise<string> {
  const { stringify } = await import('yaml');
  const lines = stringify(plainGoal(goal), { lineWidth: 0 }).trimEnd().split('\n');
  return `${lines.map((line, index) => (line === '' ? '' : `${indent}${index === 0 ? '- ' : '  '}${line}`)).join('\n')}\n`;
}

/** A goal as a file has it, without what goes without saying. */
function plainGoal({ id, description, check, weight, type, pillar, continuous, tags }: Goal): object {
  return {
    id,
    description,
    check,
    weight,
    ...(type === 'health' ? {} : { type }),
    ...(pillar === undefined ? {} : { pillar }),
    ...(continuous === undefined ? {} : { continuous }),
    ...(tags === undefined || tags.length === 0 ? {} : { tags }),
  };
}
