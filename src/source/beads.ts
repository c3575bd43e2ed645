import type { WorkItem } from '../domain/work-item.ts';
import type { Desk } from './desk.ts';
import { childrenOf, issueItem } from './item.ts';
import type { Issue } from './tracker/issue.ts';
import { trackerAt } from './tracker/tracker.ts';

/** An urgency that nobody gave. */
const USUAL = 2;
const MOST = 50;
/** So many epics are looked into. */
const MOST_EPICS = 10;

/**
 * Issues that can be begun, the most urgent first. Parts of an epic come in its place and before it; an epic whose parts can't be begun
 * waits with them.
 */
export async function readyIssues(
  desk: Pick<Desk, 'root' | 'run'>,
  signal: AbortSignal,
): Promise<{ readonly items: readonly WorkItem[]; readonly warnings: readonly string[]; readonly absent?: true }> {
  const tracker = await trackerAt(desk);
  const said = await tracker.ready(signal);
  if (said.kind !== 'said') {
    return said.kind === 'silent' ? { items: [], warnings: [said.warning] } : { items: [], warnings: [], absent: true };
  }
  const ready = said.value
    .filter(({ state }) => state === 'open' || state === 'unknown')
    .toSorted((a, b) => (a.priority ?? USUAL) - (b.priority ?? USUAL));
  const epics = new Map<string, Issue>();
  for (const issue of ready.filter(({ kind }) => kind === 'epic').slice(0, MOST_EPICS)) {
    const whole = await tracker.show(issue.id, signal);
    epics.set(issue.id, whole.kind === 'said' ? { ...issue, children: whole.value.children } : issue);
  }
  const listed = new Set<string>();
  const items: WorkItem[] = [];
  const list = (issue: Issue): void => {
    if (listed.has(issue.id)) return;
    listed.add(issue.id);
    items.push(issueItem(issue, ready));
  };
  for (const one of ready) {
    const epic = epics.get(one.id);
    if (epic === undefined) {
      list(one);
      continue;
    }
    const children = childrenOf(epic, ready);
    for (const id of children) for (const child of ready) if (child.id === id && !epics.has(id)) list(child);
    if (epic.children.length === 0 || children.length > 0) list(epic);
  }
  return { items: items.slice(0, MOST), warnings: [] };
}
