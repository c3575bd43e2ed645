import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { median, type Paired, paired } from '../domain/compare.ts';
import { seedId } from '../domain/config.ts';
import { isSideBySideAnswer, type SideBySideAnswer } from '../domain/question.ts';
import type { Entry } from '../domain/view.ts';
import { formatNumber, formatSigned } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import { type Command, type Context, RUN } from './contract.ts';
import { refuseCycles } from './goals/refuse.ts';
import { judgingAside } from './judging-aside.ts';
import { integer, text } from './option.ts';
import { type OpenRun, withRun } from './place.ts';
import { repositoryOf } from './repository.ts';
import { entryOf } from './show.ts';
import { openSite } from './site.ts';

/** Enough for a difference that every pair shows to be no accident. */
const REPEATS = 7;

const OPTIONS = {
  a: text('<a>', 'a candidate such as gen2-1 (default: best)'),
  b: text('[b]', 'what it is compared with (default: the seed)'),
  repeat: integer('--repeat <n>', `how often each is measured (default: ${REPEATS})`, 1),
  run: RUN,
} as const;

interface Compared extends Paired {
  readonly run: string;
  readonly a: Measured;
  readonly b: Measured;
}

export interface Measured {
  readonly id: string;
  readonly samples: readonly number[];
  readonly median: number;
}

export const command: Command<typeof OPTIONS, Compared> = {
  details:
    'Measures two candidates afresh, in turns, and says whether the difference is more than chance. Nothing is recorded.',
  examples: ['evolve compare', 'evolve compare gen3-1 gen2-2 --repeat 15', 'evolve compare best seed --json'],
  positional: ['a', 'b'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async (open) => {
      refuseCycles('measure', open.run);
      const [a, b] = [entryOf(open, input.a), entryOf(open, input.b ?? 'seed')];
      if (a.proposal.id === b.proposal.id) throw new UserError(sameTwice(a, input.a));
      const [first, second] = await measureInTurns(open, [a, b], input.repeat ?? REPEATS, context);
      if (first === undefined || second === undefined) throw new Error('two candidates were measured');
      const { direction } = open.run.config.fixed;
      return { run: open.run.id, a: first, b: second, ...paired(first.samples, second.samples, direction) };
    }),
  text({ a, b, delta, percent, p, verdict }) {
    const share = percent === null ? '' : ` (${Math.abs(percent).toFixed(2)} % ${percent < 0 ? 'worse' : 'better'})`;
    return [
      ...[a, b].map(line),
      `Difference of the medians ${formatSigned(delta)}${share}, p = ${p.toPrecision(2)}`,
      VERDICTS[verdict](a.id, b.id),
    ].join('\n');
  },
};

const sameTwice = ({ proposal: { id, operator } }: Entry, given = 'best'): string =>
  operator === 'seed' && given === 'best'
    ? 'The best is the seed itself: nothing beats it. Name two candidates. See: evolve leaderboard'
    : `${id} is the same candidate twice. Name another. See: evolve leaderboard`;

const VERDICTS: Readonly<Record<Paired['verdict'], (a: string, b: string) => string>> = {
  better: (a, b) => `${a} is better than ${b}.`,
  worse: (a, b) => `${a} is worse than ${b}.`,
  equal: (a, b) => `${a} and ${b} score the same every time.`,
  undecided: (a, b) => `Undecided: ${a} and ${b} may be equal. Measure more often: --repeat ${REPEATS * 3}`,
};

export const line = ({ id, samples, median: middle }: Measured): string =>
  `${id.padEnd(10)} median ${formatNumber(middle)} of ${samples.map(formatNumber).join('  ')}`;

/** Measures candidates of a run afresh, in checkouts of their own: the run may be driven meanwhile. */
export async function measureInTurns(
  open: OpenRun,
  entries: readonly Entry[],
  repeats: number,
  context: Context,
): Promise<readonly Measured[]> {
  const versions = entries.map(({ proposal, candidate }) => {
    if (candidate === undefined) throw new UserError(`${proposal.id} has no code: there is nothing to measure.`);
    return { id: proposal.id, commit: candidate.commit, tree: candidate.tree };
  });
  const seed = open.view.entries(0)[0]?.evaluation;
  const channel = seed?.outcome === 'scored' ? { channel: seed.channel } : {};
  const repository = await repositoryOf(open);
  try {
    const origin = { id: seedId(open.run.config.identity.strategy), base: open.run.base, ...channel };
    const folder = join(open.stateDir, 'tmp', `measure-${randomUUID()}`);
    const often = repeats === 1 ? 'once' : `${repeats} times`;
    const each = versions.length > 1 ? ' each' : '';
    context.tell(`measuring ${versions.map(({ id }) => id).join(' and ')}, ${often}${each} …`);
    const aside = judgingAside(open.run.config, versions.length * repeats, context);
    // Nothing is bred here, so whoever bred need not be there any more.
    const engine = { ...(await context.engine()), operators: () => ({}) };
    const site = await openSite(repository, open.run.id, open.run.config, origin, engine, aside.ledger, folder);
    await using lanes = site.lanes;
    const question = { key: 'measure', of: 'side-by-side' as const, candidates: versions.map(({ id }) => id), repeats };
    const answered = await lanes.answer({ question, candidates: versions }, context.signal);
    if (answered.kind === 'broken') throw new UserError(`The machine failed: ${answered.reason}`);
    aside.done();
    const { samples } = scored(answered.answer);
    return versions.map(({ id }, index) => ({
      id,
      samples: samples[index] ?? [],
      median: median(samples[index] ?? []),
    }));
  } finally {
    repository.close();
  }
}

function scored(answer: unknown): SideBySideAnswer {
  if (!isSideBySideAnswer(answer)) throw new Error('nothing was measured');
  if (answer.failed !== undefined) throw new UserError(`It has no score: ${answer.failed}`);
  return answer;
}
