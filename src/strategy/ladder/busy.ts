import { claimKey, isClaimAnswer, ownerOf, pickKey } from '../../domain/cycle.ts';
import { isoOf } from '../../domain/iso.ts';
import type { Question } from '../../domain/question.ts';
import type { Ask } from '../../domain/strategy.ts';
import type { Entry, View } from '../../domain/view.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import type { Course } from './after.ts';
import { concluded } from './close.ts';
import { ladderOf, pickAt } from './course.ts';
import { wouldDo } from './dry-run.ts';
import { endBy, ending, endOfMoney, verdictAt } from './ends.ts';
import type { Choice, Opening, Pick } from './memos.ts';
import type { Outcome } from './outcome.ts';
import { passed, workAt } from './pass.ts';
import type { Bench } from './proposing.ts';
import { spentOf } from './spent.ts';
import { waved } from './wave-course.ts';
import { worked } from './work.ts';

/** A cycle whose base has been measured. */
interface Day {
  readonly view: View;
  readonly bench: Bench;
  readonly opening: Opening;
  readonly base: Entry;
  readonly now: number;
}

/** Looks for work, takes it and does it. */
export function busy(day: Day): Ask {
  const { view, bench, opening } = day;
  const pick = pickAt(view, opening.cycle);
  if (pick === undefined) return picking(day, { nth: 0, lost: [], parked: [] });
  const { choice } = pick;
  if (ladderOf(bench.run).dryRun)
    return ending(bench.session, { cause: 'dry-run', halt: 'dry-run', reason: wouldDo(pick) });
  switch (choice.kind) {
    case 'nothing':
      return idling(day, pick);
    case 'quarantine': {
      const reason = `${choice.goal} broke again ${choice.count} times`;
      return concluded(courseOf(day, pick, { kind: 'quarantined', reason }), bench, []);
    }
    case 'work':
      return taking(day, pick, choice);
  }
}

/** What is remembered where others were faster. */
type Before = { readonly [K in 'nth' | 'lost' | 'parked']: Pick[K] };

function picking({ view, bench, opening, base, now }: Day, before: Before): Ask {
  const { run, session } = bench;
  const { nth, lost } = before;
  const found = passed({ view, opening, base, ladder: ladderOf(run), wide: run.config.adjustable.parallel, lost });
  if (found.kind === 'ask') {
    const { question } = found;
    const spent = question.of === 'generate' && !view.asked(question.key) ? spentOf(view, run, now) : undefined;
    return spent === undefined ? { kind: 'gather', questions: [question] } : ending(session, endOfMoney(spent));
  }
  const { choice, parked, queue, generators } = found.selected;
  const escalated = parked.flatMap(({ escalated: id, reason }) =>
    id === undefined ? [] : [{ id, reason, cycle: opening.cycle, chain: [] }],
  );
  const pick: Pick = {
    ...{ nth, at: now, choice, pass: found.pass, lost, parked: parked.map(({ ref }) => ref) },
    ...(escalated.length === 0 ? {} : { escalated }),
    ...(queue === undefined ? {} : { queue }),
    ...(choice.kind === 'nothing' ? { generators } : {}),
  };
  const anew = parked.filter(({ ref }) => !before.parked.includes(ref));
  const events = anew.map(({ reason }) => ({ type: 'noted' as const, text: `Left alone: ${reason}` }));
  return { kind: 'record', events, memos: [{ key: pickKey(opening.cycle), value: pick }] };
}

/** Nothing waits and nothing was found: once more, or the end. */
function idling(day: Day, pick: Pick): Ask {
  const { view, bench, opening, now } = day;
  const { run, session } = bench;
  const queue = pick.queue ?? opening.state.queue;
  const verdict = verdictAt(view, run, opening, ladderOf(run), now, { ready: false, queue });
  if (verdict.cause === 'dormant') return ending(session, endBy(verdict, queue));
  return concluded(courseOf(day, pick, { kind: 'idle', reason: '' }), bench, []);
}

type Work = Extract<Choice, { kind: 'work' }>;

/** Claims it; what others have is left to them. */
function taking(day: Day, pick: Pick, choice: Work): Ask {
  const { view, bench, opening } = day;
  const { cycle, state } = opening;
  const [owner, at] = [ownerOf(state.mode, cycle), isoOf(pick.at)];
  const claims = choice.works.map((work, lane) => ({ key: claimKey(cycle, pick.nth + lane), work }));
  const open = claims.filter(({ key }) => view.answer(key) === undefined);
  if (open.length > 0)
    return { kind: 'gather', questions: open.map((one): Question => ({ ...one, of: 'claim', owner, at })) };
  const isOurs = (answer: unknown): boolean => isClaimAnswer(answer) && answer.claimed;
  const claimed = claims.filter(({ key }) => isOurs(view.answer(key))).map(({ work }) => work);
  if (claimed.length > 0) return doing(day, pick, choice, claimed);
  // The queue is done in its order, so this is no reason to take its next item.
  if (choice.pinned !== undefined)
    return concluded(courseOf(day, pick, { kind: 'blocked', reason: 'somebody else is at it' }), bench, []);
  const lost = [...pick.lost, ...choice.works.map(({ ref }) => ref)];
  return picking(day, { nth: pick.nth + choice.works.length, lost, parked: pick.parked });
}

function doing(day: Day, pick: Pick, { works, careful, pinned }: Work, claimed: readonly WorkItem[]): Ask {
  const { view, bench, now } = day;
  const spent = spentOf(view, bench.run, now);
  const shift = { ...day, ladder: ladderOf(bench.run), waiting: waitingAt(day, pick), careful, pinned, spent };
  const [only] = claimed;
  const step = works.length > 1 || only === undefined ? waved(shift, claimed) : worked(shift, only);
  if ('ask' in step) return step.ask;
  const over = step.over.kind === 'interrupted' && spent !== undefined ? endOfMoney(spent) : undefined;
  return concluded(courseOf(day, pick, step.over), bench, claimed, over);
}

function courseOf(day: Day, pick: Pick, outcome: Outcome): Course {
  const { view, bench, opening, base, now } = day;
  const waiting = waitingAt(day, pick);
  return { view, opening, base, waiting, pick, outcome, ladder: ladderOf(bench.run), now };
}

function waitingAt({ view, opening }: Day, { pass }: Pick) {
  const waiting = workAt(view, opening.cycle, pass);
  if (waiting === undefined) throw new Error(`nobody has read what waits in cycle ${opening.cycle}`);
  return waiting;
}
