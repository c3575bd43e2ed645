import { differ, gain, parted, scoreOf } from '../../domain/compare.ts';
import { isOfExperiments } from '../../domain/config.ts';
import type { Evaluation, Verdict } from '../../domain/evaluation.ts';
import type { Event, Recorded } from '../../domain/event.ts';
import { whyOf } from '../../domain/failure.ts';
import { isOfGoals } from '../../domain/ladder.ts';
import type { Entry, View } from '../../domain/view.ts';
import { formatDuration, formatNumber, formatPercent, formatSigned } from '../../lib/format.ts';
import { styleOf } from '../../lib/style.ts';
import { plain } from '../../lib/width.ts';
import { isBred, sinceBest } from '../breeding.ts';
import type { Detail } from '../contract.ts';
import { scoreIn } from '../document.ts';
import { makingOf, makingText } from '../making.ts';
import { goalsStory } from './goals-story.ts';
import { discardWatch, islandsStory } from './islands-story.ts';
import { roundsStory } from './rounds-story.ts';

/** How much is told: beside a live view most candidates need no line. */
export type Told = Detail | { readonly live: Detail };

const SAID: Readonly<Record<Exclude<Verdict, 'open'>, string>> = {
  better: 'is better than',
  worse: 'is worse than',
  equivalent: 'is no different from',
  undecided: 'could not be told from',
};

/** A watcher is never so many generations, or new bests, behind. */
const RECENT = 100;
/** Without generations, where the run stands is said after so many evaluations. */
const EVERY = 20;
/** The longest names of operations and arms: `control`, `partner`. */
const WIDEST = 7;
/** A reason is one line. */
const MOST_REASON = 160;
/** More than these are counted, not listed. */
const LISTED = 3;

