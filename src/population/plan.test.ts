import { describe, expect, it } from 'vitest';
import { openDatabase } from '../lib/sqlite.ts';
import { stepped } from '../lib/store-version.ts';
import { STEPS } from './schema.ts';
import { QUERIES } from './tables.ts';

/** Read in the order of their index and ended by their limit. */
const BOUNDED = ['best: SCAN program USING INDEX program_ranking', 'living: SCAN program USING INDEX program_living'];

/** Statements that could read a whole table or sort by themselves. */
function costly(without?: string): readonly string[] {
  const database = openDatabase(':memory:');
  stepped(database, STEPS);
  if (without !== undefined) database.exec(`drop index ${without}`);
  const steps = Object.entries(QUERIES).flatMap(([name, sql]) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all(...Array.from({ length: sql.split('?').length - 1 }, () => 1))
      .map(({ detail }) => `${name}: ${detail}`),
  );
  database.close();
  return steps.filter((step) => /SCAN|TEMP B-TREE/.test(step) && !BOUNDED.includes(step));
}

describe('the queries of a population', () => {
  it('look nothing up by reading a whole table, and sort nothing', () => {
    expect(costly()).toEqual([]);
  });

  it.each(['program_ranking', 'program_living', 'resident_rank'])('would tell if %s were missing', (index) => {
    expect(costly(index)).not.toEqual([]);
  });
});
