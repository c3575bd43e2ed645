import type { CandidateId } from '../domain/candidate.ts';
import type { Attempt, Directive, NodeGate, Remark, RemarkFilter, Status } from '../domain/experiment.ts';
import type { Entry } from '../domain/view.ts';
import type { SqlRow } from '../lib/sqlite.ts';
import { decodeEntry, decodeValue, encode } from './codec.ts';
import type { Prepare } from './queries.ts';

/** What is said and done about the experiments of one run, in SQLite. */
export class SqliteExperiments {
  readonly #id: string;
  readonly #sql: Prepare;

  constructor(id: string, sql: Prepare) {
    this.#id = id;
    this.#sql = sql;
  }

  experiments(status: Status, limit: number, offset = 0): readonly Entry[] {
    return this.#sql('experiments').all(this.#id, status, limit, offset).map(decodeEntry);
  }
  offspring(id: CandidateId, limit: number): readonly Entry[] {
    return this.#sql('offspring').all(this.#id, id, limit).map(decodeEntry);
  }
  attempt(id: CandidateId, attempt: number): Attempt | undefined {
    return decodeValue(this.#sql('attempt').get(this.#id, id, attempt)?.body);
  }
  attempts(id: CandidateId): readonly Attempt[] {
    return bodies(this.#sql('attempts').all(this.#id, id));
  }
  putAttempt(id: CandidateId, attempt: Attempt): void {
    this.#sql('putAttempt').run(this.#id, id, attempt.attempt, encode(attempt));
  }
  remarks({ kind, experiment, task, general }: RemarkFilter, limit: number): readonly Remark[] {
    if (experiment !== undefined && task !== undefined)
      return bodies(this.#sql('remarksOfTask').all(this.#id, kind, experiment, task, limit));
    if (task !== undefined) return bodies(this.#sql('remarksOnTask').all(this.#id, kind, task, limit));
    if (experiment !== undefined || general === true)
      return bodies(this.#sql('remarksOf').all(this.#id, kind, experiment ?? null, limit));
    return bodies(this.#sql('remarks').all(this.#id, kind, limit));
  }
  putRemark(remark: Remark): void {
    const { seq, kind, experiment = null, task = null } = remark;
    this.#sql('putRemark').run(this.#id, seq, kind, experiment, task, encode(remark));
  }
  directive(id: string): Directive | undefined {
    return decodeValue(this.#sql('directive').get(this.#id, id)?.body);
  }
  directives(limit: number): readonly Directive[] {
    return bodies(this.#sql('directives').all(this.#id, limit));
  }
  putDirective(directive: Directive): void {
    this.#sql('putDirective').run(this.#id, directive.id, encode(directive));
  }
  nodeGates(): readonly NodeGate[] {
    return bodies(this.#sql('nodeGates').all(this.#id));
  }
  putGate(gate: NodeGate): void {
    this.#sql('putGate').run(this.#id, gate.node, gate.gate.name, encode(gate));
  }
  removeGate(node: CandidateId, name: string): void {
    this.#sql('removeGate').run(this.#id, node, name);
  }
}

const bodies = <T>(rows: readonly SqlRow[]): readonly T[] => rows.flatMap((row) => decodeValue<T>(row.body) ?? []);
