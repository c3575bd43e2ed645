export { finalQuestion, generations, SEED } from './generations.ts';
export { tuning } from './tuning.ts';
export type { Variation } from './variation.ts';
