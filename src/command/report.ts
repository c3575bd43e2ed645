import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gain } from '../domain/compare.ts';
import { isSideBySideAnswer } from '../domain/question.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import type { Store } from '../journal/journal.ts';
import { formatDuration, formatScore, formatSigned, shellQuote, table } from '../lib/format.ts';
import { finalQuestion } from '../strategy/strategy.ts';
import { findPlace, openRepository, type Repository } from '../workspace/workspace.ts';
import { type Command, type Context, RUN } from './contract.ts';
import { appliedText, type Generation, type Row, rowsOf, type Status, scoreIn, statusOf } from './document.ts';
import { boardText } from './leaderboard.ts';
import { isDriven, runFolder, withRun } from './place.ts';

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
  /** Of the medians measured side by side; `confirmed` when it points the right way. */
  readonly improvement: { readonly delta: number; readonly percent: number | null; readonly confirmed: boolean } | null;
  /** The first of the candidates. */
  readonly leaders: readonly Row[];
  readonly diff: string;
  /** A file for `git apply`, relative to the root; null while nothing is better than the baseline. */
  readonly patch: string | null;
  readonly root: string;
}

export interface Step {
  readonly id: string;
  readonly score: number | null;
  readonly operator: string;
  readonly summary: string;
}

const LINEAGE = 200;
const LEADERS = 8;
const OPTIONS = { run: RUN } as const;

export const command: Command<typeof OPTIONS, Ended> = {
  examples: ['evolve report', 'evolve report --run r2 --json'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async ({ root, store, run }) => {
      const repository = await openRepository(await findPlace(root));
      try {
        return await endedOf(repository, store, run.id);
      } finally {
        repository.close();
      }
    }),
  text: textOf,
};

export async function endedOf(repository: Repository, store: Store, run: string): Promise<Ended> {
  const view = store.journal(run).view();
  const facts = view.run();
  if (facts === undefined) throw new Error(`run ${run} is not open`);
  const status = statusOf(view, facts, isDriven(repository.state.dir, run), Date.now());
  const best = view.best();
  const lineage = best === undefined ? [] : view.lineage(best.proposal.id, LINEAGE).map(stepOf);
  const diff =
    best?.candidate === undefined ? undefined : await repository.diff(facts.base.commit, best.candidate.commit);
  const { root } = repository.place;
  const patch = diff === undefined || diff.length === 0 ? null : writePatch(repository.state.dir, run, diff);
  return {
    ...status,
    lineage,
    leaders: rowsOf(view, LEADERS),
    ...evidence(view, facts),
    diff: diff?.toString('utf8') ?? '',
    patch: patch === null ? null : relative(root, patch),
    root,
  };
}

function evidence(view: View, run: RunFacts): Pick<Ended, 'sideBySide' | 'improvement'> {
  const best = view.best();
  const answer = best === undefined ? undefined : view.answer(finalQuestion(best.proposal.id).key);
  if (!isSideBySideAnswer(answer)) return { sideBySide: null, improvement: null };
  const [baseline = [], winner = []] = answer.samples;
  const sideBySide = { baseline, best: winner, ...(answer.failed === undefined ? {} : { failed: answer.failed }) };
  if (baseline.length === 0 || winner.length === 0) return { sideBySide, improvement: null };
  const { delta, percent, better } = gain(winner, baseline, run.config.fixed.direction);
  return { sideBySide, improvement: { delta, percent, confirmed: better } };
}

/** Kept where `git apply` can take it, also after the run. */
function writePatch(stateDir: string, run: string, diff: Buffer): string {
  const folder = join(runFolder(stateDir, run), 'best');
  mkdirSync(folder, { recursive: true });
  const patch = join(folder, 'best.patch');
  writeFileSync(patch, diff);
  return patch;
}

const stepOf = (entry: Entry): Step => ({
  id: entry.proposal.id,
  score: scoreIn(entry),
  operator: entry.proposal.operator,
  summary: entry.candidate?.summary ?? '',
});

export function textOf(ended: Ended, context: Context): string {
  return joined([bodyOf(ended, context), nextOf(ended)]);
}