/** Puts events in words; most need none. Contract: asked once per event, in order. */
export function storyOf(view: View, told: Told, color = false): (recorded: Recorded) => readonly string[] {
  const style = styleOf(color);
  const detail = typeof told === 'string' ? told : told.live;
  const perCandidate = typeof told === 'string' || detail === 'verbose';
  let best = view.best()?.proposal.id;
  let noisy = view.run()?.noisy === true;
  let said = Math.floor(view.counts().charged / EVERY);
  const islands = islandsStory(view);
  const discards = discardWatch(view);
  const config = view.run()?.config;
  const rounds = config !== undefined && isOfExperiments(config) ? roundsStory(view, style, detail) : undefined;
  const cycles = config !== undefined && isOfGoals(config) ? goalsStory(view, style, detail) : undefined;

  return ({ event }) => {
    if (detail === 'quiet') return [];
    const own = rounds?.(event) ?? cycles?.(event);
    if (own !== undefined) return own;
    switch (event.type) {
      case 'applied':
        return refusedLines(event.candidate);
      case 'evaluated':
        return evaluated(event);
      case 'dropped':
        if (isIteration(event.proposal)) return [];
        return [`${event.proposal.padEnd(10)} ${droppedAs(event).padEnd(20)}  ${plain(event.reason)}`];
      case 'infra':
        // Somebody noted it: the log has its own words for that.
        if (event.noted === true) return [];
        return [style.bad(`the machine failed: ${plain(event.reason)}`)];
      case 'asked':
        return event.question.of === 'side-by-side' ? ['measuring the winner and the seed side by side …'] : [];
      case 'sampled':
        return unsteady(event);
      case 'compared':
        return compared(event);
      case 'held-out':
        return heldOut(event.candidate);
      case 'placed':
        return placed(event.proposal);
      case 'directed':
        return [style.good(`directive ${event.directive}, for every prompt from now on: ${inALine(event.text)}`)];
      case 'acknowledged':
        return detail === 'verbose' ? [style.dim(`directive ${event.directive} was read by ${plain(event.by)}`)] : [];
      default:
        return [];
    }
  };

  /** Whether it is told when it ends, as an iteration. */
  function isIteration(id: string): boolean {
    const { arm, operator } = view.entry(id)?.proposal ?? {};
    return islands.told() && operator !== 'seed' && arm !== 'idle';
  }

  /** Idle work may be left with its change made. */
  function droppedAs({ proposal, kind }: Extract<Event, { type: 'dropped' }>): string {
    return view.entry(proposal)?.proposal.arm === 'idle' ? 'dropped' : kind;
  }

  function evaluated({ candidate, evaluation, sameAs }: Extract<Event, { type: 'evaluated' }>): readonly string[] {
    const entry = view.entry(candidate);
    if (entry === undefined || entry.proposal.operator === 'seed') return [];
    const more = detail === 'verbose' ? detailsOf(entry, evaluation).map((line) => style.dim(`  ${line}`)) : [];
    const { id, operator, arm } = entry.proposal;
    if (isIteration(id)) return more;
    const made = (arm ?? operator).padEnd(WIDEST);
    const score = scoreOf(evaluation);
    if (score === null) {
      const outcome = style.bad(evaluation.outcome.toUpperCase().padEnd(20));
      return [`${id.padEnd(10)} ${outcome}  ${made}  ${plain(reasonOf(evaluation))}`, ...more];
    }
    if (!perCandidate) return [];
    const baseline = scoreIn(view.entries(0)[0]) ?? score;
    const cached = sameAs === undefined ? '' : `  (same as ${sameAs})`;
    const numbers = `${formatNumber(score).padStart(10)} ${formatSigned(score - baseline).padStart(9)}`;
    return [`${id.padEnd(10)} ${numbers}  ${made}  ${plain(entry.candidate?.summary ?? '')}${cached}`, ...more];
  }

  function unsteady({ candidate, samples }: Extract<Event, { type: 'sampled' }>): readonly string[] {
    const evaluation = view.entry(candidate)?.evaluation;
    if (noisy || evaluation?.outcome !== 'scored' || !differ(evaluation.samples)) return [];
    noisy = true;
    const now = samples.map(formatNumber).join(', ');
    return [
      `${candidate.padEnd(10)} scores ${now} when measured again: the score is noisy, so new bests are compared in turns from here on.`,
    ];
  }

  function compared({ candidate, against, verdict }: Extract<Event, { type: 'compared' }>): readonly string[] {
    if (verdict === 'open' || (verdict !== 'better' && !perCandidate)) return [];
    const evaluation = view.entry(candidate)?.evaluation;
    const found = evaluation?.outcome === 'scored' ? evaluation.comparisons : [];
    const runs = found.find((one) => one.against === against)?.pairs.length ?? 0;
    const line = `${candidate.padEnd(10)} ${SAID[verdict]} ${against}, measured ${runs} times each in turns`;
    return [verdict === 'better' ? style.good(line) : style.dim(line)];
  }

  function heldOut(candidate: string): readonly string[] {
    const run = view.run();
    const [entry, leader] = [view.entry(candidate), view.best()];
    if (run === undefined || entry?.evaluation === undefined || leader?.evaluation === undefined) return [];
    // The view may be ahead: it is the best by now.
    if (leader.proposal.id === candidate || !parted(entry.evaluation, leader.evaluation, run.config.fixed.direction))
      return [];
    const line = `${candidate.padEnd(10)} scores better than ${leader.proposal.id} but not held-out: it does not become the best.`;
    return [style.bad(line)];
  }

  function placed(proposal: string): readonly string[] {
    const run = view.run();
    if (run === undefined || isBred(run.config)) return generation(proposal);
    const entry = view.entry(proposal);
    if (entry === undefined) return [];
    const warned = discards(entry).map((line) => style.bad(line));
    if (isIteration(proposal)) return [...islands.ended(entry), ...warned];
    const lines = [...(isNewBest(proposal) ? [bestLine(entry)] : []), ...warned];
    const { charged } = view.counts();
    if (Math.floor(charged / EVERY) <= said) return lines;
    said = Math.floor(charged / EVERY);
    const leader = view.best();
    const score = formatNumber(scoreIn(leader) ?? Number.NaN);
    const since = sinceBest(view, run);
    const line = `${charged} evaluations · best ${score} (${leader?.proposal.id}) · ${since} since`;
    return [...lines, style.bold(line)];
  }

  /** The view may be ahead of what is told. */
  function isNewBest(proposal: string): boolean {
    const entry = view.entry(proposal);
    // What an audit has called invalid was never best.
    if (entry?.proposal.operator === 'seed' || entry?.experiment?.invalid !== undefined) return false;
    return view.improvements(RECENT).some(({ candidate }) => candidate === proposal);
  }

  /** Said once per generation, with its last placement. */
  function generation(proposal: string): readonly string[] {
    const batch = view.entry(proposal)?.proposal.batch ?? 0;
    if (batch === 0 || view.entries(batch).at(-1)?.proposal.id !== proposal) return [];
    const facts = view.history(RECENT).find((one) => one.batch === batch);
    const score = facts?.best === undefined ? '–' : formatNumber(facts.best);
    const average = facts?.average === undefined ? '–' : formatNumber(facts.average);
    const line = style.bold(`generation ${batch} · best ${score} · average ${average}`);
    return [...(perCandidate ? [] : newBest()), line, ...warning(view, proposal)];
  }

  function newBest(): readonly string[] {
    const leader = view.best();
    if (leader === undefined || leader.proposal.id === best) return [];
    best = leader.proposal.id;
    return [bestLine(leader)];
  }

  function bestLine(leader: Entry | undefined): string {
    if (leader === undefined) return '';
    const percent = gainOf(leader, view)?.percent;
    const better = percent === null || percent === undefined ? '' : ` ${formatPercent(percent)}`;
    const score = formatNumber(scoreIn(leader) ?? Number.NaN);
    const made = `${madeBy(leader)}: ${plain(leader.candidate?.summary ?? '')}`;
    return `${style.good(`new best   ${leader.proposal.id}  ${score}${better}`)}${perCandidate ? '' : `  ${made}`}`;
  }
}

