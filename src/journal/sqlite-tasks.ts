import type { CandidateId } from '../domain/candidate.ts';
import type { Direction } from '../domain/compare.ts';
import { FRONTIER } from '../domain/experiment.ts';
import { type Leader, taskKeys } from '../domain/leader.ts';
import type { EntryRow } from '../domain/tables.ts';
import type { Prepare } from './queries.ts';

/** Under this name it is counted who reports any task. */
const ANY = '';

/** Who on the frontier is best at which task. Contract: a change costs the tasks of whom it concerns, a question those of all. */
export class SqliteTasks {
  readonly #id: string;
  readonly #sql: Prepare;
  readonly #direction: () => Direction;

  constructor(id: string, sql: Prepare, direction: () => Direction) {
    this.#id = id;
    this.#sql = sql;
    this.#direction = direction;
  }

  /** Brings them up to date with a row that is replaced. */
  put(before: EntryRow | undefined, after: EntryRow, rank: number | null): void {
    const stood = stayOf(before) !== undefined;
    const stay = stayOf(after);
    if (!stood && stay === undefined) return;
    if (stood && stay !== undefined && JSON.stringify(before?.evaluation) === JSON.stringify(after.evaluation)) return;
    const { id } = after.proposal;
    if (stood) this.#remove(id);
    if (stay === undefined) return;
    const keys = taskKeys(after, this.#direction());
    for (const { task, key, direction } of keys.values()) {
      this.#sql('putTask').run(this.#id, id, task, key, direction, rank, stay.since, stay.nth);
      this.#sql('countTask').run(this.#id, task, 1);
    }
    if (keys.size > 0) this.#sql('countTask').run(this.#id, ANY, 1);
  }

  leaders(without: readonly CandidateId[]): readonly Leader[] {
    const left = new Map<string, number>();
    for (const id of without) {
      const tasks = this.#tasksOf(id);
      for (const task of tasks.length === 0 ? [] : [ANY, ...tasks]) left.set(task, (left.get(task) ?? 0) + 1);
    }
    const reporters = Number(this.#sql('taskCount').get(this.#id, ANY)?.reports ?? 0) - (left.get(ANY) ?? 0);
    if (reporters <= 0) return [];
    return this.#sql('taskCounts')
      .all(this.#id)
      .map(({ task, reports }) => ({ task: String(task), reports: Number(reports) }))
      .filter(({ task, reports }) => task !== ANY && reports - (left.get(task) ?? 0) === reporters)
      .map(({ task }) => this.#leader(task, without));
  }

  #leader(task: string, without: readonly CandidateId[]): Leader {
    const rows = this.#sql('taskLeaders').all(this.#id, task, without.length + 1);
    const row = rows.find(({ id }) => !without.includes(String(id)));
    if (row === undefined) throw new Error(`nobody reports ${task}`);
    return { task, id: String(row.id), key: Number(row.key), direction: row.direction === 'min' ? 'min' : 'max' };
  }

  #tasksOf(id: CandidateId): readonly string[] {
    return this.#sql('tasksOf')
      .all(this.#id, id)
      .map(({ task }) => String(task));
  }

  #remove(id: CandidateId): void {
    const tasks = this.#tasksOf(id);
    for (const task of tasks.length === 0 ? [] : [ANY, ...tasks]) this.#sql('countTask').run(this.#id, task, -1);
    this.#sql('removeTasks').run(this.#id, id);
  }
}

const stayOf = (row: EntryRow | undefined) => row?.homes?.find(({ name }) => name === FRONTIER);
