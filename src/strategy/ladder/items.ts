import type { WorkAnswer } from '../../domain/cycle.ts';
import type { Directive, Goal } from '../../domain/goals.ts';
import type { QueueItem, Severity, WorkItem } from '../../domain/work-item.ts';
import { byText, clipped } from './course.ts';
import { filesIn } from './scope.ts';

type Tasks = Readonly<Record<string, number>>;

/** Goals that are not met, the heaviest first, equals by their names. */
export const failingGoals = ({ goals }: Pick<WorkAnswer, 'goals'>, tasks: Tasks): readonly Goal[] =>
  (goals?.goals ?? [])
    .filter(({ id }) => tasks[id] !== undefined && tasks[id] !== 1)
    .toSorted((a, b) => b.weight - a.weight || byText(a.id, b.id));

/** Directives that nothing has been done for: no gate of that name is met and nobody has finished them. The lowest number first. */
export const directiveGaps = ({ goals }: Pick<WorkAnswer, 'goals'>, tasks: Tasks): readonly Directive[] =>
  (goals?.directives ?? [])
    .filter(({ id, finished }) => !finished && tasks[id] !== 1)
    .toSorted((a, b) => a.number - b.number);

/** From here on a failing goal is an emergency. */
export const EMERGENCY = 5;

export const goalItem = ({ id, description, check, weight }: Goal): WorkItem => ({
  ref: `goal:${id}`,
  source: 'goal',
  target: id,
  title: clipped(`${id}: ${description}`, 200),
  description: `The goal ${id} (weight ${weight}) is not met: ${description}`,
  evidence: `This must exit with 0: ${check}`,
  severity: severityOf(weight),
  goal: id,
  about: [],
  blockers: [],
});

const severityOf = (weight: number): Severity => (weight >= 8 ? 'high' : weight >= EMERGENCY ? 'medium' : 'low');

export const directiveItem = ({ id, number, title, body, steer, hash }: Directive): WorkItem => ({
  ref: `directive:${id}`,
  source: 'directive',
  target: id,
  title: clipped(title, 200),
  description: `Directive ${number}: ${title}\n\n${body}${steer === undefined ? '' : `\n\nSteer: ${steer}`}`,
  goal: id,
  hash,
  about: [],
  blockers: [],
});

/** A line of the queue. One that names an issue is landed under its name, any other is meant as it is written. */
export function queueWork({ id, title, text, blocker }: QueueItem, beads: readonly WorkItem[]): WorkItem {
  const bead = beads.find(({ target }) => target === id);
  return {
    ref: `queue:${id}`,
    source: 'pinned',
    target: id,
    title: clipped(bead === undefined ? title : `Land ${id}: ${bead.title}`, 200),
    description: bead === undefined ? text : `${text}\n\n${bead.description}`,
    about: bead?.about ?? filesIn(text),
    blockers: blocker === undefined ? [] : [blocker],
  };
}

/** What must be done before an item of the queue can be. */
export function unblockWork(
  target: string,
  item: QueueItem,
  items: readonly QueueItem[],
  beads: readonly WorkItem[],
): WorkItem {
  const known = items.find(({ id }) => id === target);
  const bead = beads.find((one) => one.target === target);
  const what = [known?.text, bead?.title, bead?.description].flatMap((text) => text ?? []);
  return {
    ref: `queue:${target}`,
    source: 'pinned',
    target,
    title: `Unblock: land ${target} as minimum unblocker`,
    description: [`${item.id} can't be done before ${target} is. Do no more of it than that takes.`, ...what].join(
      '\n\n',
    ),
    about: bead?.about ?? [],
    blockers: [],
  };
}
