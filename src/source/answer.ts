import type { AnswerJob, Version } from '../domain/lane.ts';
import { claim } from './claim.ts';
import { close } from './close.ts';
import type { Desk } from './desk.ts';
import { generate } from './generate/generate.ts';
import { haltIn } from './halt.ts';
import { land } from './land.ts';
import { orient } from './orient.ts';
import { teardown } from './teardown/teardown.ts';
import { work } from './work.ts';

/** The answer to a question about work; undefined where it is about something else. */
export async function answerBy(desk: Desk, job: AnswerJob, signal: AbortSignal): Promise<unknown> {
  const { question } = job;
  switch (question.of) {
    case 'orient':
      return orient(desk, signal);
    case 'halt':
      return haltIn(desk);
    case 'work':
      return work(desk, question, first(job), signal);
    case 'claim':
      return claim(desk, question, signal);
    case 'close':
      return close(desk, question, first(job), signal);
    case 'generate':
      return generate(desk, question, first(job), signal);
    case 'land':
      return land(desk, question, { candidate: first(job), base: second(job) }, signal);
    case 'teardown':
      return teardown(desk, question, first(job), signal);
    default:
      return undefined;
  }
}

const first = ({ candidates: [version], question }: AnswerJob): Version => named(version, question.key);
const second = ({ candidates: [, version], question }: AnswerJob): Version => named(version, question.key);

function named(version: Version | undefined, key: string): Version {
  if (version === undefined) throw new Error(`${key} names no candidate`);
  return version;
}
