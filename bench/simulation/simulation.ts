export { LANDSCAPES } from '../landscape/landscape.ts';
export { mean, type Regrets, standings } from './compare.ts';
export { RULES } from './rules.ts';
export { simulate } from './simulate.ts';
