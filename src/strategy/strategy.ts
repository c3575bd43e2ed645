export { type AuthorFacts, authorFacts } from './author-facts.ts';
export { authored } from './authored.ts';
export { finalQuestion } from './conclude.ts';
export { controlShare } from './control.ts';
export { generations, POPULATION } from './generations.ts';
export { idleShare } from './idle.ts';
export { mixed } from './mixed.ts';
export { PARTNER, partnerMost } from './partner.ts';
export { homeOfSeed, placementOfSeed, search } from './preset.ts';


export { axisWarning } from './rounds/aggregate/axis.ts';
export { rounds, type Workers } from './rounds/rounds.ts';


export { limitsOf, UNLESS_TOLD } from './steady-end.ts';
export { structural } from './structural.ts';
export { tuning } from './tuning.ts';
export type { Variation } from './variation.ts';
