import { expect, it } from 'vitest';
import { write } from '../workspace/test-kit.ts';
import { A, entry, nothing, workOf } from './asking.fixture.ts';
import { BASE, deskOf, never } from './desk.fixture.ts';
import { NEXT_WORK } from './files.ts';
import { withSources } from './source.ts';

it('passes on what it does not know, and tells of its own failures as the machine’s', async () => {
  const answer = async () => ({ kind: 'answered', answer: 'other' }) as const;
  const lanes = withSources({ apply: nothing, evaluate: nothing, answer }, deskOf());
  const question = { key: 'q', of: 'literals', candidate: 'c1' } as const;
  expect(await lanes.answer({ question, candidates: [BASE] }, never)).toEqual({ kind: 'answered', answer: 'other' });
  const work = { key: 'w', of: 'work', cycle: 1, pass: 1, candidate: 'c1' } as const;
  expect(await lanes.answer({ question: work, candidates: [] }, never)).toMatchObject({ kind: 'broken' });
});

it('lets no secret into an answer', async () => {
  const desk = deskOf({ more: { secrets: [{ name: 'API_KEY', value: 'hunter2hunter2' }] } });
  write(desk.root, { [NEXT_WORK]: entry({ ...A, evidence: 'it said hunter2hunter2' }) });
  expect((await workOf(desk)).harvested[0]?.evidence).toBe('it said [API_KEY]');
});
