import { expect, it } from 'vitest';
import { ledgerOf } from './goals-lab.ts';
import { night } from './goals-night.ts';

// Thirty cycles in `npm run soak`.
it('ten cycles with agents of all kinds leave a repository better, and never red', () => {
  const { lab, ended } = night(10, 2);
  const results = ledgerOf(lab).map(({ result }) => result);
  expect(results).toEqual(expect.arrayContaining(['improved', 'regressed', 'unchanged']));
  expect(ended.report).toContain('## evolve complete\nCycles: 10 |');
  expect(ended.report).toContain('Stop reason: max-cycles');
});
