import { createHash } from 'node:crypto';
import type { Sha } from '../../src/domain/candidate.ts';
import type { Adjustable, Fixed, RunConfig } from '../../src/domain/config.ts';
import type { Evaluation } from '../../src/domain/evaluation.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AttemptEnd, COMMITTED } from '../../src/domain/experiment.ts';
import type { Journal } from '../../src/domain/journal.ts';
import { rng } from '../../src/domain/rng.ts';
import type { View } from '../../src/domain/view.ts';
import { configOf } from './config.ts';
import { scored } from './scored.ts';

export function labConfig(fixed: Partial<Fixed> = {}, adjustable: Partial<Adjustable> = {}): RunConfig {
  const config = configOf(fixed, adjustable);
  return { ...config, identity: { ...config.identity, strategy: 'rounds' } };
}

type Tasks = Readonly<Record<string, number>>;

/** A measurement of an epoch, with what each task came to. */
export const measured = (score: number, epoch = 1, tasks?: Tasks): Extract<Evaluation, { outcome: 'scored' }> => ({
  ...scored(score),
  epoch,
  ...(tasks === undefined ? {} : { tasks }),
});

interface Commit {
  readonly commit: Sha;
  readonly tree: Sha;
}

/** Opens a run of experiments whose root has a score. */
export function openLab(journal: Journal, score: number, config = labConfig(), tasks?: Tasks, base = hashed('root')) {
  const brief = { objective: '', boundaries: [], pointers: [] };
  const place = { batch: 0, ord: 0, home: COMMITTED, operator: 'seed' as const, by: 'user', inspirations: [] };
  journal.append(() => [
    { type: 'opened', config, base },
    { type: 'proposed', proposal: { id: 'root', ...place, parents: ['root'], brief } },
    { type: 'applied', candidate: { id: 'root', proposal: 'root', parents: [], ...base, summary: '' } },
    { type: 'evaluated', candidate: 'root', evaluation: measured(score, 1, tasks) },
    { type: 'placed', proposal: 'root', placement: { kind: 'kept', home: COMMITTED, evicted: [] } },
  ]);
}

export const idOf = (nth: number): string => `exp_${String(nth).padStart(4, '0')}`;

/** A new experiment, the nth of its run. */
export function proposedAs(nth: number, batch: number, parent: string, objective = `idea ${nth}`): Event {
  const brief = { objective, boundaries: [], pointers: [] };
  const place = { batch, ord: 0, home: COMMITTED, operator: 'brief' as const, by: 'hand', hand: true as const };
  return { type: 'proposed', proposal: { id: idOf(nth), ...place, parents: [parent], inspirations: [], brief } };
}

export function propose(journal: Journal, parent: string): string {
  const nth = journal.view().counts().proposed + 1;
  journal.append((view) => [proposedAs(nth, (view.run()?.batch ?? 0) + 1, parent)]);
  return idOf(nth);
}

export interface Course {
  readonly rescore?: true;
  readonly tasks?: Tasks;
  /** null where the machine failed. */
  readonly evaluation?: Evaluation | null;
  readonly cause?: AttemptEnd['cause'];
}

/** A whole attempt as the loop records it: committed by a score, else as the outcome says. */
export function attempt(
  journal: Journal,
  id: string,
  outcome: AttemptEnd['outcome'],
  score: number,
  { rescore, tasks, evaluation = measured(score, journal.view().run()?.epoch, tasks), cause }: Course = {},
): void {
  begin(journal, id, rescore);
  if (evaluation !== null) journal.append(() => [{ type: 'evaluated', candidate: id, evaluation }]);
  journal.append((view) => concluding(view, id, outcome, evaluation?.outcome === 'scored' ? score : null, cause));
}

export function begin(journal: Journal, id: string, rescore?: true): void {
  journal.append((view) => {
    const attempt = (view.entry(id)?.experiment?.attempt ?? 0) + 1;
    return [begun(id, attempt, rescore)];
  });
}

