import { describe, expect, it } from 'vitest';
import { openWorld, worldConfig, worldLanes } from '../../test/fake/rounds.ts';
import type { Journal } from '../domain/journal.ts';
import type { AnswerJob, Lanes } from '../domain/lane.ts';
import type { Question } from '../domain/question.ts';
import type { Situation, Subject } from '../domain/round.ts';
import { memoryJournal } from '../journal/journal.ts';
import { answerQuestion } from './answer.ts';
import { Machine } from './machine.ts';

const NEVER = new AbortController().signal;
const subject: Subject = {
  ...{ id: 'root', hypothesis: '', status: 'committed', score: 91, against: null, attempt: 0, failed: [] },
};
const situation: Situation = {
  ...{ round: 1, width: 1, state: '', stall: 0, parents: [subject], findings: [], patterns: [], ideas: [], hints: [] },
  discards: [],
};
const QUESTIONS: readonly Question[] = [
  { key: 'round/1/scan/a', of: 'scan', subjects: [subject] },
  { key: 'round/1/ideate/frontier', of: 'ideate', ideator: 'frontier', candidate: 'root', situation },
  { key: 'round/1/brief', of: 'brief', candidate: 'root', situation },
];

function lab(): Journal {
  let time = 0;
  const journal = memoryJournal('r1', () => ++time);
  openWorld(journal, worldConfig());
  return journal;
}

const answer = (journal: Journal, question: Question, lanes: Lanes = worldLanes(journal)) =>
  answerQuestion(question, { journal, lanes }, new Machine(journal, [], NEVER), NEVER);

describe('an answer', () => {
  it('to what the analyst has said is looked up, by nobody, once', async () => {
    const journal = lab();
    const say = (text: string, kind: 'hint' | 'alert' = 'hint') =>
      journal.append(() => [{ type: 'observed', kind, text }])[0]?.seq ?? 0;
    const old = say('old');
    say('first');
    say('for the user', 'alert');
    const last = say('second');
    await answer(journal, { key: 'round/1/hints', of: 'hints', after: old });
    expect(journal.view().answer('round/1/hints')).toEqual({ hints: ['first', 'second'], until: last });
    say('later');
    await answer(journal, { key: 'round/1/hints', of: 'hints', after: old });
    expect(journal.view().answer('round/1/hints')).toMatchObject({ until: last });
    for (let nth = 0; nth < 30; nth++) say(`more ${nth}`);
    await answer(journal, { key: 'round/2/hints', of: 'hints', after: last });
    expect(journal.view().answer('round/2/hints')).toMatchObject({ hints: { length: 20 } });
    await answer(journal, { key: 'round/3/hints', of: 'hints', after: 9999 });
    expect(journal.view().answer('round/3/hints')).toEqual({ hints: [], until: 9999 });
  });

  it('for which there is no money is none, and the run knows why', async () => {
    const journal = lab();
    const lanes = worldLanes(journal, { poor: () => true });
    for (const question of QUESTIONS) await answer(journal, question, lanes);
    const failed = 'the budget has no room for a call';
    expect(QUESTIONS.map(({ key }) => journal.view().answer(key))).toEqual([
      { findings: [], unproven: 0, failed },
      { ideas: [], failed },
      { briefs: [], failed },
    ]);
    expect(journal.view().run()?.unaffordable).toBe(failed);
  });

  it('is given by those who are told what the user wants', async () => {
    const journal = lab();
    journal.append(() => [
      { type: 'directed', directive: 'd1', text: 'no caches' },
      { type: 'directed', directive: 'd2', text: 'only there', experiment: 'root' },
    ]);
    const jobs: AnswerJob[] = [];
    const lanes = worldLanes(journal);
    const told: Lanes = {
      ...lanes,
      answer(job, signal) {
        jobs.push(job);
        return lanes.answer(job, signal);
      },
    };
    for (const question of QUESTIONS) await answer(journal, question, told);
    expect(jobs.map(({ directives }) => directives?.told.map(({ id }) => id))).toEqual([['d1'], ['d1'], ['d1']]);
    expect(jobs[2]?.candidates).toEqual([{ id: 'root', commit: '0 0 0', tree: '0 0 0' }]);
  });
});
