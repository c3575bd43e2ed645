import { type Checkpoint, isHumanAnswer } from '../domain/question.ts';
import type { RunFacts, View } from '../domain/view.ts';

/** The question after a generation. To inspect is asked again; the others go on or end. */
export function checkpoint(view: View, run: RunFacts, seed: string): Checkpoint {
  const best = view.best()?.proposal.id ?? seed;
  const found = best === seed ? 'nothing beats the seed yet' : `best is ${best}`;
  return {
    key: `gen${run.batch}`,
    of: 'human',
    text: `Generation ${run.batch} is done, ${found}. Breed the next generation?`,
    options: [
      { name: 'continue', text: 'breed the next generation' },
      { name: 'inspect', text: 'show what the best changes, then ask again' },
      { name: 'adjust', text: 'change k, stale or another setting, then go on' },
      { name: 'stop', text: 'end the run here and keep what it has found' },
      { name: 'discard', text: 'end the run here and delete all of it' },
    ],
  };
}

const chose = (answer: unknown, option: string): boolean => isHumanAnswer(answer) && answer.option === option;

export const isStop = (answer: unknown): boolean => chose(answer, 'stop');
export const isDiscard = (answer: unknown): boolean => chose(answer, 'discard');
