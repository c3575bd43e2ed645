import type { WorkAnswer } from '../../domain/cycle.ts';
import type { FollowUp, WorkItem } from '../../domain/work-item.ts';
import { clipped } from './course.ts';

/**
 * Whether an item may be worked on. `split`: what is allowed of it is, the rest is left for later. `defer`: it lies outside of what may
 * change. `park`: it needs files that may not change, which is for people to decide.
 */
export type Scoped =
  | { readonly kind: 'within'; readonly work: WorkItem }
  | { readonly kind: 'split'; readonly work: WorkItem; readonly rest: FollowUp }
  | { readonly kind: 'defer'; readonly reason: string }
  | { readonly kind: 'park'; readonly reason: string };

/** Ends the title of what was left of an item: it is never split again. */
const OUTSIDE = '(outside the scope)';

/** Asked before anything is spent on an item. One that names no file may turn out to be anywhere. */
export function scoped(work: WorkItem, { scope, goals }: Pick<WorkAnswer, 'scope' | 'goals'>): Scoped {
  if (work.title.includes(OUTSIDE))
    return { kind: 'defer', reason: `${work.title}: left for whoever widens the scope` };
  const liftable = (path: string): boolean =>
    isGoalsFile(path) || (goals?.goals ?? []).some(({ check }) => filesIn(check).includes(path));
  const isFixed = (path: string): boolean => {
    const fixed = scope.fixed ?? (liftable(path) ? [] : scope.immutable);
    return fixed.some((pattern) => covers(pattern, path));
  };
  const isMutable = (path: string): boolean =>
    scope.mutable.length === 0 || scope.mutable.some((pattern) => covers(pattern, placed(path, pattern)));
  const within = work.about.filter((path) => !isFixed(path) && isMutable(path));
  if (within.length === work.about.length) return { kind: 'within', work };
  const without = work.about.filter((path) => !within.includes(path));
  const named = without.join(', ');
  if (within.length === 0)
    return without.every(isFixed)
      ? { kind: 'park', reason: `${work.title}: ${named} may not change` }
      : { kind: 'defer', reason: `${work.title}: ${named} is outside of what may change` };
  return { kind: 'split', work: { ...work, about: within }, rest: restOf(work, named) };
}

/** A name without a folder may be meant to lie wherever the pattern looks. */
function placed(path: string, pattern: string): string {
  const folder = /^(?:\.\/)?((?:[^*?/]+\/)*)/.exec(pattern)?.[1] ?? '';
  return path.includes('/') ? path : `${folder}${path}`;
}

const restOf = (work: WorkItem, named: string): FollowUp => ({
  title: `${clipped(work.title, 120)} ${OUTSIDE}`,
  type: work.type ?? 'task',
  severity: work.severity ?? 'low',
  description: `What it asks for in ${named} could not be done: these files may not change. ${clipped(work.description, 500)}`,
});

const isGoalsFile = (path: string): boolean => path === 'GOALS.md' || path === 'GOALS.yaml' || path === 'GOALS.yml';

/** Files that a command or a text names: words that have a folder or an ending. */
export function filesIn(command: string): readonly string[] {
  const words = command.split(/[\s;|&<>()'"`=]+/);
  return [...new Set(words.map((word) => word.replace(/^\.\/|[.,:]+$/g, '')).filter(isPath))];
}

const isPath = (word: string): boolean => /^[\w.@-][\w./@*-]*$/.test(word) && /\/\w|\w\.[a-z]\w{0,4}$/i.test(word);

/** Whether a glob, a folder or a path covers a path. */
export function covers(pattern: string, path: string): boolean {
  const plain = pattern.replace(/^\.\//, '').replace(/\/(\*\*)?$/, '');
  if (plain === '' || plain === '**' || plain === path || path.startsWith(`${plain}/`)) return true;
  return plain.includes('*') || plain.includes('?') ? globOf(plain).test(path) : false;
}

function globOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === '**/') return '(?:.*/)?';
    if (found === '**') return '.*';
    if (found === '*') return '[^/]*';
    return found === '?' ? '[^/]' : `\\${found}`;
  });
  return new RegExp(`^${source}$`);
}
