import { expect, it } from 'vitest';
import { planText } from './charter.ts';
import { NO_PLAN } from './cycle.ts';

it('a plan names the learnings that it heeds, for whoever does the work and whoever looks at it', () => {
  expect(planText({ ...NO_PLAN, plan: 'Do it.', cited: ['.agents/learnings/ports.md'] })).toBe(
    'Do it.\n\nLearned before, and heeded:\n- .agents/learnings/ports.md',
  );
});
