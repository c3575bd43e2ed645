import { seedId } from '../domain/config.ts';
import type { FinishCause } from '../domain/event.ts';
import type { Question } from '../domain/question.ts';
import type { Ask } from '../domain/strategy.ts';
import type { View } from '../domain/view.ts';

/** How often the winner and the seed are measured side by side at the end, in turns: once where nothing has ever differed. */
const FINAL_REPEATS = { noisy: 12, still: 1 };

/** A run that ends so has done all that it was to do. */
const COMPLETED: readonly FinishCause[] = ['plateau', 'generations', 'iterations'];

/** Before it ends, a run measures its winner beside the seed once more. One that made no candidate has not completed. */
export function conclude(view: View, end: Extract<Ask, { kind: 'finish' | 'stop' }>): Ask {
  const { candidates, failed } = view.counts();
  const completed = end.kind === 'finish' && COMPLETED.includes(end.cause);
  // A budget that is too small for a single call has bought nothing.
  const penniless = end.kind === 'finish' && view.run()?.unaffordable !== undefined;
  if ((completed || penniless) && candidates === 0 && failed > 0) {
    const why = view.entries(view.run()?.batch ?? 0).find(({ dropped }) => dropped?.kind === 'failed')?.dropped?.reason;
    return {
      kind: 'stop',
      cause: 'broken',
      reason: `no proposal came to anything${why === undefined ? '' : `: ${why}`}`,
    };
  }
  const run = view.run();
  const best = view.best()?.proposal.id;
  if (run === undefined || best === undefined || best === seedId(run.config.identity.strategy)) return end;
  const question = finalQuestion(seedId(run.config.identity.strategy), best, run.noisy === true);
  return view.answer(question.key) === undefined ? { kind: 'gather', questions: [question] } : end;
}

export function finalQuestion(seed: string, best: string, noisy: boolean): Question {
  const repeats = noisy ? FINAL_REPEATS.noisy : FINAL_REPEATS.still;
  return { key: `final/${best}`, of: 'side-by-side', candidates: [seed, best], repeats };
}
