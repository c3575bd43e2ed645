import { structured } from '../../agent/agent.ts';
import type { AgentRun } from '../../domain/agent.ts';
import { scoreOf } from '../../domain/compare.ts';
import { isOpening, openingKey } from '../../domain/round.ts';
import type { View } from '../../domain/view.ts';
import { formatScore } from '../../lib/format.ts';
import { pagesBeside } from '../../lib/page.ts';
import type { AnalystPlan } from './analyst.ts';
import { roundOf, type Sight, type Trial } from './sight.ts';
import { clip, MOST_TEXT, type Said, unheard } from './sighting.ts';

const own = pagesBeside(import.meta.url);

/** What is shown of each. */
const SHOWN = { trials: 30, annotations: 15, reported: 30 };
/** What is taken of an answer. */
const MOST_SAID = 5;

interface Answer {
  readonly hints: readonly string[];
  readonly alerts: readonly string[];
}

async function answerSchema() {
  const { z } = await import('zod');
  const texts = (whose: string) => z.array(z.string()).describe(`for ${whose}; each at most ${MOST_TEXT} characters`);
  return z.object({ hints: texts('whoever plans the next round'), alerts: texts('the user') });
}

export type Thought =
  | { readonly kind: 'said'; readonly said: readonly Said[] }
  /** The budget has no room: nobody was asked. */
  | { readonly kind: 'spent' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Asks the analyst's agent what else there is. `before` is what was said, the newest first. */
export async function think(
  plan: AnalystPlan & { readonly agent: NonNullable<AnalystPlan['agent']> },
  sight: Sight,
  { seen, before }: { readonly seen: readonly Said[]; readonly before: readonly string[] },
  signal: AbortSignal,
): Promise<Thought> {
  const { agent, journal, timeoutMs, pages = (page) => page } = plan;
  const view = journal.view();
  const prompt = { system: pages(own)('analyst'), text: factsText(view, sight, seen, before) };
  // What is recorded next has a higher number, so no call has this name.
  const key = `analyst/${journal.tail(1)[0]?.seq ?? 0}`;
  using place = agent.works === 'files' ? plan.desk?.() : undefined;
  const task = { role: 'analyst', key, prompt, access: 'read', timeoutMs } as const;
  const run = await structured(
    agent,
    { ...task, ...(place === undefined ? {} : { workspace: place }) },
    await answerSchema(),
    signal,
  );
  return thoughtOf(run, [...seen.map(({ text }) => text), ...before]);
}

function thoughtOf(run: AgentRun<Answer>, before: readonly string[]): Thought {
  switch (run.kind) {
    case 'answered': {
      // One list, so that an alert does not repeat a hint.
      const { alerts, hints } = run.answer;
      const fresh = unheard([...alerts, ...hints], before).slice(0, MOST_SAID);
      const asAlert = new Set(alerts.map((text) => clip(text)));
      return { kind: 'said', said: fresh.map((text) => ({ kind: asAlert.has(text) ? 'alert' : 'hint', text })) };
    }
    case 'spent':
      return { kind: 'spent' };
    case 'unreadable':
      return { kind: 'failed', reason: `its answer could not be read: ${run.why}` };
    default:
      return { kind: 'failed', reason: run.reason };
  }
}

/** All that it is told, in about 24 KB at most. */
export function factsText(view: View, sight: Sight, seen: readonly Said[], before: readonly string[]): string {
  return [
    '# Where the run stands',
    ...standing(view, sight),
    ...section('Experiments, the newest change first', sight.trials.slice(0, SHOWN.trials).map(trialLine)),
    ...section(
      'Annotations, the newest first',
      sight.annotations
        .slice(0, SHOWN.annotations)
        .map(({ experiment, task, text }) => clip([experiment, task, text].filter(Boolean).join(': '))),
    ),
    ...section(
      'What code has seen just now',
      seen.map(({ kind, text }) => `${kind}: ${text}`),
    ),
    ...section('Reported already, the newest first', before.slice(0, SHOWN.reported)),
  ].join('\n');
}

function standing(view: View, { active, round }: Sight): readonly string[] {
  const run = view.run();
  const best = view.best();
  const number = roundOf(view);
  const opening = number === undefined ? undefined : view.memo(openingKey(number));
  const goal = run?.config.adjustable.goal ?? '';
  const score = best?.evaluation === undefined ? null : scoreOf(best.evaluation);
  return [
    `- goal: ${goal === '' ? 'a better score' : clip(goal)}; ${run?.config.fixed.direction === 'min' ? 'less' : 'more'} is better`,
    `- round: ${number ?? 'none yet'}${round === undefined ? '' : `, for ${Math.round(round.ms / 60_000)} min`}`,
    `- rounds without a new best: ${isOpening(opening) ? opening.stall : 0}`,
    `- best: ${best === undefined ? 'none' : `${best.proposal.id}, ${formatScore(score)}`}`,
    `- being measured: ${active.length === 0 ? 'none' : active.map(({ id }) => id).join(', ')}`,
  ];
}

const trialLine = ({ id, status, score, against, hypothesis, reason, touched }: Trial): string =>
  clip(
    [
      `${id} ${status} ${formatScore(score)}${against === null ? '' : ` against ${formatScore(against)}`}`,
      clip(hypothesis, 120),
      ...(touched.length === 0 ? [] : [clip(touched.join(', '), 60)]),
      ...(reason === undefined ? [] : [clip(reason, 80)]),
    ].join(' · '),
  );

/** Fenced: others wrote it. A fence within is no fence, since each item is a line that begins otherwise. */
const section = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : ['', `## ${title}`, '', '```text', ...items.map((item) => `- ${item}`), '```'];
