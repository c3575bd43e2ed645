export { openDatabase } from '../../src/lib/sqlite.ts';
export { openPopulation } from '../../src/population/population.ts';
