import { blockOf, isJson, type Json, jsonIn, lineOf, numberOf, textOf } from '../json.ts';

/** An issue as a tracker tells it. */
export interface Issue {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly state: IssueState;
  /** 0 is the most urgent, 4 the least. */
  readonly priority?: number;
  /** bug, feature, task, chore, epic, … */
  readonly kind?: string;
  readonly parent?: string;
  readonly assignee?: string;
  /** Must be closed first, and are not. */
  readonly blockers: readonly string[];
  /** Parts that are not closed. */
  readonly children: readonly string[];
}

/** `other` is neither to be taken nor done: blocked, deferred. */
export type IssueState = 'open' | 'taken' | 'closed' | 'other' | 'unknown';

const MOST_TEXT = 4000;
const MOST_TITLE = 200;

/** Names that a shell line can bear without being told anything else. */
const ID = /^#?[A-Za-z0-9][\w./:-]*$/;

/** The issues in what a tracker printed: JSON, or lines of an id and a title. */
export function issuesIn(text: string): readonly Issue[] {
  const json = jsonWithin(text);
  if (json === undefined) return text.split('\n').flatMap(issueInLine);
  return listIn(json).flatMap(issueOf);
}

/** What is told of one issue. */
export function issueIn(text: string, id: string): Issue | undefined {
  const json = jsonWithin(text);
  if (json !== undefined) {
    const found = listIn(json).flatMap(issueOf);
    return found.find((one) => one.id === id) ?? found[0];
  }
  if (text.trim() === '') return undefined;
  return { id, title: id, description: '', state: stateInText(text), blockers: [], children: [] };
}

/** Trackers may say something before they print their JSON. */
function jsonWithin(text: string): unknown {
  const whole = jsonIn(text);
  if (whole !== undefined) return typeof whole === 'object' ? whole : undefined;
  const at = text.search(/^[[{]/m);
  return at < 0 ? undefined : jsonIn(text.slice(at));
}

function listIn(json: unknown): readonly Json[] {
  if (Array.isArray(json)) return json.filter(isJson);
  if (!isJson(json)) return [];
  const inside = ['issues', 'items', 'data', 'results', 'ready'].map((key) => json[key]).find(Array.isArray);
  return inside === undefined ? [isJson(json.issue) ? json.issue : json] : inside.filter(isJson);
}

function issueOf(json: Json): readonly Issue[] {
  const id = idOf(json.id ?? json.key ?? json.identifier ?? json.number);
  const fields = isJson(json.fields) ? json.fields : {};
  if (id === undefined) return [];
  const title = textOf(json.title) ?? textOf(json.summary) ?? textOf(fields.summary) ?? textOf(json.name) ?? id;
  const description = textOf(json.description) ?? textOf(json.body) ?? textOf(fields.description) ?? '';
  const needs = linksIn(json.dependencies);
  const parts = linksIn(json.dependents).filter(({ kind }) => kind === 'parent-child');
  const parent =
    idOf(json.parent ?? json.parent_id ?? json.epic) ?? needs.find(({ kind }) => kind === 'parent-child')?.id;
  const priority = priorityOf(json.priority);
  const kind = textOf(json.issue_type) ?? textOf(json.type) ?? textOf(json.kind);
  const assignee = textOf(json.assignee);
  return [
    {
      id,
      title: lineOf(title, MOST_TITLE),
      description: blockOf(description, MOST_TEXT),
      state: stateOf(nameIn(json.status) ?? nameIn(json.state) ?? nameIn(fields.status)),
      ...(priority === undefined ? {} : { priority }),
      ...(kind === undefined ? {} : { kind: kind.toLowerCase() }),
      ...(parent === undefined ? {} : { parent }),
      ...(assignee === undefined ? {} : { assignee: lineOf(assignee, 100) }),
      blockers: needs.filter(({ kind: of, state }) => of !== 'parent-child' && state !== 'closed').map((one) => one.id),
      children: [...parts, ...linksIn(json.children)].filter(({ state }) => state !== 'closed').map((one) => one.id),
    },
  ];
}

/** What an issue depends on, or what depends on it. Links that hold nothing up are left out. */
function linksIn(
  value: unknown,
): readonly { readonly id: string; readonly kind: string; readonly state: IssueState }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const link = isJson(one) ? one : { id: one };
    const id = idOf(link.id ?? link.depends_on_id ?? link.key);
    const kind = textOf(link.dependency_type) ?? textOf(link.type) ?? 'blocks';
    if (id === undefined || kind === 'related' || kind === 'discovered-from') return [];
    return [{ id, kind, state: stateOf(nameIn(link.status)) }];
  });
}

