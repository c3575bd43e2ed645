export { claimant, patient } from './patient.ts';
export { POOL, pool } from './pool.ts';
export { ranked } from './ranked.ts';
export { leader, origin, type Selection } from './selection.ts';
