export { type Checkout, createCheckout } from './checkout.ts';
export { findInputs, type Input } from './inputs.ts';
export { isolation } from './isolation.ts';
export { missingPaths } from './missing.ts';
export { findPlace, type Place, resolveGlobs } from './place.ts';
export { type Ended, type Ran, runTree } from './process-tree.ts';
export { openRepository, type Repository } from './repository.ts';
export { type Scope, scopeOf } from './scope.ts';
export { benchmarkSlots, machineFolder, type Slots } from './slot.ts';
