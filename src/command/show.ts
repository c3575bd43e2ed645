import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Evaluation, StageResult, Verdict } from '../domain/evaluation.ts';
import type { Call } from '../domain/ledger.ts';
import type { Entry } from '../domain/view.ts';
import { formatDuration, formatNumber } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import { plain, wrap } from '../lib/width.ts';
import { type Command, RUN } from './contract.ts';
import { callsFor, callText } from './cost.ts';
import { homesOf, scoreIn } from './document.ts';
import { experimentFolder } from './exp/folders.ts';
import { FLAGGED, flagsIn, flagText } from './flagged.ts';
import { text } from './option.ts';
import { candidateFolder, type OpenRun, runFolder, withRun } from './place.ts';
import { LEVELS } from './sandbox.ts';
import { goalsText } from './watch/goals-story.ts';

const OPTIONS = { id: text('<id>', 'a candidate by its id, or seed (default: best)'), run: RUN } as const;

interface Shown extends Omit<Entry, 'homes'> {
  /** Where it lives now. */
  readonly homes: readonly string[];
  readonly score: number | null;
  /** Of agents, with the files that hold what was asked and said. */
  readonly calls: readonly Call[];
  readonly artifacts: readonly string[];
}

export const command: Command<typeof OPTIONS, Shown> = {
  examples: ['evolve show', 'evolve show c18 --json'],
  positional: ['id'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, (open) => {
      const entry = entryOf(open, input.id);
      const folderOf = entry.experiment === undefined ? candidateFolder : experimentFolder;
      const folder = folderOf(open.stateDir, open.run.id, entry.proposal.id);
      const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
      const artifacts = files
        .filter((file) => file.isFile())
        .map((file) => relative(open.root, join(file.parentPath, file.name)));
      const place = relative(open.root, runFolder(open.stateDir, open.run.id));
      const calls = callsFor(open.view, entry.proposal.id).map((call) => ({
        ...call,
        record: join(place, call.record),
      }));
      return { ...entry, homes: homesOf(entry), score: scoreIn(entry), calls, artifacts: artifacts.sort() };
    }),
  text(shown, context) {
    const { proposal, candidate, evaluation, dropped, placement, sameAs, experiment } = shown;
    const lines = [
      proposal.operator === 'seed'
        ? `${proposal.id} · the code as it was`
        : `${proposal.id} · ${proposal.operator}${proposal.arm === undefined ? '' : ` · ${proposal.arm}`} by ${proposal.by} from ${proposal.parents.join(', ')}`,
    ];
    if (experiment !== undefined && proposal.operator !== 'seed')
      lines.push(`Hypothesis ${plain(proposal.brief.objective)}`);
    if (proposal.turn?.work !== undefined) {
      const { target, source, title } = proposal.turn.work;
      lines.push(`Work       ${target} (${source}), cycle ${proposal.turn.cycle}: ${plain(title)}`);
    }
    if (proposal.seat !== undefined && candidate !== undefined) lines.push(`Change     ${plain(candidate.summary)}`);
    if (candidate === undefined) lines.push(`No candidate: ${dropped?.reason ?? 'not made yet'}`);
    else if (proposal.operator !== 'seed' && experiment === undefined)
      lines.push(`Change     ${plain(candidate.summary)}`);
    if (candidate !== undefined) lines.push(`Commit     ${candidate.commit} (in .evolve/git)`);
    for (const { path, reason } of candidate?.refused ?? []) lines.push(`Left out   ${plain(path)}: ${plain(reason)}`);
    for (const call of shown.calls)
      lines.push(`Call       ${call.key}: ${callText(call)}`, `           ${call.record}`);
    if (evaluation !== undefined)
      lines.push(`Outcome    ${outcomeOf(shown)}${sameAs === undefined ? '' : ` (measured as ${sameAs})`}`);
    lines.push(...evidenceOf(evaluation), ...goalsOf(shown));
    if (evaluation !== undefined && 'sandbox' in evaluation && evaluation.sandbox !== undefined)
      lines.push(`Sandbox    ${LEVELS[evaluation.sandbox]}`);
    if (experiment !== undefined)
      lines.push(`Status     ${experiment.status}; all of it: evolve exp show ${proposal.id}`);
    else if (placement !== undefined && proposal.turn !== undefined)
      lines.push(`Placed     ${placement.kind === 'kept' ? 'good' : `refused (${placement.reason})`}`);
    else if (placement !== undefined) {
      lines.push(
        `Placed     ${placement.kind === 'kept' ? (shown.alive ? `alive${placeText(shown)}` : 'survived once, since eliminated') : `eliminated (${placement.reason})`}`,
      );
    }
    for (const stage of evaluation?.stages ?? []) {
      lines.push(
        `  ${stage.stage.padEnd(16)} ${stage.verdict.padEnd(6)} ${formatDuration(stage.ms).padStart(9)}${wordOf(stage)}`,
      );
    }
    if (evaluation?.outcome === 'invalid' && evaluation.tail !== undefined)
      lines.push(evaluation.tail.replace(/^/gm, '  | '));
    const flags = flagsIn(evaluation);
    if (flags.length > 0) lines.push(FLAGGED, ...flags.map((flag) => `  ${flagText(flag)}`));
    if (shown.artifacts.length > 0) lines.push('Files', ...shown.artifacts.map((path) => `  ${path}`));
    return lines.flatMap((line) => line.split('\n').flatMap((one) => wrap(one, context.columns, 11))).join('\n');
  },
};

