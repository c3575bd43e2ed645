import type { CandidateId } from '../domain/candidate.ts';
import type { Attempt, Directive, NodeGate, Remark, RemarkFilter } from '../domain/experiment.ts';
import { lastFirst } from './sorted.ts';

/** What is said and done about experiments, in memory. */
export class MemoryExperiments {
  readonly #attempts = new Map<CandidateId, Attempt[]>();
  readonly #remarks: Remark[] = [];
  readonly #directives = new Map<string, Directive>();
  readonly #gates = new Map<string, NodeGate>();

  attempt(id: CandidateId, attempt: number): Attempt | undefined {
    return this.#attempts.get(id)?.find((one) => one.attempt === attempt);
  }
  attempts(id: CandidateId): readonly Attempt[] {
    return this.#attempts.get(id) ?? [];
  }
  putAttempt(id: CandidateId, attempt: Attempt): void {
    const others = this.attempts(id).filter((one) => one.attempt !== attempt.attempt);
    this.#attempts.set(
      id,
      [...others, attempt].sort((a, b) => a.attempt - b.attempt),
    );
  }
  remarks(filter: RemarkFilter, limit: number): readonly Remark[] {
    const { kind, experiment, task, general } = filter;
    const wanted = this.#remarks.filter(
      (one) =>
        one.kind === kind &&
        (experiment === undefined || one.experiment === experiment) &&
        (task === undefined || one.task === task) &&
        (general !== true || one.experiment === undefined),
    );
    return lastFirst(wanted, limit);
  }
  putRemark(remark: Remark): void {
    this.#remarks.push(remark);
  }
  directive(id: string): Directive | undefined {
    return this.#directives.get(id);
  }
  directives(limit: number): readonly Directive[] {
    return lastFirst([...this.#directives.values()], limit);
  }
  putDirective(directive: Directive): void {
    this.#directives.set(directive.id, directive);
  }
  nodeGates(): readonly NodeGate[] {
    return [...this.#gates.values()];
  }
  putGate(gate: NodeGate): void {
    this.#gates.set(JSON.stringify([gate.node, gate.gate.name]), gate);
  }
  removeGate(node: CandidateId, name: string): void {
    this.#gates.delete(JSON.stringify([node, name]));
  }
}