/** Lines that go on are indented, and headings have no id. */
function issueInLine(line: string): readonly Issue[] {
  const tags = [...line.matchAll(/\[([^\]]*)\]/g)].map(([, tag = '']) => tag);
  const bare = line
    .replace(/^(?:[-*•○●◐✓]|\d+[.)])\s+/u, '')
    .replace(/^(?:\[[^\]]*\]\s*)+/, '')
    .replace(/^(?:[○●◐✓]\s+)/u, '');
  const [, id = '', title = ''] = /^(#?[A-Za-z0-9][\w./-]*?)(?:\s*[:|\t]\s*|\s+(?:-\s+)?)(\S.*)$/.exec(bare) ?? [];
  if (!/\d|\w-\w/.test(id) || idOf(id) === undefined) return [];
  const urgent = tags.map((tag) => priorityOf(/\bP([0-4])\b/.exec(tag)?.[0])).find((one) => one !== undefined);
  const named = title.replace(/^(?:\[[^\]]*\]\s*)+/, '').replace(/^[-–—]\s+/, '');
  const priority = urgent === undefined ? {} : { priority: urgent };
  return [
    {
      id,
      title: lineOf(named, MOST_TITLE),
      description: '',
      state: 'unknown',
      ...priority,
      blockers: [],
      children: [],
    },
  ];
}

function stateInText(text: string): IssueState {
  const [, said] = /\b(?:status|state)\b\W{1,4}([\w-]+)/i.exec(text) ?? [];
  const told = stateOf(said);
  if (told !== 'unknown') return told;
  if (/\b(?:CLOSED|DONE|RESOLVED)\b/.test(text)) return 'closed';
  if (/\bIN[_ -]PROGRESS\b/.test(text)) return 'taken';
  return /\bOPEN\b/.test(text) ? 'open' : 'unknown';
}

const STATES: readonly (readonly [IssueState, RegExp])[] = [
  ['closed', /^(?:closed?|done|completed?|resolved|fixed|merged|tombstone|cancell?ed)$/],
  ['taken', /^(?:in[ _-]?progress|doing|started|active|hooked|claimed|in[ _-]?review)$/],
  ['open', /^(?:open(?:ed)?|ready|todo|to[ _-]do|new|backlog|triage|unstarted|reopened)$/],
];

function stateOf(said: string | undefined): IssueState {
  if (said === undefined) return 'unknown';
  return STATES.find(([, pattern]) => pattern.test(said.toLowerCase()))?.[0] ?? 'other';
}

const nameIn = (value: unknown): string | undefined =>
  textOf(value) ?? (isJson(value) ? textOf(value.name) : undefined);

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'number' ? String(value) : textOf(value);
  return id !== undefined && id.length <= 100 && ID.test(id) ? id : undefined;
}

const NAMED: Readonly<Record<string, number>> = {
  critical: 0,
  urgent: 0,
  highest: 0,
  high: 1,
  medium: 2,
  normal: 2,
  low: 3,
};

function priorityOf(value: unknown): number | undefined {
  const number = numberOf(value);
  if (number !== undefined) return number;
  const name = nameIn(value)?.toLowerCase();
  if (name === undefined) return undefined;
  return NAMED[name] ?? (/^p?[0-4]$/.test(name) ? Number(name.replace('p', '')) : undefined);
}
