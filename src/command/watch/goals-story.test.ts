import { expect, it } from 'vitest';
import { type DiscoverAnswer, NO_PLAN } from '../../domain/cycle.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { styleOf } from '../../lib/style.ts';
import { goalsStory } from './goals-story.ts';

const story = () => goalsStory(memoryJournal('r1', () => 0).view(), styleOf(false), 'normal');

it('names what was learned before and is heeded', () => {
  const cited = ['.agents/learnings/ports.md', 'journal:r1/7'];
  const answer: DiscoverAnswer = { ...NO_PLAN, status: 'ready', plan: 'Do it.', cited };
  expect(story()({ type: 'answered', key: 'cycle/1/discover/0/1', answer })).toEqual([
    '  heeds .agents/learnings/ports.md, journal:r1/7',
  ]);
});

it('tells what is left alone', () => {
  expect(story()({ type: 'noted', text: 'Left alone: x may not change' })).toEqual(['  Left alone: x may not change']);
});
