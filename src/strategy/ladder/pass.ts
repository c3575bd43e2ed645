import {
  generateKey,
  isGenerateAnswer,
  isWorkAnswer,
  type SessionState,
  type WorkAnswer,
  workKey,
} from '../../domain/cycle.ts';
import { haltVerdict } from '../../domain/halt.ts';
import type { Ladder } from '../../domain/ladder.ts';
import type { Question } from '../../domain/question.ts';
import type { Entry, View } from '../../domain/view.ts';
import type { Generator } from '../../domain/work-item.ts';
import { lostBetween, tasksOf } from './course.ts';
import type { Memory } from './memory.ts';
import type { Opening } from './memos.ts';
import { brokenIn, swung } from './oscillation.ts';
import { type Selected, select } from './select.ts';

/** How far looking for work has come. */
export type Passed =
  | { readonly kind: 'ask'; readonly question: Question }
  | { readonly kind: 'selected'; readonly pass: number; readonly selected: Selected };

export interface Looking {
  readonly view: View;
  readonly opening: Opening;
  readonly base: Entry;
  readonly ladder: Ladder;
  readonly wide: number;
  readonly lost: readonly string[];
}

/** What waits, from the top; where nothing does, one generator after the other, and from the top again as soon as one has found something. */
export function passed(looking: Looking): Passed {
  const { view, opening, base, ladder } = looking;
  const { cycle } = opening;
  const candidate = base.proposal.id;
  let pass = 1;
  let tried: readonly Generator[] = [];
  for (;;) {
    const waiting = workAt(view, cycle, pass);
    if (waiting === undefined)
      return { kind: 'ask', question: { key: workKey(cycle, pass), of: 'work', cycle, pass, candidate } };
    const selected = select(factsOf(looking, waiting));
    if (selected.choice.kind !== 'nothing' || ladder.dryRun) return { kind: 'selected', pass, selected };
    const generator = selected.generators.find((one) => !tried.includes(one));
    if (generator === undefined) return { kind: 'selected', pass, selected };
    const key = generateKey(cycle, generator);
    if (view.answer(key) === undefined)
      return { kind: 'ask', question: { key, of: 'generate', cycle, generator, candidate } };
    tried = [...tried, generator];
    if (freshIn(view, opening, generator).length > 0) pass++;
  }
}

export function workAt(view: View, cycle: number, pass: number): WorkAnswer | undefined {
  const answer = view.answer(workKey(cycle, pass));
  if (answer === undefined) return undefined;
  if (!isWorkAnswer(answer)) throw new Error(`${workKey(cycle, pass)} has no answer that says what waits`);
  return answer;
}

/** What a generator has found in a cycle that none had found before. */
export function freshIn(view: View, { cycle, memory }: Opening, generator: Generator): readonly string[] {
  const answer = view.answer(generateKey(cycle, generator));
  return isGenerateAnswer(answer) ? answer.titles.filter((title) => !memory.found.includes(title)) : [];
}

/** The state with what the measurement of the base has shown. */
export function atBase(
  { state, memory }: Opening,
  base: Entry,
): { readonly state: SessionState; readonly memory: Memory } {
  const { oscillations } = state;
  const after = swung({ oscillations, improved: memory.improved }, brokenIn(tasksOf(base)));
  return { state: { ...state, oscillations: after.oscillations }, memory: { ...memory, improved: after.improved } };
}

function factsOf({ view, opening, base, ladder, wide, lost }: Looking, work: WorkAnswer) {
  const { cycle, memory: before } = opening;
  const { state, memory } = atBase(opening, base);
  const last = before.last === undefined ? undefined : view.entry(before.last);
  const { restore } = haltVerdict({
    ...{ said: null, emptyStreak: 0, idleStreak: 0, queueLeft: 0, failureStreak: 0, limits: ladder },
    regressed: lostBetween(tasksOf(last), tasksOf(base)),
  });
  return { cycle, work, tasks: tasksOf(base), state, memory, lost, restore, wide, ladder };
}
