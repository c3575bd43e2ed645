import type { Goals } from '../../domain/goals.ts';
import type { Remark } from '../remark.ts';

/** A goals file as it was read. With problems it is not to be worked by. */
export interface GoalsFile {
  readonly text: string;
  readonly goals: Goals;
  readonly problems: readonly Remark[];
}

export const GOAL_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Of a goal that says none, or one that is none. */
export const USUAL_WEIGHT = 5;

export const isWeight = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 10;
