import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CycleLine, OrientAnswer, WorkAnswer } from '../domain/cycle.ts';
import type { Question } from '../domain/question.ts';
import { BASE, never } from './bare-desk.fixture.ts';
import type { Desk } from './desk.ts';
import { withSources } from './source.ts';

export const AT = '2026-01-01T00:00:00.000Z';
export const entry = (...items: readonly object[]) =>
  `${JSON.stringify({ source_epic: 'ag-1', timestamp: AT, items })}\n`;
export const A = {
  title: 'Add a smoke test',
  type: 'bug',
  severity: 'high',
  source: 'council-finding',
  description: 'a',
};
export const IMPROVED: CycleLine = {
  cycle: 1,
  target: 'add-a-smoke-test',
  result: 'improved',
  timestamp: AT,
  cycleStartSha: 'a',
  canonicalSha: 'b',
  goalsPassing: 1,
  goalsTotal: 1,
};

export const nothing = () => Promise.reject(new Error('not for this lane'));

export async function ask<T>(desk: Desk, question: Question): Promise<T> {
  const lanes = withSources({ apply: nothing, evaluate: nothing, answer: nothing }, desk);
  const answered = await lanes.answer({ question, candidates: [BASE, BASE] }, never);
  if (answered.kind !== 'answered') throw new Error(answered.reason);
  return answered.answer as T;
}

export const textAt = (desk: Desk, path: string): string => readFileSync(join(desk.root, path), 'utf8');
export const jsonAt = (desk: Desk, path: string) => JSON.parse(textAt(desk, path));
export const workOf = (desk: Desk) =>
  ask<WorkAnswer>(desk, { key: 'w', of: 'work', cycle: 1, pass: 1, candidate: 'c1' });
export const orientOf = (desk: Desk) => ask<OrientAnswer>(desk, { key: 'o', of: 'orient' });
