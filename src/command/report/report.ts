import { relative, resolve } from 'node:path';
import { gain, type Interval, interval } from '../../domain/compare.ts';
import { seedId } from '../../domain/config.ts';
import type { Pair } from '../../domain/evaluation.ts';
import { isOfGoals } from '../../domain/ladder.ts';
import { isSideBySideAnswer } from '../../domain/question.ts';
import type { Entry, RunFacts, View } from '../../domain/view.ts';
import type { Store } from '../../journal/journal.ts';
import { plural } from '../../lib/format.ts';
import { finalQuestion } from '../../strategy/strategy.ts';
import type { Repository } from '../../workspace/workspace.ts';
import { type BestFolder, writeBest } from '../best-folder.ts';
import { type Command, RUN } from '../contract.ts';
import { usdPerPercent } from '../cost.ts';
import { type Row, rowsOf, type Status, scoreIn, statusOf } from '../document.ts';
import { type Flagged, flaggedOf } from '../flagged.ts';
import { type Grounds, groundsOf } from '../grounds.ts';
import { type Making, makingOf } from '../making.ts';
import { text } from '../option.ts';
import { isDriven, withRun } from '../place.ts';
import { repositoryOf } from '../repository.ts';
import { targetText } from '../target-text.ts';
import { prospectsOf } from '../worth.ts';
import type { Written } from './html.ts';
import { type IslandsOutcome, islandsOf } from './islands.ts';
import { textOf } from './text.ts';

export { bodyOf, nextOf, textOf } from './text.ts';

/** What a run has come to: its status and, when there is a winner, the evidence. */
export interface Ended extends Status {
  readonly lineage: readonly Step[];
  /** Baseline and best, measured afresh in turns after the search. */
  readonly sideBySide: {
    readonly baseline: readonly number[];
    readonly best: readonly number[];
    /** Why there are no samples. */
    readonly failed?: string;
  } | null;
  readonly improvement: Improvement | null;
  /** What agents have cost for each per cent of the confirmed gain; absent where there is none, or a price is not known. */
  readonly usdPerPercent?: number;
  /** The first of the candidates. */
  readonly leaders: readonly Row[];
  /** Lines of the winner and the leaders that look like attempts at the measurement. */
  readonly flagged: readonly Flagged[];
  readonly diff: string;
  /** A file for `git apply`, relative to the root; null while nothing is better than the baseline. */
  readonly patch: string | null;
  readonly root: string;
  /** Of runs over islands. */
  readonly islands?: IslandsOutcome;
}

/** Of the medians measured side by side. */
export interface Improvement {
  readonly delta: number;
  readonly percent: number | null;
  /** Points the right way and, where the score is noisy, can't be chance. */
  readonly confirmed: boolean;
  /** Where the true gain lies, at 95 %; null where the score is always the same. */
  readonly interval: Interval | null;
}

export interface Step extends Making {
  readonly id: string;
  readonly score: number | null;
  readonly summary: string;
}

const LINEAGE = 200;
const LEADERS = 8;
const OPTIONS = {
  html: text('--html <file>', 'write it as one page with curve, lineage and every change, to look at in a browser'),
  run: RUN,
} as const;

type Reported = Ended & { readonly html?: Written };

export const command: Command<typeof OPTIONS, Reported> = {
  examples: ['evolve report', 'evolve report --html report.html', 'evolve report --run r2 --json'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async (open) => {
      const repository = await repositoryOf(open);
      try {
        const ended = await endedOf(repository, open.store, open.run.id);
        if (input.html === undefined) return ended;
        const { writePage } = await import('./html.ts');
        return { ...ended, html: await writePage(resolve(context.cwd, input.html), ended, open, repository) };
      } finally {
        repository.close();
      }
    }),
  text(reported, context) {
    const { html } = reported;
    if (html === undefined) return textOf(reported, context);
    const left = html.left === 0 ? '' : `, ${html.left} more are left out`;
    return `Wrote ${relative(context.cwd, html.file) || html.file}: ${plural(html.candidates, 'candidate')}${left}. Open it in a browser.`;
  },
};