/** What there is to know, without what to do next. */
export function bodyOf(ended: Ended, context: Context): string {
  return joined([
    headline(ended),
    measured(ended),
    board(ended, context),
    lineageText(ended),
    curve(ended.history, context),
    changes(ended),
  ]);
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

function headline(ended: Ended): string {
  const state = ended.stop === null ? ended.state : `${ended.state}: ${ended.stop.reason}`;
  const { total, scored, invalid, cached } = ended.candidates;
  const spent = formatDuration(ended.budget.minutesSpent * 60_000);
  const counts = `${total} candidates (${scored} scored, ${invalid} invalid, ${cached} cached) in ${spent}`;
  return `Run ${ended.run} ${state}\n${counts}`;
}

function measured(ended: Ended): string {
  const { baseline, best, improvement, sideBySide } = ended;
  if (ended.patch === null) return `No candidate beats the baseline of ${formatScore(baseline.score)}.`;
  const lines = [
    `Winner   ${best.id}  ${formatScore(best.score)}`,
    `Baseline ${baseline.id}  ${formatScore(baseline.score)}`,
  ];
  if (sideBySide?.failed !== undefined) lines.push(`They could not be measured again: ${sideBySide.failed}`);
  if (sideBySide === null || improvement === null) return lines.join('\n');
  lines.push(
    `Measured side by side, ${sideBySide.best.length} times each in turns:`,
    `  baseline ${sideBySide.baseline.map(formatScore).join('  ')}`,
    `  winner   ${sideBySide.best.map(formatScore).join('  ')}`,
    improvementText(improvement),
  );
  return lines.join('\n');
}

function improvementText({ delta, percent, confirmed }: NonNullable<Ended['improvement']>): string {
  const part = percent === null ? '' : ` (${Math.abs(percent).toFixed(2)} % ${confirmed ? 'better' : 'worse'})`;
  if (confirmed) return `Improvement ${formatSigned(delta)}${part}`;
  return `Not confirmed: measured again, the winner is no better: ${formatSigned(delta)}${part}. The score is noisy: try --repeat 5.`;
}

/** At a checkpoint people want to see the field before they answer. */
function board({ question, leaders, stale }: Ended, context: Context): string {
  if (question === undefined) return '';
  return `Leaderboard (stale ${stale.count}/${stale.limit})\n${boardText(leaders, context.columns)}`;
}

function lineageText({ lineage, patch }: Ended): string {
  if (patch === null) return '';
  const steps = lineage.map((step, index) => {
    const made = index === 0 ? '' : `  ${step.operator}: ${step.summary}`;
    return `${index === 0 ? '  ' : '  → '}${step.id} (${formatScore(step.score)})${made}`;
  });
  return ['Lineage', ...steps].join('\n');
}

const BAR = 24;

function curve(history: readonly Generation[], context: Context): string {
  if (history.length < 2) return '';
  // The bar is the way from the baseline to the winner, whichever direction that is.
  const first = history[0]?.best ?? 0;
  const whole = (history.at(-1)?.best ?? first) - first;
  const bar = (best: number | null) =>
    best === null || whole === 0 ? '' : '█'.repeat(Math.round(((best - first) / whole) * BAR));
  const rows = history.map(({ generation, best, avg, delta }) => [
    String(generation),
    formatScore(best),
    formatScore(avg),
    delta === null ? '–' : formatSigned(delta),
    bar(best),
  ]);
  const header = ['Generation', 'Best', 'Average', 'Change', ''];
  return `Fitness curve\n${table(header, rows, ['right', 'right', 'right', 'right', 'left'], context.columns)}`;
}

/** Long changes are in the patch. */
const SHOWN_LINES = 60;

function changes({ diff, patch }: Ended): string {
  if (patch === null) return '';
  const lines = diff.trimEnd().split('\n');
  const more = lines.length > SHOWN_LINES ? `\n… ${lines.length - SHOWN_LINES} more lines in ${patch}` : '';
  return `Change\n${lines.slice(0, SHOWN_LINES).join('\n')}${more}`;
}

export function nextOf(ended: Ended): string {
  const lines: string[] = [];
  if (ended.applied !== undefined) lines.push(`Applied: ${appliedText(ended.applied)}`);
  if (ended.patch !== null && ended.improvement?.confirmed !== false)
    lines.push(`Take it over: git -C ${shellQuote(ended.root)} apply ${shellQuote(ended.patch)}`);
  if (ended.question !== undefined) {
    const options = ended.question.options.map(
      ({ name, text }) => `  evolve answer ${ended.question?.id} ${name.padEnd(8)}  ${text}`,
    );
    lines.push(ended.question.text, ...options);
  }
  if (ended.state === 'interrupted' || ended.state === 'stopped')
    lines.push('Continue it: the same evolve run … with --resume');
  return lines.join('\n');
}
