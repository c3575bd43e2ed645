export { claimant } from '../../src/archive/patient.ts';
export { openStore } from '../../src/journal/journal.ts';
export { openDatabase } from '../../src/lib/sqlite.ts';
export { search } from '../../src/strategy/strategy.ts';
export { endless } from './config.ts';
