import type { ItemType, Severity, WorkItem } from '../domain/work-item.ts';
import { pathsIn, slugOf } from './about.ts';
import { blockOf, lineOf, textOf } from './json.ts';
import type { Found } from './next-work/file.ts';
import { depthOf, severityOf, typeOf } from './next-work/order.ts';
import type { Issue } from './tracker/issue.ts';

const MOST_TITLE = 200;
const MOST_TEXT = 2000;

/** Items that cycles have left themselves. */
const OURS = /^evolve\b/;

/**
 * An item of next-work. What it is about may change though it is protected; but not by an item that a cycle has left, or cycles could
 * give themselves leave to change their own goals.
 */
export function harvestedItem({ ref, item, row }: Found): WorkItem {
  const title = lineOf(textOf(item.title) ?? '', MOST_TITLE);
  const description = blockOf(textOf(item.description) ?? '', MOST_TEXT);
  const [evidence, failedAt] = [textOf(item.evidence), textOf(item.failed_at)];
  const depth = depthOf(item);
  const ours = OURS.test(textOf(row.entry.source_epic) ?? '') || OURS.test(textOf(item.source) ?? '');
  return {
    ref,
    source: 'harvested',
    target: slugOf(title),
    title,
    description,
    ...(evidence === undefined ? {} : { evidence: blockOf(evidence, MOST_TEXT) }),
    severity: severityOf(item),
    type: typeOf(item),
    ...(failedAt === undefined ? {} : { failedAt }),
    about: ours ? [] : pathsIn(`${title}\n${description}`),
    blockers: [],
    ...(depth === 0 ? {} : { depth }),
  };
}

/** The least urgent number that is still severe, and less so. */
const HIGH = 1;
const MEDIUM = 2;

const KINDS: Readonly<Record<string, ItemType>> = { bug: 'bug', feature: 'feature', chore: 'tech-debt' };

/** An issue of the tracker. `ready` are all that can be begun. */
export function issueItem(issue: Issue, ready: readonly Issue[]): WorkItem {
  const { id, title, description, priority = MEDIUM, kind = 'task' } = issue;
  const severity: Severity = priority <= HIGH ? 'high' : priority === MEDIUM ? 'medium' : 'low';
  const children = childrenOf(issue, ready);
  return {
    ref: `beads:${id}`,
    source: 'beads',
    target: id,
    title,
    description: blockOf(description, MOST_TEXT),
    severity,
    type: KINDS[kind] ?? 'task',
    about: pathsIn(`${title}\n${description}`),
    blockers: issue.blockers.slice(0, 20),
    ...(children.length === 0 ? {} : { children }),
  };
}

/** The parts of an epic that can be begun, in the order of the others. */
export const childrenOf = ({ id, children }: Issue, ready: readonly Issue[]): readonly string[] =>
  ready
    .filter((one) => one.parent === id || children.includes(one.id) || one.id.startsWith(`${id}.`))
    .map((one) => one.id);
