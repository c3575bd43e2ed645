import type { Engine } from './command/command.ts';
import type { Adjustable } from './domain/config.ts';
import { lensesOf } from './domain/lens.ts';
import { BUILT_IN } from './operator/operator.ts';
import { authored, generations, mixed, structural, tuning, type Variation } from './strategy/strategy.ts';

/** Names → implementations. */
export const engine: Engine = {
  operators: () => BUILT_IN,
  strategy: (config) => generations({ run: config, variation: variationOf(config.adjustable) }),
};

function variationOf(settings: Adjustable): Variation {
  switch (settings.operator) {
    case 'built-in':
      return mixed();
    case 'tune':
      return tuning();
    case 'syntax':
      return structural();
    case 'agent':
      return authored(lensesOf(settings));
  }
}
