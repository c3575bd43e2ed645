import type { Escalated, QueueState, SessionState } from '../../domain/cycle.ts';
import type { QueueItem } from '../../domain/work-item.ts';
import { queueIn } from '../../spec/spec.ts';
import { ESCALATED, put, QUEUE_STATE, textIn } from '../files.ts';
import { isJson, lineOf, numberOf, objectIn, textOf, textsOf } from '../json.ts';

export function itemsIn(root: string, file: string): readonly QueueItem[] | undefined {
  const text = textIn(root, file);
  return text === undefined ? undefined : queueIn(text);
}

/** How far a queue has come: by the file where that is of the same queue, else from its beginning. */
export function queueState(root: string, file: string, items: readonly QueueItem[]): QueueState {
  const read = objectIn(textIn(root, QUEUE_STATE) ?? '');
  const same = read !== undefined && read.queue_file === file ? read : {};
  const completed = textsOf(same.completed) ?? [];
  const escalated = (Array.isArray(same.escalated) ? same.escalated : []).flatMap(escalatedIn);
  const over = new Set([...completed, ...escalated.map(({ id }) => id)]);
  // The file may have been edited: what is not over comes next, wherever it stands now.
  const next = items.findIndex(({ id }) => !over.has(id));
  return { index: next < 0 ? items.length : next, completed, escalated, chain: textsOf(same.unblock_chain) ?? [] };
}

function escalatedIn(one: unknown): readonly Escalated[] {
  if (!isJson(one)) return [];
  const id = textOf(one.id);
  if (id === undefined) return [];
  return [{ id, reason: textOf(one.reason) ?? '', cycle: numberOf(one.cycle) ?? 0, chain: textsOf(one.chain) ?? [] }];
}

/** Writes how far the queue has come. */
export function putQueue(root: string, queue: NonNullable<SessionState['queue']>, inProgress: string | null): void {
  const { file, index, completed, escalated, chain } = queue;
  const document = {
    queue_file: file,
    current_index: index,
    completed,
    in_progress: inProgress,
    escalated,
    unblock_chain: chain,
  };
  put(root, QUEUE_STATE, `${JSON.stringify(document, null, 2)}\n`);
}

/** Tells which item of the queue is worked on, and leaves the rest as it is. */
export function putInProgress(root: string, id: string): void {
  const read = objectIn(textIn(root, QUEUE_STATE) ?? '');
  if (read !== undefined) put(root, QUEUE_STATE, `${JSON.stringify({ ...read, in_progress: id }, null, 2)}\n`);
}

const HEAD = '# Escalated\n\n| Item | Reason | Cycle | Blocker Chain |\n|---|---|---|---|\n';

/** Adds a row for each that is not told yet: the same item for the same reason is told once. */
export function putEscalated(root: string, escalated: readonly Escalated[]): void {
  const before = textIn(root, ESCALATED) ?? '';
  const told = before.split('\n');
  const rows = escalated.filter((one) => !told.some((row) => row.startsWith(headOf(one)))).map(rowOf);
  if (rows.length === 0) return;
  const whole = before === '' ? HEAD : before.endsWith('\n') ? before : `${before}\n`;
  put(root, ESCALATED, `${whole}${rows.map((row) => `${row}\n`).join('')}`);
}

const headOf = ({ id, reason }: Escalated): string => `| ${cell(id)} | ${cell(reason)} |`;

const rowOf = (one: Escalated): string =>
  `${headOf(one)} ${one.cycle} | ${one.chain.length === 0 ? '—' : cell(one.chain.join(' → '))} |`;

const cell = (text: string): string => lineOf(text, 300).replaceAll('|', '\\|');
