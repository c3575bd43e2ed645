import type { ZodType } from 'zod';
import { structured } from '../agent/agent.ts';
import { type Agent, needsPerson, type Role } from '../domain/agent.ts';
import type { Answered, Directions } from '../domain/lane.ts';
import type { Broken } from '../domain/operator.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { Consulted } from './council.ts';
import { type Asked, systemOf } from './page.ts';

export type Zod = typeof import('zod');

/** One call. */
export interface Call<T> {
  readonly role: Role;
  readonly key: string;
  readonly asked: Asked;
  readonly values?: Readonly<Record<string, string>>;
  readonly directives?: Directions | undefined;
  /** What it is about: all that others wrote is fenced. */
  readonly text: string;
  /** For those who work on files. */
  readonly workspace?: Workspace | undefined;
  readonly search?: true;
  /** Loaded when somebody is asked: most commands ask nobody. */
  schema(zod: Zod): ZodType<T>;
}

export type Heard<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  /** It failed, or its answer could not be read twice. */
  | { readonly kind: 'silent'; readonly reason: string }
  | Outcome;

/** Nobody was to blame. */
export type Outcome = Broken & { readonly spent?: true };

/** Asks an agent of the council once, and once more where its answer can't be read. Contract: rejects only when aborted. */
export async function consult<T>(
  council: Consulted,
  agent: Agent,
  { role, key, asked, values = {}, directives, text, workspace, search, schema }: Call<T>,
  signal: AbortSignal,
): Promise<Heard<T>> {
  const prompt = { system: systemOf(council, asked, values, directives), text };
  const place = workspace === undefined || agent.works === 'text' ? {} : { workspace };
  const wide = search === undefined ? {} : { search };
  const task = { role, key, prompt, access: 'read', timeoutMs: council.timeoutMs, ...place, ...wide } as const;
  const run = await structured(agent, task, schema(await import('zod')), signal);
  switch (run.kind) {
    case 'answered':
      return { kind: 'answered', answer: run.answer };
    case 'unreadable':
      return { kind: 'silent', reason: `its answer could not be read: ${run.why}` };
    case 'failed':
      return { kind: 'silent', reason: run.reason };
    case 'broken': {
      const isFinal = run.final === true || needsPerson(run.outage);
      return { kind: 'broken', reason: run.reason, ...(isFinal ? { final: true } : {}) };
    }
    case 'spent':
      return { kind: 'broken', reason: run.reason, spent: true };
  }
}

export const answered = (answer: unknown): Answered => ({ kind: 'answered', answer });
