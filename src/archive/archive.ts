export { AXES, cellOf, cellsOf, MOST_CELLS } from './cell.ts';
export { winners } from './cover.ts';
export { anyElite, GRID, grid } from './grid.ts';
export { MOST_ON_FRONT, onFront, PARETO, pareto } from './pareto.ts';
export { claimant, patient } from './patient.ts';
export { POOL, pool } from './pool.ts';
export { ranked } from './ranked.ts';
export { leader, origin, type Selection } from './selection.ts';
export { numberOf, SCORE } from './value.ts';
