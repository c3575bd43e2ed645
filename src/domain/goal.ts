import type { RunConfig } from './config.ts';

/** What authors are asked for: the goal in the user's words, else what the strategy is made for. */
export const objectiveOf = ({ identity, adjustable }: Pick<RunConfig, 'identity' | 'adjustable'>): string =>
  adjustable.goal.trim() !== '' || identity.strategy !== 'islands' ? adjustable.goal : EFFICIENCY;

const EFFICIENCY = 'optimize efficiency: the same results with less time, memory and waste';