/** Operation and lens, as people read them. */
export const madeBy = ({ proposal }: Entry): string => makingText(makingOf(proposal));

/** What an entry gains over the seed. */
export function gainOf(entry: Entry | undefined, view: View): ReturnType<typeof gain> | undefined {
  const run = view.run();
  const seed = view.entries(0)[0]?.evaluation;
  if (run === undefined || entry?.evaluation?.outcome !== 'scored' || seed?.outcome !== 'scored') return undefined;
  return gain(entry.evaluation.samples, seed.samples, run.config.fixed.direction);
}

function inALine(text: string): string {
  const line = plain(text.replace(/\s+/g, ' ').trim());
  return line.length > MOST_REASON ? `${line.slice(0, MOST_REASON)}…` : line;
}

function reasonOf(evaluation: Evaluation): string {
  if (evaluation.outcome === 'scored') return '';
  const reason = evaluation.outcome === 'invalid' ? whyOf(evaluation) : evaluation.reason;
  return reason.length > MOST_REASON ? `${reason.slice(0, MOST_REASON)}…` : reason;
}

function refusedLines({ id, refused = [] }: NonNullable<Entry['candidate']>): readonly string[] {
  const lines = refused
    .slice(0, LISTED)
    .map(({ path, reason }) => `${id.padEnd(10)} left out ${plain(path)}: ${plain(reason)}`);
  const more = refused.length - LISTED;
  return more > 0 ? [...lines, `${id.padEnd(10)} left out ${more} more: evolve show ${id}`] : lines;
}

function detailsOf(entry: Entry, evaluation: Evaluation): readonly string[] {
  const { proposal } = entry;
  const stages = evaluation.stages.map(
    ({ stage, ms, verdict }) => `${stage} ${formatDuration(ms)}${verdict === 'pass' ? '' : ` ${verdict}`}`,
  );
  const lines = [`${madeBy(entry)} by ${proposal.by} from ${proposal.parents.join(', ')}`];
  if (stages.length > 0) lines.push(stages.join(' · '));
  if (evaluation.outcome === 'scored') {
    if (evaluation.samples.length > 1) lines.push(`samples ${evaluation.samples.map(formatNumber).join(', ')}`);
    if (evaluation.feedback !== undefined) lines.push(`feedback: ${plain(evaluation.feedback)}`);
  }
  if (evaluation.outcome === 'invalid' && evaluation.tail !== undefined)
    lines.push(
      ...evaluation.tail
        .trimEnd()
        .split('\n')
        .slice(-LISTED)
        .map((line) => `| ${plain(line)}`),
    );
  return lines;
}

function warning(view: View, proposal: string): readonly string[] {
  const [first] = view.top(view.entry(proposal)?.proposal.home ?? '', 1);
  return first !== undefined && scoreIn(first) === null
    ? ['warning: no valid candidate is left; breeding from invalid ones.']
    : [];
}
