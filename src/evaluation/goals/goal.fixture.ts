import type { Goal } from '../../domain/goals.ts';

export const goalOf = (id: string, check = 'true', more: Partial<Goal> = {}): Goal => ({
  ...{ id, description: id, check, weight: 5, type: 'health' },
  ...more,
});
