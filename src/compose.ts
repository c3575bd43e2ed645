import type { Engine } from './command/command.ts';
import { BUILT_IN } from './operator/operator.ts';
import { generations, tuning } from './strategy/strategy.ts';

/** Names → implementations. */
export const engine: Engine = {
  operators: BUILT_IN,
  strategy: (config) => generations({ run: config, variation: tuning() }),
};
