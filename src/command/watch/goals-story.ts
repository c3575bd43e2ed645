import { scoreOf } from '../../domain/compare.ts';
import {
  type CycleLine,
  type DiscoverAnswer,
  type GenerateAnswer,
  isClaimAnswer,
  isClosedAnswer,
  isDiscoverAnswer,
  isGenerateAnswer,
  isHaltAnswer,
  isLandAnswer,
  isOrientAnswer,
  isValidateAnswer,
  isWorkAnswer,
  type LandAnswer,
} from '../../domain/cycle.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Event } from '../../domain/event.ts';
import { whyOf } from '../../domain/failure.ts';
import type { Question } from '../../domain/question.ts';
import type { View } from '../../domain/view.ts';
import { formatScore, plural } from '../../lib/format.ts';
import type { Style } from '../../lib/style.ts';
import { plain } from '../../lib/width.ts';
import type { Detail } from '../contract.ts';

/** A title, a reason or a finding is one line here. */
const MOST = 140;
/** The longest ids of the first cycles: `c10-w0-1`. */
const WIDEST = 8;
/** Of what fails, so many are named. */
const NAMED = 6;

/** Puts what happens in cycles over goals in words; undefined of events that others tell. */
export function goalsStory(view: View, style: Style, detail: Detail): (event: Event) => readonly string[] | undefined {
  // A question that was put before the driver came is answered without a word of what it was about.
  const open = new Map<string, Question>();
  const heard = new Set<string>();
  return (event) => {
    switch (event.type) {
      case 'asked':
        if (event.question.of === 'human') return [];
        open.set(event.question.key, event.question);
        return event.question.of === 'teardown'
          ? [style.bold(`the session ends: ${inALine(event.question.text)}`)]
          : [];
      case 'answered': {
        const question = open.get(event.key);
        open.delete(event.key);
        return answered(event.key, event.answer, question);
      }
      case 'evaluated':
        return evaluated(event);
      case 'dropped':
        return [line(event.proposal, `${event.kind}: ${inALine(event.reason)}`)];
      case 'applied':
        return leftOut(event.candidate);
      case 'placed':
        return placed(event);
      case 'noted':
        return [`  ${inALine(event.text)}`];
      case 'memo':
        return [];
      default:
        return undefined;
    }
  };

  /** What was measured and is not good enough has its reason there; what was dropped has told it. */
  function placed({ proposal, placement }: Extract<Event, { type: 'placed' }>): readonly string[] {
    const entry = view.entry(proposal);
    if (placement.kind === 'kept' || entry?.evaluation?.outcome !== 'scored') return [];
    // Of a wave only the whole is good or not.
    if (entry.proposal.turn?.kind === 'member') return [];
    return [line(proposal, style.bad(`not good enough: ${inALine(placement.reason)}`))];
  }

  function evaluated({ candidate, evaluation, sameAs }: Extract<Event, { type: 'evaluated' }>): readonly string[] {
    const { turn } = view.entry(candidate)?.proposal ?? {};
    if (turn === undefined) return [];
    const told = goalsText(evaluation);
    if (turn.kind === 'base')
      return [
        style.bold(`cycle ${turn.cycle}`) +
          (evaluation.outcome === 'scored' ? ` · ${told}${sameAs === undefined ? '' : ', as before'}` : ` · ${told}`),
      ];
    if (turn.kind === 'member') return detail === 'verbose' ? [line(candidate, style.dim(told))] : [];
    const isFine = evaluation.outcome === 'scored';
    return [line(candidate, isFine ? `measured: ${told}` : style.bad(`does not pass: ${told}`))];
  }

  function answered(key: string, answer: unknown, question: Question | undefined): readonly string[] {
    if (isOrientAnswer(answer)) return warned(answer.warnings);
    // Who says stop is told at the session's end.
    if (isHaltAnswer(answer)) return [];
    if (isWorkAnswer(answer)) return detail === 'verbose' || answer.pass === 1 ? warned(answer.warnings) : [];
    if (isGenerateAnswer(answer)) return generated(answer);
    if (isClaimAnswer(answer) && question?.of === 'claim') return claimed(question, answer);
    if (isDiscoverAnswer(answer)) return discovered(question, answer);
    if (isValidateAnswer(answer)) return validated(key, answer);
    if (isLandAnswer(answer)) return landed(key, answer);
    if (isClosedAnswer(answer) && question?.of === 'close')
      return [...warned(answer.warnings), ...closed(question, answer.harvested)];
    return isClosedAnswer(answer) ? warned(answer.warnings) : [];
  }

  function generated({ generator, titles, skipped }: GenerateAnswer): readonly string[] {
    if (titles.length > 0)
      return [`  looked for work in ${generator}: found ${titles.length}: ${inALine(titles.join('; '))}`];
    if (detail !== 'verbose') return [];
    const left = skipped.length === 0 ? '' : `; not looked at: ${inALine(skipped.join('; '))}`;
    return [style.dim(`  looked for work in ${generator}: found nothing${left}`)];
  }

  function claimed(
    { work }: Extract<Question, { of: 'claim' }>,
    { claimed: isOurs, by }: { readonly claimed: boolean; readonly by?: string },
  ): readonly string[] {
    const what = `${work.target} (${work.source}): ${inALine(work.title)}`;
    return isOurs ? [`  works on ${what}`] : [style.dim(`  leaves ${what}${by === undefined ? '' : ` to ${by}`}`)];
  }

  function discovered(
    question: Question | undefined,
    { status, plan, parts, reason, cited }: DiscoverAnswer,
  ): readonly string[] {
    const target = question?.of === 'discover' && question.work.target !== '' ? `${question.work.target}: ` : '';
    const heeded = cited.length === 0 ? [] : [style.dim(`  ${target}heeds ${inALine(cited.join(', '))}`)];
    if (status === 'ready')
      return [...heeded, ...(detail === 'verbose' ? [style.dim(`  ${target}planned: ${inALine(plan)}`)] : [])];
    const why = reason ?? (status === 'split' ? plural(parts.length, 'part') : '');
    return [...heeded, `  ${target}${status}${why === '' ? '' : `: ${inALine(why)}`}`];
  }

  function validated(
    key: string,
    { verdict, findings }: { readonly verdict: string; readonly findings: readonly string[] },
  ): readonly string[] {
    const [id = ''] = key.split('/');
    if (verdict === 'pass') return detail === 'verbose' ? [line(id, style.dim('looked at and found good'))] : [];
    return [line(id, style.bad(`looked at and sent back: ${inALine(findings.join('; '))}`))];
  }

  function landed(key: string, answer: LandAnswer): readonly string[] {
    const [id = ''] = key.split('/');
    switch (answer.kind) {
      case 'landed':
        return [line(id, style.good(`landed as ${answer.canonical.slice(0, 12)} on ${branchText()}`))];
      case 'moved':
        return [line(id, `${branchText()} has moved: brought to where it is now`)];
      case 'refused':
        return [line(id, style.bad(`did not land: ${inALine(answer.reason)}`))];
    }
  }

  function closed(
    { cycle, line: own, settled }: Extract<Question, { of: 'close' }>,
    harvested: number,
  ): readonly string[] {
    const more = harvested === 0 ? '' : ` · ${plural(harvested, 'follow-up')}`;
    const done = settled.filter(({ fate }) => fate.kind === 'consumed').map(({ work }) => work.target);
    const ended = done.length === 0 ? 'given back' : `${done.join(', ')} done`;
    const told = own === undefined ? ended : cycleText(own);
    return [`${style.bold(`cycle ${cycle} closed`)} · ${told}${more}`];
  }

  function leftOut({ id, refused = [] }: Extract<Event, { type: 'applied' }>['candidate']): readonly string[] {
    if (refused.length === 0) return [];
    const more = refused.length > NAMED ? `, and ${refused.length - NAMED} more` : '';
    const paths = refused.slice(0, NAMED).map(({ path }) => plain(path));
    return [line(id, style.bad(`left out ${paths.join(', ')}${more}: see evolve show ${id}`))];
  }

  function branchText(): string {
    const ladder = view.run()?.config.adjustable.ladder;
    return ladder === undefined || ladder.land === 'branch' ? (ladder?.branch ?? 'its branch') : 'your branch';
  }

  /** What is wrong in every cycle is told once. */
  function warned(warnings: readonly string[]): readonly string[] {
    const fresh = [...new Set(warnings)].filter((text) => !heard.has(text));
    for (const text of fresh) heard.add(text);
    return fresh.map(warning);
  }

  function warning(text: string): string {
    return style.dim(`  warning: ${inALine(text)}`);
  }
}

