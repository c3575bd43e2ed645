/** Where work comes from, as the state file names it. `pinned` is the user's queue. */
export const WORK_SOURCES = [
  'pinned',
  'harvested',
  'beads',
  'directive',
  'goal',
  'testing',
  'validation',
  'bug-hunt',
  'drift',
  'performance',
  'feature',
] as const;
export type WorkSource = (typeof WORK_SOURCES)[number];

/** Those that look for work and write down what they find. */
export const GENERATORS = ['testing', 'validation', 'bug-hunt', 'drift', 'performance', 'feature'] as const;
export type Generator = (typeof GENERATORS)[number];

export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const ITEM_TYPES = [
  'tech-debt',
  'improvement',
  'pattern-fix',
  'process-improvement',
  'feature',
  'bug',
  'task',
] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** One thing to do. Plain data: it stands in questions, proposals and files. */
export interface WorkItem {
  /** Names it among all: `source_epic=ag-1:item=Add a smoke test`, `beads:ag-12`, `goal:lint`, `directive:directive-2`, `queue:rig-difc`. */
  readonly ref: string;
  readonly source: WorkSource;
  /** As the ledger names it: a goal's, an issue's or a queue item's id, else a short form of the title. */
  readonly target: string;
  readonly title: string;
  readonly description: string;
  readonly evidence?: string;
  readonly severity?: Severity;
  readonly type?: ItemType;
  /** Of a failing goal, its id; of a directive, the directive's. */
  readonly goal?: string;
  /** Of a directive: which text of it was worked on. */
  readonly hash?: string;
  /** It failed before. */
  readonly failedAt?: string;
  /** Paths and globs that it names: where it is about these, they may change though they are protected. */
  readonly about: readonly string[];
  /** Must be done first; of a queue item, or of an issue. */
  readonly blockers: readonly string[];
  /** How many cycles lie between it and what came from outside: 1 was left by work of its own right, 2 by what was left. */
  readonly depth?: number;
  /** Of an epic: the children that are ready, in order. */
  readonly children?: readonly string[];
}

/** What a cycle leaves for later ones. */
export interface FollowUp {
  readonly title: string;
  readonly type: ItemType;
  readonly severity: Severity;
  readonly description: string;
  readonly evidence?: string;
}

/** An item of the user's queue. */
export interface QueueItem {
  /** The first back-ticked text of its line, else `item-N`. */
  readonly id: string;
  /** The line without its number. */
  readonly title: string;
  /** With its continuation lines. */
  readonly text: string;
  readonly blocker?: string;
}