/** Where all live in one home, it need not be told. */
function placeText({ homes }: Shown): string {
  const islands = homes.filter((home) => home.startsWith('island-'));
  return islands.length === 0 ? '' : ` on ${islands.join(', ')}`;
}

const SAID: Readonly<Record<Verdict, string>> = {
  better: 'better than',
  worse: 'worse than',
  equivalent: 'no different from',
  undecided: 'not told from',
  open: 'not done with',
};

/** What fresh runs and the held-out command said of it. */
function evidenceOf(evaluation: Evaluation | undefined): readonly string[] {
  if (evaluation?.outcome !== 'scored') return [];
  const { comparisons, heldOut } = evaluation;
  const compared = comparisons.map(
    ({ against, pairs, verdict }) => `Compared   ${SAID[verdict]} ${against} in ${pairs.length} runs of each, in turns`,
  );
  return heldOut === undefined ? compared : [...compared, `Held-out   ${heldOut.map(formatNumber).join(', ')}`];
}

/** Of a cycle: the goals that it does not meet. */
function goalsOf({ proposal: { turn }, evaluation }: Shown): readonly string[] {
  return turn === undefined || evaluation?.outcome !== 'scored' ? [] : [`Goals      ${goalsText(evaluation)}`];
}

/** More than these are counted. */
const SHOWN_SAMPLES = 8;

/** What a stage has to say beside its verdict. */
export function wordOf(stage: StageResult): string {
  const word = stage.verdict === 'pass' ? stage.note : stage.reason;
  return word === undefined ? '' : `  ${word}`;
}

function outcomeOf({ evaluation, score }: Shown): string {
  if (evaluation?.outcome !== 'scored') return `${evaluation?.outcome.toUpperCase()}: ${evaluation?.reason}`;
  const { samples } = evaluation;
  const all = samples.length > SHOWN_SAMPLES ? `${samples.length} runs` : samples.map(formatNumber).join(', ');
  return `${formatNumber(score ?? Number.NaN)}${samples.length > 1 ? ` (median of ${all})` : ''}`;
}

/** The entry that a person means: by id, `best` or `seed`; the best when nothing is said. */
export function entryOf({ view, run }: Pick<OpenRun, 'view' | 'run'>, id = 'best'): Entry {
  const entry = id === 'best' ? view.best() : id === 'seed' ? view.entries(0)[0] : view.entry(id);
  if (entry === undefined) throw new UserError(`Run ${run.id} has no candidate ${id}. See: evolve leaderboard`);
  return entry;
}
