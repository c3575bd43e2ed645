import { gatesFor } from '../../domain/inheritance.ts';
import type { Entry } from '../../domain/view.ts';
import { formatScore, formatSigned, plural } from '../../lib/format.ts';
import { plain, wrap } from '../../lib/width.ts';
import { text } from '../option.ts';
import { type AttemptDocument, attemptDocument } from './attempt-document.ts';
import { documentIn, type ExperimentDocument, experimentOf } from './document.ts';
import { nextFor } from './next.ts';
import { type RemarkDocument, remarkDocument, remarkLine } from './remark.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = { id: text('<id>', 'the experiment, root or best') } as const;

interface Shown extends ExperimentDocument {
  readonly path_to_root: readonly string[];
  readonly children: readonly Child[];
  readonly effective_gates: readonly ShownGate[];
  /** Scores of the tasks of the newest attempt; null where it has none. */
  readonly tasks: Readonly<Record<string, number>> | null;
  readonly attempts: readonly AttemptDocument[];
  readonly annotations: readonly RemarkDocument[];
  readonly notes: readonly RemarkDocument[];
  /** What can be done with it now. */
  readonly next: readonly string[];
}

type Child = Pick<ExperimentDocument, 'id' | 'status' | 'score' | 'hypothesis'>;

interface ShownGate {
  readonly name: string;
  readonly command: string;
  readonly phase: 'pre' | 'post';
  readonly from: string;
}

/** More of each are in their own verbs. */
const MOST = 50;
/** Ancestors beyond these are left out. */
const PATH = 200;

export const command = experimentVerb<typeof OPTIONS, Shown>({
  examples: ['evolve exp show exp_0003', 'evolve exp show best --json'],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  run(lab, input) {
    const { view } = lab;
    const entry = experimentOf(lab, input.id);
    const { id } = entry.proposal;
    const document = documentIn(lab, entry);
    const about = (kind: 'annotation' | 'note') => view.remarks({ kind, experiment: id }, MOST).map(remarkDocument);
    const children = view.offspring(id, MOST).filter(({ proposal }) => proposal.id !== id);
    return {
      ...document,
      path_to_root: view
        .lineage(id, PATH)
        .map(({ proposal }) => proposal.id)
        .reverse(),
      children: children.map((child) => documentIn(lab, child)).map(childOf),
      effective_gates: gatesFor(view, id).map(({ gate, from }) => ({ ...gate, from })),
      tasks: tasksOf(entry),
      attempts: view
        .attempts(id)
        .slice(-MOST)
        .map((one) => attemptDocument(lab, id, one)),
      annotations: about('annotation'),
      notes: about('note'),
      next: nextFor(document, lab.run),
    };
  },
  text: (shown, { columns }) =>
    linesOf(shown)
      .flatMap((line) => wrap(line, columns, 12))
      .join('\n'),
});

function tasksOf({ evaluation }: Entry): Shown['tasks'] {
  if (evaluation === undefined || evaluation.outcome === 'broken') return null;
  return (evaluation.outcome === 'scored' ? evaluation.tasks : evaluation.measured?.tasks) ?? null;
}

/** More are told by `evolve exp traces`. */
const TASKS = 20;

function taskLines({ id, tasks }: Shown): readonly string[] {
  const all = Object.entries(tasks ?? {});
  const more = all.length > TASKS ? [`… ${all.length - TASKS} more: evolve exp traces ${id}`] : [];
  const shown = all.slice(0, TASKS).map(([task, score]) => `${plain(task)} ${formatScore(score)}`);
  return all.length === 0 ? [] : [[...shown, ...more].join(' · ')];
}

const childOf = ({ id, status, score, hypothesis }: ExperimentDocument): Child => ({ id, status, score, hypothesis });

function linesOf(shown: Shown): readonly string[] {
  const { score, delta, parent, tags, reason } = shown;
  const scored =
    score === null ? [] : [`Score       ${formatScore(score)}${against(delta, parent)}${epochText(shown)}`];
  const laid = reason === null ? [] : [`Why         ${plain(reason)}`];
  const invalid =
    shown.invalid_because === null
      ? []
      : [`Invalid     ${shown.invalid_because} was pruned as invalid: it counts no more`];
  return [
    `${shown.id} · ${statusText(shown)} · ${plain(shown.hypothesis)}`,
    `Path        ${[...shown.path_to_root].reverse().join(' → ')}`,
    ...scored,
    ...section('Tasks', taskLines(shown)),
    ...laid,
    ...invalid,
    ...(tags.length === 0 ? [] : [`Tags        ${tags.map(plain).join(', ')}`]),
    ...(parent === null ? [] : [`Attempts    ${shown.attempt}; ${shown.attempts_left} more may be no better`]),
    ...shown.attempts.map(attemptLine),
    ...section(
      'Gates',
      shown.effective_gates.map(
        ({ name, phase, from, command: line }) => `${plain(name)} (${phase}, of ${from}): ${plain(line)}`,
      ),
    ),
    ...section(
      'Children',
      shown.children.map((one) => `${one.id} ${one.status} ${formatScore(one.score)} ${plain(one.hypothesis)}`),
    ),
    ...section(
      'Annotated',
      shown.annotations.map((one) => remarkLine({ ...one, experiment: null })),
    ),
    ...section(
      'Notes',
      shown.notes.map((one) => remarkLine({ ...one, experiment: null })),
    ),
    ...(shown.worktree === null ? [] : [`Workspace   ${shown.worktree}`]),
    `Next        ${shown.next.join('  ·  ')}`,
  ];
}

function statusText({ status, prune_kind, on_frontier }: Shown): string {
  if (status === 'pruned') return `pruned (${prune_kind})`;
  return on_frontier ? `${status}, on the frontier` : status;
}

const against = (delta: number | null, parent: string | null): string =>
  delta === null || parent === null ? '' : ` (${formatSigned(delta)} against ${parent})`;

const epochText = ({ epoch }: Shown): string => (epoch === null ? '' : `, epoch ${epoch}`);

function attemptLine({ attempt, outcome, score, delta, reason, gates, change_files, folder }: AttemptDocument): string {
  const failed = gates.filter(({ passed }) => passed === false).map(({ name }) => plain(name));
  const parts = [
    `${outcome}${score === null ? '' : ` ${formatScore(score)}`}${delta === null ? '' : ` (${formatSigned(delta)})`}`,
    ...(reason === null ? [] : [plain(reason)]),
    ...(failed.length === 0 ? [] : [`stopped by ${failed.join(', ')}`]),
    ...(change_files.length === 0 ? [] : [plural(change_files.length, 'file')]),
    ...(folder === null ? [] : [folder]),
  ];
  return `  ${String(attempt).padStart(3)}       ${parts.join(' · ')}`;
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => `${(index === 0 ? title : '').padEnd(12)}${line}`);
