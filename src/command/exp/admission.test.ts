import { expect, it } from 'vitest';
import { memoryJournal } from '../../journal/journal.ts';
import { whyNotAgain } from './admission.ts';
import { attempted, begin, openTree } from './lab.fixture.ts';

it('files that were measured and not better are not measured again, whatever was tried in between', () => {
  const journal = memoryJournal('r1', () => 0);
  openTree(journal, 10);
  const id = begin(journal, 'root', 'a heap');
  attempted(journal, id, { outcome: 'evaluated', score: 9 });
  attempted(journal, id, { outcome: 'failed', cause: 'candidate' });
  const why = (tree: string) => whyNotAgain(journal.view(), id, tree);
  expect(why(`${id}-1`)).toContain('those of attempt 1');
  expect(why(`${id}-2`)).toBeUndefined();
  attempted(journal, id, { outcome: 'evaluated', score: 8 });
  expect(why(`${id}-1`)).toContain('those of attempt 1');
  expect(why(`${id}-3`)).toContain('those of attempt 3');
  journal.append(() => [{ type: 'infra', reason: 'another machine', breaking: true }]);
  expect(why(`${id}-1`)).toBeUndefined();
});
