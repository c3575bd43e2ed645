export { authored } from './authored.ts';
export { finalQuestion, generations, POPULATION, SEED } from './generations.ts';
export { mixed } from './mixed.ts';
export { structural } from './structural.ts';
export { tuning } from './tuning.ts';
export type { Variation } from './variation.ts';