export function begun(id: string, attempt: number, rescore?: true, commit = hashed(`${id} ${attempt}`)): Event {
  const candidate = { id, proposal: id, parents: [], ...commit, summary: '' };
  return { type: 'applied', candidate, attempt, ...(rescore === undefined ? {} : { rescore }) };
}

export function concluding(
  view: View,
  id: string,
  outcome: AttemptEnd['outcome'],
  score: number | null,
  cause: AttemptEnd['cause'] = 'candidate',
): readonly Event[] {
  const attempt = view.entry(id)?.experiment?.attempt ?? 0;
  return concludedAs(id, attempt, outcome, score, cause);
}

export function concludedAs(
  id: string,
  attempt: number,
  outcome: AttemptEnd['outcome'],
  score: number | null,
  cause: NonNullable<AttemptEnd['cause']>,
): readonly Event[] {
  const end = { outcome, score, gates: [], ...(outcome === 'failed' ? { cause } : {}) };
  const concluded: Event = { type: 'concluded', experiment: id, attempt, end };
  // Of what the machine did to it nothing follows.
  if (outcome === 'failed' && cause !== 'candidate') return [concluded];
  const placement =
    outcome === 'committed'
      ? { kind: 'kept' as const, home: COMMITTED, evicted: [] }
      : { kind: 'refused' as const, reason: 'not better' };
  return [concluded, { type: 'placed', proposal: id, placement }];
}

/** Enough for few transactions, few enough to hold in memory. */
const PER_APPEND = 500;

/**
 * Lets a run of experiments grow until it has so many, as the loop would but many to a transaction: every other is committed and
 * has four children, the others are not better, fail or are discarded. Each reports so many tasks and has an annotation.
 */
export function growTree(
  journal: Journal,
  until: number,
  { tasks = 0, commit = hashed }: { readonly tasks?: number; readonly commit?: (of: string) => Commit } = {},
): void {
  const grown = { ...journal.view().counts(), batch: journal.view().run()?.batch ?? 0 };
  const from = grown.proposed + 1;
  for (let first = from; first <= until; first += PER_APPEND) {
    const last = Math.min(until, first + PER_APPEND - 1);
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    journal.append(() => numbers.flatMap((nth) => grownAs(nth, grown.batch + nth - grown.proposed, tasks, commit)));
  }
}

function grownAs(nth: number, batch: number, tasks: number, commit: (of: string) => Commit): readonly Event[] {
  const id = idOf(nth);
  const random = rng(nth, 'tree');
  const fate = fateOf(nth);
  const score = nth + random.next();
  const results = Object.fromEntries(Array.from({ length: tasks }, (_, task) => [`task ${task}`, random.next()]));
  const note: Event = { type: 'annotated', experiment: id, task: `task ${nth % 100}`, text: `What ${id} has shown.` };
  const begin = [proposedAs(nth, batch, parentOf(nth)), begun(id, 1, undefined, commit(id))];
  const evaluation: Evaluation =
    fate === 'failed'
      ? { outcome: 'invalid', epoch: 1, reason: 'exit 1', stages: [] }
      : measured(score, 1, tasks === 0 ? undefined : results);
  const events: readonly Event[] = [
    ...begin,
    { type: 'evaluated', candidate: id, evaluation },
    ...concludedAs(id, 1, fate === 'discarded' ? 'evaluated' : fate, fate === 'failed' ? null : score, 'candidate'),
    note,
  ];
  const discarded: Event = { type: 'discarded', experiment: id, reason: `${id} was no good` };
  return fate === 'discarded' ? [...events, discarded] : events;
}

const FATES = ['committed', 'evaluated', 'committed', 'discarded', 'committed', 'failed'] as const;
const fateOf = (nth: number) => FATES[(nth - 1) % FATES.length] ?? 'committed';

/** Only the odd ones are committed. */
function parentOf(nth: number): string {
  const above = Math.floor((nth - 1) / 4);
  return above === 0 ? 'root' : idOf(2 * above - 1);
}

/** Hashes, so that rows have their real size. */
function hashed(of: string): Commit {
  const hash = (what: string) => createHash('sha1').update(`${what} ${of}`).digest('hex');
  return { commit: hash('commit'), tree: hash('tree') };
}
