import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded } from '../domain/event.ts';
import type { Proposal } from '../domain/proposal.ts';
import { formatNumber, plural } from '../lib/format.ts';
import { cut, plain } from '../lib/width.ts';
import { type Command, type Context, limit, RUN } from './contract.ts';
import { asideText, callText } from './cost.ts';
import { experimentEvent, infraText } from './exp/event-text.ts';
import { measuredBy } from './judging.ts';
import { on } from './option.ts';
import { isDriven, type OpenRun, withRun } from './place.ts';
import { storyOf } from './watch/story.ts';

const SHOWN = 1000;
const OPTIONS = {
  follow: on('-f, --follow', 'go on until the run pauses or ends'),
  limit: limit(SHOWN),
  run: RUN,
} as const;

const PAGE = 500;
const LOOK_EVERY_MS = 200;

interface Told {
  readonly events: readonly Recorded[];
  readonly lines: readonly string[];
}

export const command: Command<typeof OPTIONS, Told> = {
  details: 'The number before each line is the event’s own: `evolve fork --at` takes it.',
  examples: ['evolve log', 'evolve log -f', 'evolve log -n 20 --json'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async (open) => {
      const events = open.journal.tail(input.limit ?? SHOWN);
      const lines = events.flatMap(linesIn(open, context));
      if (input.follow !== true) return { events, lines };
      for (const line of lines) context.tell(line);
      return { events: [...events, ...(await follow(open, events.at(-1)?.seq ?? 0, context))], lines: [] };
    }),
  text: ({ lines }, context) => lines.map((line) => cut(line, context.columns)).join('\n'),
  document: ({ events }) => events,
};

async function follow(open: OpenRun, from: number, context: Context): Promise<readonly Recorded[]> {
  const seen: Recorded[] = [];
  for (let after = from; ; ) {
    const driven = isDriven(open.stateDir, open.run.id);
    const page = open.journal.read(after, PAGE);
    for (const line of page.flatMap(linesIn(open, context))) context.tell(line);
    seen.push(...page);
    after = page.at(-1)?.seq ?? after;
    if (page.length === 0 && !driven) return seen;
    if (page.length === 0) await sleep(LOOK_EVERY_MS, undefined, { signal: context.signal });
  }
}

/** Each event has its line; more of them where a watcher is told more. */
function linesIn({ view }: OpenRun, context: Context): (recorded: Recorded) => readonly string[] {
  const story = storyOf(view, context.detail, context.color);
  return (recorded) => {
    const time = new Date(recorded.at).toLocaleString('sv-SE');
    const told = story(recorded);
    const own = told.length === 0 || recorded.event.type === 'applied' ? [event(recorded)] : [];
    const seq = String(recorded.seq).padStart(5);
    return [...own, ...told].map((line) => `${seq}  ${time}  ${line}`);
  };
}

const proposedText = ({ id, operator, parents, hand, brief }: Proposal): string =>
  hand === true && operator === 'brief'
    ? `${id} from ${parents.join(', ')}: ${plain(brief.objective)}`
    : `${id} proposed: ${operator} of ${parents.join(', ')}`;

/** Events that a watcher needs no line for still have one in the log. */
function event({ event }: Recorded): string {
  switch (event.type) {
    case 'opened':
      return `opened: ${measuredBy(event.config)}`;
    case 'configured':
      return `configured: ${JSON.stringify(event.adjustable)}`;
    case 'driven':
      return 'a driver took over';
    case 'proposed':
      return proposedText(event.proposal);
    case 'applied':
      return event.attempt === undefined
        ? `${event.candidate.id} made: ${plain(event.candidate.summary)}`
        : `${event.candidate.id} attempt ${event.attempt} begins${event.rescore === true ? ', of what is there' : ''}`;
    case 'evaluated':
      return `${event.candidate} ${event.evaluation.outcome}`;
    case 'sampled':
      return `${event.candidate} measured again: ${event.samples.map(formatNumber).join(', ')}`;
    case 'compared':
      return `${event.candidate} against ${event.against}: ${plural(event.pairs.length, 'pair')} more, ${event.verdict}`;
    case 'held-out':
      return `${event.candidate} held-out: ${event.samples.map(formatNumber).join(', ')}`;
    case 'placed':
      return `${event.proposal} ${event.placement.kind === 'kept' ? 'kept' : `${event.proposal.startsWith('exp_') ? 'not kept' : 'eliminated'} (${event.placement.reason})`}`;
    case 'dropped':
      return `${event.proposal} dropped: ${plain(event.reason)}`;
    case 'memo':
      return `noted: ${event.key}`;
    case 'asked':
      return `asked: ${event.question.key}`;
    case 'answered':
      return `answered: ${event.key}`;
    case 'calling':
      return `${event.call.key}: ${plain(event.call.agent)} is called, ${asideText(event.call)}`;
    case 'called':
      return `${event.call.key}: ${callText(event.call)}`;
    case 'infra':
      return event.noted === true ? infraText(event) : `the machine failed: ${plain(event.reason)}`;
    case 'based':
      return `the harness was changed: ${plain(event.reason)}`;
    case 'landed':
      return `${event.candidate} taken over (${event.how}): ${plain(event.where)}`;
    case 'stop-requested':
      return `asked to stop: ${plain(event.reason)}`;
    case 'stopped':
      return `stopped: ${plain(event.reason)}`;
    case 'finished':
      return `finished: ${plain(event.reason)}`;
    default:
      return experimentEvent(event);
  }
}
