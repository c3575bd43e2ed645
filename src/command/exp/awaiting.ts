import type { Status } from '../../domain/experiment.ts';
import type { View } from '../../domain/view.ts';
import { formatScore, formatSigned, plural } from '../../lib/format.ts';
import { cut, plain } from '../../lib/width.ts';
import { limit } from '../contract.ts';
import { documentIn, type ExperimentDocument } from './document.ts';
import type { Lab } from './lab.ts';
import { nextFor } from './next.ts';
import { experimentVerb } from './verb.ts';

const SHOWN = 50;
const OPTIONS = { limit: limit(SHOWN) } as const;

/** One that was measured, or failed, and that somebody has to decide on. */
export interface Awaiting extends ExperimentDocument {
  /** Why its newest attempt was not committed. */
  readonly why: string | null;
  readonly gates_failed: readonly string[];
  readonly next: readonly string[];
}

interface Waiting {
  readonly awaiting: readonly Awaiting[];
  /** How many more there are. */
  readonly more: number;
}

const OPEN: readonly Status[] = ['evaluated', 'failed'];

/** Those that wait for a decision, the newest change first. */
export function awaitingOf(lab: Pick<Lab, 'view' | 'stateDir' | 'run'>, most: number): readonly Awaiting[] {
  const { view, run } = lab;
  return OPEN.flatMap((status) => view.experiments(status, most))
    .map((entry) => documentIn(lab, entry))
    .sort((a, b) => b.changed_at.localeCompare(a.changed_at) || b.id.localeCompare(a.id))
    .slice(0, most)
    .map((one) => ({ ...one, ...endingOf(view, one.id), next: nextFor(one, run) }));
}

function endingOf(view: View, id: string): Pick<Awaiting, 'why' | 'gates_failed'> {
  const end = view.attempts(id).at(-1)?.end;
  const failed = (end?.gates ?? []).filter(({ passed }) => passed === false);
  return { why: end?.reason ?? null, gates_failed: failed.map(({ name }) => name) };
}

export const command = experimentVerb<typeof OPTIONS, Waiting>({
  details: 'Each is changed and evaluated again, or discarded with a reason.',
  examples: ['evolve exp awaiting', 'evolve exp awaiting --json'],
  positional: [],
  options: OPTIONS,
  run(lab, { limit: most = SHOWN }) {
    const awaiting = awaitingOf(lab, most);
    const { evaluated = 0, failed = 0 } = lab.run.statuses ?? {};
    return { awaiting, more: evaluated + failed - awaiting.length };
  },
  text: ({ awaiting, more }, { columns }) =>
    awaiting.length === 0
      ? 'Nothing awaits a decision.'
      : [...awaiting.map((one) => cut(awaitingLine(one), columns)), ...moreText(awaiting.length, more)].join('\n'),
});

const moreText = (shown: number, more: number): readonly string[] =>
  more === 0 ? [] : [`… ${more} more: evolve exp awaiting -n ${shown + more}`];

/** On one line: score, what is left, what said no, and what was tried. */
export function awaitingLine({
  id,
  status,
  score,
  delta,
  attempts_left,
  gates_failed,
  why,
  hypothesis,
}: Awaiting): string {
  const said = gates_failed.length > 0 ? 'without a score' : plain(why ?? 'no score');
  const measured = score === null ? said : formatScore(score);
  const parts = [
    `${id} ${status} ${measured}${delta === null ? '' : ` (${formatSigned(delta)})`}`,
    `${plural(attempts_left, 'attempt')} left`,
    ...(gates_failed.length === 0 ? [] : [`gates failed: ${gates_failed.map(plain).join(', ')}`]),
    plain(hypothesis),
  ];
  return parts.join(' · ');
}