/** `lint improved`, with why where nothing came of it. */
export function cycleText({ target, attempted, result, reason }: CycleLine): string {
  return `${attempted ?? target} ${result}${reason === undefined ? '' : `: ${inALine(reason)}`}`;
}

/** `6 of 7 goals pass, score 91.3 (failing: docs)`, or why nothing could be measured. */
export function goalsText(evaluation: Evaluation): string {
  if (evaluation.outcome !== 'scored')
    return inALine(evaluation.outcome === 'invalid' ? whyOf(evaluation) : evaluation.reason);
  const tasks = Object.entries(evaluation.tasks ?? {});
  if (tasks.length === 0) return 'no goals';
  const failing = tasks.filter(([, passed]) => passed !== 1).map(([goal]) => goal);
  const more = failing.length > NAMED ? `, and ${failing.length - NAMED} more` : '';
  const named = failing.length === 0 ? '' : ` (failing: ${failing.slice(0, NAMED).join(', ')}${more})`;
  return `${tasks.length - failing.length} of ${plural(tasks.length, 'goal')} pass, score ${formatScore(scoreOf(evaluation))}${named}`;
}

const line = (id: string, text: string): string => `  ${id.padEnd(WIDEST)} ${text}`;

function inALine(text: string): string {
  const one = plain(text.replace(/\s+/g, ' ').trim());
  return one.length > MOST ? `${one.slice(0, MOST)}…` : one;
}
