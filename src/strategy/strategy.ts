export { authored } from './authored.ts';
export { finalQuestion } from './conclude.ts';
export { generations, POPULATION } from './generations.ts';
export { mixed } from './mixed.ts';
export { homeOfSeed, search } from './preset.ts';
export { type Limits, limitsOf, UNLESS_TOLD } from './steady-end.ts';
export { structural } from './structural.ts';
export { tuning } from './tuning.ts';
export type { Variation } from './variation.ts';
