import type { Directive, Remark } from '../../domain/experiment.ts';
import { formatScore, formatSigned } from '../../lib/format.ts';
import { plain } from '../../lib/width.ts';
import { awaitingLine } from './awaiting.ts';
import type { ExperimentDocument } from './document.ts';
import { RESCORE_ROOT } from './next.ts';
import { minute } from './remark.ts';
import type { Facts } from './scratchpad-facts.ts';
import { cutBytes, fitted, lineOf, type Section } from './scratchpad-fit.ts';
import { statusLine } from './status.ts';

/** Of the whole scratchpad, in bytes: prompts carry it. */
export const ROOM = 8000;

/** The facts in at most `ROOM` bytes. */
export const scratchpadText = (facts: Facts): string => fitted(sectionsOf(facts), ROOM).trimEnd();

const more =
  (command: string) =>
  (left: number): string =>
    `… ${left} more: ${command}`;

/** The budgets are a little less than the room in all. */
function sectionsOf(facts: Facts): readonly Section[] {
  const {
    status,
    best_path,
    frontier,
    awaiting,
    directives_in_force,
    gates,
    annotations,
    avoid,
    infra,
    notes,
    observed,
  } = facts;
  const { evaluated, failed, discarded, pruned } = status.counts;
  const counted = avoid.reduce((sum, { count }) => sum + count, 0);
  return [
    { title: 'Status', items: statusItems(facts), budget: 750, more: more('evolve exp status') },
    {
      title: 'Directives of the user, newest first',
      items: directives_in_force.map(directiveItem),
      budget: 2200,
      more: more('evolve directives'),
    },
    {
      ...{ title: 'Best path', items: best_path.map(stepLine), unseen: facts.before, fromEnd: true },
      ...{ budget: 650, more: more('evolve exp path best') },
    },
    {
      title: `Frontier, by ${frontier.rule}`,
      items: frontierItems(facts),
      budget: 650,
      more: more('evolve exp frontier'),
    },
    {
      ...{ title: 'Awaiting decision', items: awaiting.map((one) => lineOf(awaitingLine(one))) },
      ...{ unseen: evaluated + failed - awaiting.length, budget: 650, more: more('evolve exp awaiting') },
    },
    {
      title: 'Gates',
      items: gates.map(({ gate, from }) =>
        lineOf(`${plain(gate.name)} (${gate.phase}, of ${from}): ${plain(gate.command)}`),
      ),
      ...{ budget: 450, more: more('evolve exp gate list best') },
    },
    {
      title: 'What not to try',
      items: avoid.map(avoidLine),
      unseen: discarded + pruned - counted,
      budget: 700,
      more: more('evolve exp discards --like "…"'),
    },
    { title: 'Annotations', items: annotations.map(remarkItem), budget: 550, more: more('evolve exp annotations') },
    {
      title: 'The analyst, newest first',
      items: observedItems(observed),
      budget: 400,
      more: more('evolve log'),
    },
    { title: 'Infra', items: infraItems(infra), budget: 300, more: more('evolve exp infra log') },
    { title: 'Notes', items: notes.map(remarkItem), budget: 300, more: more('evolve exp notes') },
    { title: 'More', items: DRILL, budget: 400, more: more('evolve exp --help') },
  ];
}

const DRILL = [
  'one experiment: evolve exp show ID · its change: evolve exp diff ID · its tasks: evolve exp traces ID [TASK]',
  'all of them: evolve exp tree · tried before? evolve exp discards --like "…" · of a task: evolve exp annotations --task TASK',
];

function statusItems({ status, goal }: Facts): readonly string[] {
  return [
    lineOf(statusLine(status)),
    ...(goal === '' ? [] : [lineOf(`goal: ${plain(goal)}`)]),
    ...(status.blocked ? [`Nothing can be compared in epoch ${status.epoch} yet: ${RESCORE_ROOT}`] : []),
  ];
}

/** Word for word. */
function directiveItem({ id, text, experiment, acknowledged }: Directive): string {
  const whose = experiment === undefined ? '' : ` for ${experiment}`;
  const heard = acknowledged === undefined ? ` (say that you have read it: evolve ack ${id})` : '';
  return `${id}${whose}${heard}:\n${text.replace(/^/gm, '  ')}`;
}

const stepLine = ({ id, score, delta, hypothesis }: ExperimentDocument): string =>
  lineOf(`★ ${id} ${formatScore(score)}${delta === null ? '' : ` (${formatSigned(delta)})`} ${plain(hypothesis)}`);

function frontierItems({ frontier, status }: Facts): readonly string[] {
  if (status.blocked) return [`empty until root has been measured in epoch ${status.epoch}`];
  if (frontier.nodes.length === 0) return ['nobody is free now: each has a child that is being measured'];
  return frontier.nodes.map(({ id, score, hypothesis }, index) =>
    lineOf(`${index + 1}. ${id} ${formatScore(score)} ${plain(hypothesis)}`),
  );
}

function avoidLine({ first, count }: Facts['avoid'][number]): string {
  const { id, status, prune_kind, hypothesis, reason } = first;
  const how = prune_kind === null ? status : `${status}, ${prune_kind}`;
  // The reason matters as much as what was tried.
  const [tried, why] = [plain(hypothesis), plain(reason ?? '')].map((text) => cutBytes(text, HALF));
  return `${tried}${count > 1 ? ` ×${count}` : ''} → ${why} (${id}, ${how})`;
}

const HALF = 110;

function remarkItem({ experiment, task, text }: Remark): string {
  const about = [experiment, task].filter((part) => part !== undefined).join(' ');
  return lineOf(`${about === '' ? '' : `${plain(about)}: `}${plain(text)}`);
}

/** What may be wrong comes before what may help. */
const observedItems = ({ alerts, hints }: Facts['observed']): readonly string[] =>
  [...alerts, ...hints].map(({ kind, text }) => lineOf(`${kind}: ${plain(text)}`));

function infraItems({ noted, machine }: Facts['infra']): readonly string[] {
  const when = (at: number): string => minute(new Date(at).toISOString());
  return [
    ...noted.map(({ at, text, breaking }) =>
      lineOf(`${when(at)} ${breaking === true ? 'new epoch: ' : ''}${plain(text)}`),
    ),
    ...machine.map(({ first, count }) =>
      lineOf(`${when(first.at)} the machine failed${count > 1 ? ` ×${count}` : ''}: ${plain(first.text)}`),
    ),
  ];
}