/** `going`: the run is being deleted, so that its code may be gone already and no patch is worth writing. */
export async function endedOf(
  repository: Repository,
  store: Store,
  run: string,
  going: 'going' | 'staying' = 'staying',
): Promise<Ended> {
  const view = store.journal(run).view();
  const facts = view.run();
  if (facts === undefined) throw new Error(`run ${run} is not open`);
  const status = statusOf(view, facts, isDriven(repository.state.dir, run), Date.now());
  const best = view.best();
  const lineage = best === undefined ? [] : view.lineage(best.proposal.id, LINEAGE).map(stepOf);
  const own =
    best?.candidate === undefined || going === 'going' || isOfGoals(facts.config)
      ? undefined
      : await groundsOf(repository, store.journal(run), facts, best.candidate, false);
  const diff = own && (await repository.diff(own.base.commit, own.candidate.commit));
  const shown = evidence(view, facts);
  const gained = shown.improvement?.confirmed === true ? shown.improvement.percent : null;
  const perPercent = status.cost === undefined ? undefined : usdPerPercent(status.cost, gained);
  const { root } = repository.place;
  const written = own === undefined || diff === undefined ? undefined : await kept(repository, facts, own, diff);
  return {
    ...status,
    ...prospectsOf(view, facts),
    lineage,
    leaders: rowsOf(view, LEADERS),
    flagged: flaggedOf(view),
    ...shown,
    ...(perPercent === undefined ? {} : { usdPerPercent: perPercent }),
    diff: diff?.toString('utf8') ?? '',
    patch: written === undefined ? null : relative(root, written.patch),
    root,
    ...islandsIn(view, facts, root, written),
  };
}

type Kept = BestFolder & { readonly code?: string };

/** The winner as files; none where nothing is better than the code as it was. */
async function kept(
  repository: Repository,
  { id, config }: RunFacts,
  { base, candidate: { commit } }: Grounds,
  diff: Buffer,
): Promise<Kept | undefined> {
  if (diff.length === 0) return undefined;
  const { target } = config.fixed;
  const code = target === undefined ? undefined : await targetText(repository, commit, target);
  const written = await writeBest(repository, id, {
    base: base.commit,
    commit,
    diff,
    ...(target === undefined || code === undefined ? {} : { target: { of: target, code } }),
  });
  return { ...written, ...(code === undefined ? {} : { code }) };
}

function islandsIn(view: View, run: RunFacts, root: string, winner: Kept | undefined): Pick<Ended, 'islands'> {
  const islands = islandsOf(view, run);
  if (islands === undefined) return {};
  const { code, target, folder } = winner ?? {};
  const found = code === undefined || target === undefined ? {} : { code, file: relative(root, target) };
  return { islands: { ...islands, ...found, ...(folder === undefined ? {} : { folder: relative(root, folder) }) } };
}

function evidence(view: View, run: RunFacts): Pick<Ended, 'sideBySide' | 'improvement'> {
  const best = view.best();
  const noisy = run.noisy === true;
  const answer =
    best === undefined
      ? undefined
      : view.answer(finalQuestion(seedId(run.config.identity.strategy), best.proposal.id, noisy).key);
  if (!isSideBySideAnswer(answer)) return { sideBySide: null, improvement: null };
  const [baseline = [], winner = []] = answer.samples;
  const sideBySide = { baseline, best: winner, ...(answer.failed === undefined ? {} : { failed: answer.failed }) };
  if (baseline.length === 0 || winner.length === 0) return { sideBySide, improvement: null };
  const { direction } = run.config.fixed;
  const { delta, percent, better } = gain(winner, baseline, direction);
  if (!noisy) return { sideBySide, improvement: { delta, percent, confirmed: better, interval: null } };
  const limits = interval(
    winner.map((one, index): Pair => [one, baseline[index] ?? Number.NaN]),
    direction,
  );
  const confirmed = better && limits.low !== null && limits.low > 0;
  return { sideBySide, improvement: { delta, percent, confirmed, interval: limits } };
}

const stepOf = (entry: Entry): Step => ({
  id: entry.proposal.id,
  score: scoreIn(entry),
  ...makingOf(entry.proposal),
  summary: entry.candidate?.summary ?? '',
});
