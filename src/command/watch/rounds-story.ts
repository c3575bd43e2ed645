import type { Event } from '../../domain/event.ts';
import type { AttemptEnd } from '../../domain/experiment.ts';
import {
  auditKey,
  type Closing,
  isAuditAnswer,
  isBriefAnswer,
  isClosing,
  isIdeateAnswer,
  isOpening,
  isPlan,
  isScanAnswer,
  type Opening,
  type Plan,
} from '../../domain/round.ts';
import { ROUNDS } from '../../domain/rounds.ts';
import type { View } from '../../domain/view.ts';
import { formatScore, formatSigned, plural } from '../../lib/format.ts';
import type { Style } from '../../lib/style.ts';
import { plain } from '../../lib/width.ts';
import type { Detail } from '../contract.ts';
import { difference } from '../document.ts';
import { byRoleTexts } from '../optimize/spent.ts';

/** An objective, a reason or a hypothesis is one line here. */
const MOST = 140;
/** The longest ids of the first rounds: `r10-l10-d10`. */
const WIDEST = 11;

/** Puts what happens to experiments, and to rounds of them, in words; undefined of events that others tell. */
export function roundsStory(view: View, style: Style, detail: Detail): (event: Event) => readonly string[] | undefined {
  return (event) => {
    switch (event.type) {
      case 'memo':
        return memo(event.value);
      case 'asked':
        return event.question.of === 'audit'
          ? [line(event.question.candidate, 'is better: audited before it counts')]
          : [];
      case 'answered':
        return answered(event);
      case 'evaluated':
        return [];
      case 'concluded':
        return [concluded(event.experiment, event.end)];
      case 'retried':
        return [line(event.experiment, `mended and tried again: ${inALine(event.reason)}`)];
      case 'discarded':
        return [line(event.experiment, style.dim(`discarded: ${inALine(event.reason)}`))];
      case 'pruned':
        return [line(event.experiment, style.bad(`pruned as ${event.kind}: ${inALine(event.reason)}`))];
      case 'observed':
        // Whoever watches tells an alert at once.
        if (event.kind === 'alert') return [];
        return detail === 'verbose' ? [style.dim(`hint       ${inALine(event.text)}`)] : [];
      default:
        return undefined;
    }
  };

  function memo(value: unknown): readonly string[] {
    if (isOpening(value)) return [style.bold(openingText(value))];
    if (isPlan(value)) return planLines(value);
    return isClosing(value) ? [style.bold(closingText(value))] : [];
  }

  function openingText({ round, stall, best, parents, ideate }: Opening): string {
    const leader = best === null ? 'no best yet' : `best ${formatScore(best.score)} (${best.id})`;
    const from = parents.map(({ id }) => id).join(', ');
    const why =
      ideate === undefined ? [] : [`new ideas are looked for (${ideate === 'stall' ? 'stall' : 'every few commits'})`];
    return [
      `round ${round}`,
      `stall ${stall} of ${limitOf()}`,
      leader,
      `from ${from === '' ? 'nobody' : from}`,
      ...why,
    ].join(' · ');
  }

  function planLines({ briefs, budgets, dropped }: Plan): readonly string[] {
    return [
      ...briefs.map(({ objective, parent, hard }, lane) => {
        const tries = plural(budgets[lane] ?? 0, 'try').replace('trys', 'tries');
        return `lane ${lane}     from ${parent}, ${tries}${hard ? ', hard' : ''}: ${inALine(objective)}`;
      }),
      ...dropped.map(({ objective, reason }) => style.dim(`left out   ${inALine(objective)} (${inALine(reason)})`)),
    ];
  }

  function closingText({ round, improved, stall, experiments, committed, pruned, spent }: Closing): string {
    const came =
      improved === undefined
        ? `no new best, stall ${stall} of ${limitOf()}`
        : `new best ${formatScore(improved.score)} (${improved.id})`;
    const gone = pruned.length === 0 ? [] : [`pruned ${pruned.join(', ')}`];
    const cost = byRoleTexts(spent);
    return [
      `round ${round} closed`,
      came,
      `${plural(experiments, 'experiment')}, ${committed} committed`,
      ...gone,
      ...(cost.length === 0 ? [] : [cost.join(', ')]),
    ].join(' · ');
  }

  function answered({ key, answer }: Extract<Event, { type: 'answered' }>): readonly string[] {
    const name = key.split('/').at(-1) ?? key;
    if (isScanAnswer(answer)) {
      const { findings, unproven, failed } = answer;
      const left = unproven === 0 ? '' : `, ${unproven} left out: what they quote is not in the files`;
      return [
        `${`scan ${name}`.padEnd(WIDEST - 1)} ${failed === undefined ? `${plural(findings.length, 'finding')}${left}` : `came to nothing: ${inALine(failed)}`}`,
      ];
    }
    if (isIdeateAnswer(answer)) {
      const { ideas, failed } = answer;
      const told = failed === undefined ? plural(ideas.length, 'idea') : inALine(failed);
      return [`ideas      ${told.startsWith(`${name}: `) ? '' : `${name}: `}${told}`];
    }
    if (isBriefAnswer(answer))
      return answer.failed === undefined ? [] : [style.bad(`briefs     came to nothing: ${inALine(answer.failed)}`)];
    return isAuditAnswer(answer) ? audited(key, answer.valid, answer.reasons) : [];
  }

  function audited(key: string, valid: boolean, reasons: readonly string[]): readonly string[] {
    const [id = ''] = key.split('/');
    const attempt = Number(key.split('/').at(-1));
    if (key !== auditKey(id, attempt)) return [];
    const why = reasons.length === 0 ? '' : `: ${inALine(reasons.join('; '))}`;
    return [valid ? line(id, 'verified') : style.bad(line(id, `the audit says no${why}`))];
  }

  function concluded(id: string, { outcome, score, against, reason }: Omit<AttemptEnd, 'endedAt'>): string {
    const delta = difference(score, against?.score ?? null);
    const numbers = score === null ? '' : ` ${formatScore(score)}${delta === null ? '' : ` (${formatSigned(delta)})`}`;
    const entry = view.entry(id);
    // The view may be ahead: an audit has said no in the same moment.
    if (outcome === 'committed' && entry?.experiment?.invalid === id) return line(id, style.bad(`INVALID${numbers}`));
    const word = `${outcome.toUpperCase()}${numbers}`;
    const told = outcome === 'committed' ? inALine(entry?.candidate?.summary ?? '') : inALine(reason ?? '');
    const styled = outcome === 'committed' ? style.good(word) : outcome === 'failed' ? style.bad(word) : word;
    return line(id, `${styled}${told === '' ? '' : `  ${told}`}`);
  }

  function limitOf(): number {
    return (view.run()?.config.adjustable.rounds ?? ROUNDS).stall;
  }
}

const line = (id: string, text: string): string => `${id.padEnd(WIDEST)}${text}`;

function inALine(text: string): string {
  const whole = plain(text.replace(/\s+/g, ' ').trim());
  return whole.length > MOST ? `${whole.slice(0, MOST)}…` : whole;
}
