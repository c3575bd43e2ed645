import { plural } from '../../../lib/format.ts';
import { cut, plain } from '../../../lib/width.ts';
import type { Context } from '../../contract.ts';
import { byRoleTexts, spellText, sumOf } from '../../optimize/spent.ts';
import type { CycleDocument, CyclesEnded } from './end.ts';
import { goalsLine } from './standing.ts';

/** Of the cycles, the last. */
const SHOWN = 20;

/** What a session has come to, for people: the report, the cycles, the goals, what it cost, what to do next. */
export function cyclesEndedText(ended: CyclesEnded, context: Context): string {
  const short = context.detail === 'quiet';
  return [
    headline(ended).join('\n'),
    ended.report.trim(),
    short ? '' : cycleLines(ended.cycles).join('\n'),
    nextLines(ended).join('\n'),
  ]
    .filter((part) => part !== '')
    .map((part) =>
      part
        .split('\n')
        .map((line) => cut(line, context.columns))
        .join('\n'),
    )
    .join('\n\n');
}

function headline({ run, state, stop, goals, before, branch, landed, cost }: CyclesEnded): readonly string[] {
  const why = stop === null ? '' : `: ${plain(stop.reason)}`;
  const spent = sumOf(cost);
  return [
    `Run ${run} is ${state}${why}`,
    `Goals      ${goalsLine(goals, before)}`,
    `Landed     ${landed === 0 ? 'nothing' : `${plural(landed, 'cycle')} on ${branch ?? 'the branch that is checked out'}`}`,
    ...(spent.calls === 0 ? [] : [`Agents     ${spellText(spent)}: ${byRoleTexts(cost).join(', ')}`]),
  ];
}

function cycleLines(cycles: readonly CycleDocument[]): readonly string[] {
  const left = cycles.length - SHOWN;
  const shown = cycles.slice(-SHOWN);
  return [
    ...(shown.length === 0 ? [] : ['Cycles']),
    ...(left > 0 ? [`  … ${left} before`] : []),
    ...shown.map(cycleLine),
  ];
}

function cycleLine({ cycle, target, attempted, result, source, commit, reason }: CycleDocument): string {
  const from = source === null ? '' : ` (${source})`;
  const at = commit === null ? '' : `  ${commit.slice(0, 12)}`;
  const why = reason === null ? '' : `  ${plain(reason.replace(/\s+/g, ' '))}`;
  return `  ${String(cycle).padStart(4)}  ${result.padEnd(11)} ${plain(attempted ?? target)}${from}${at}${why}`;
}

const TOLD: readonly (readonly [RegExp, string])[] = [
  [/^git log/, 'What has landed'],
  [/^git merge/, 'Take it over'],
  [/^rm /, 'No longer stop'],
  [/^evolve status/, 'Where it stands'],
];

function nextLines({ next }: CyclesEnded): readonly string[] {
  const lines = next.map((call): readonly [string, string] => [
    TOLD.find(([known]) => known.test(call))?.[1] ?? 'Go on',
    call,
  ]);
  const width = Math.max(0, ...lines.map(([label]) => label.length + 1));
  return lines.map(([label, call]) => `${`${label}:`.padEnd(width)} ${call}`);
}
