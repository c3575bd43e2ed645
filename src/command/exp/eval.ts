import { EXPERIMENTING } from '../../domain/config.ts';
import type { Attempt } from '../../domain/experiment.ts';
import type { Version } from '../../domain/lane.ts';
import type { Entry, View } from '../../domain/view.ts';
import type { Taken } from '../../domain/workplace.ts';
import { boundary } from '../../lib/seam.ts';
import { UserError } from '../../lib/user-error.ts';
import { touchedBy } from '../../operator/operator.ts';
import type { Context } from '../contract.ts';
import { choice, duration, on, text } from '../option.ts';
import { whyDriver, whyNoAttempt, whyNotAgain } from './admission.ts';
import { type Checked, check, checkText } from './check.ts';
import { experimentOf, ofExperiment } from './document.ts';
import { carryOut, newestAttempt, withClaim } from './evaluating.ts';
import type { Lab } from './lab.ts';
import { type Result, resultOf, resultText } from './result.ts';
import { factsNow, giveBack, leasedPlace, versionIn, type Workshop, withWorkshop } from './site.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'the experiment'),
  check: on('--check', 'only see whether it runs: nothing is recorded, and no attempt is used'),
  iStagedNewFiles: choice(
    '--i-staged-new-files <yes>',
    'where only tracked files are taken: new ones that belong to the change were added with git add',
    ['yes'],
  ),
  timeout: duration('--timeout <time>', 'another limit for each command, this time'),
} as const;

type Evaluated =
  | { readonly kind: 'attempt'; readonly result: Result }
  | { readonly kind: 'check'; readonly result: Checked };

export const command = experimentVerb<typeof OPTIONS, Evaluated>({
  details: [
    'Measures the files as they are, sealed, and compares the score with its parent’s. Strictly better and through every gate: committed. Else it is evaluated and has used one of its attempts; or failed, which uses none.',
    'An evaluation that was interrupted goes on where it was. Exits with 0 when it was measured, with 1 when it failed.',
  ].join('\n'),
  examples: ['evolve exp eval exp_0003', 'evolve exp eval exp_0003 --check', 'evolve exp eval exp_0003 --json'],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  async run(lab, input, context) {
    if (input.id === undefined) throw new UserError('Which experiment? evolve exp eval ID; see evolve exp status');
    const { id } = experimentOf(lab, input.id).proposal;
    const how = { staged: input.iStagedNewFiles === 'yes', timeoutMs: input.timeout };
    return withWorkshop(lab, (shop) =>
      withClaim(lab, id, async (): Promise<Evaluated> => {
        if (input.check === true) {
          const files = await filesNow(lab, shop, id, how.staged);
          return { kind: 'check', result: await check(lab, shop, id, files, how, context) };
        }
        return { kind: 'attempt', result: await evaluate(lab, shop, id, how, context) };
      }),
    );
  },
  text: (evaluated) => (evaluated.kind === 'check' ? checkText(evaluated.result) : resultText(evaluated.result)),
  document: ({ result }) => result,
  exitCode: ({ kind, result }) => (kind === 'check' ? (result.passed ? 0 : 1) : result.outcome === 'failed' ? 1 : 0),
});

interface How {
  readonly staged: boolean;
  readonly timeoutMs: number | undefined;
}

async function evaluate(lab: Lab, shop: Workshop, id: string, how: How, context: Context): Promise<Result> {
  const driver = whyDriver(lab.journal.view(), needed(lab, id));
  if (driver !== undefined) throw new UserError(driver);
  const resumed = isActive(lab.journal.view(), id);
  const drifted = resumed && (await hasChangedSince(lab, shop, id));
  if (resumed) context.tell(`RESUMED ${id} attempt ${newestAttempt(lab, needed(lab, id)).attempt}`);
  else await begin(lab, shop, id, how.staged);
  const ended: Attempt = await carryOut(lab, shop, id, how, context);
  // Others wait for a prepared clone; a worktree stays readable.
  const entry = needed(lab, id);
  if (ended.end?.outcome === 'committed' && entry.experiment?.place?.kind === 'pool') await giveBack(lab, shop, id);
  return resultOf(lab, entry, ended, { resumed, drifted });
}

/** Takes the files and begins an attempt with them. */
async function begin(lab: Lab, shop: Workshop, id: string, staged: boolean): Promise<void> {
  refuse(lab.journal.view(), id);
  const { taken, folder } = await filesNow(lab, shop, id, staged);
  if (taken.kind !== 'changed') throw new UserError(unchangedText(id, taken, folder));
  const { commit, tree, refused } = taken;
  const again = whyNotAgain(lab.journal.view(), id, tree);
  if (again !== undefined) throw new UserError(again);
  const touched = await touchedSince(shop, lab.journal.view(), id, tree);
  boundary();
  const recorded = lab.journal.append((now) => {
    const entry = now.entry(id);
    if (entry === undefined || isActive(now, id) || whyNoAttempt(now, entry) !== undefined) return [];
    const { proposal } = entry;
    const candidate = { id, proposal: id, parents: proposal.parents, commit, tree, summary: proposal.brief.objective };
    const left = { ...(refused.length === 0 ? {} : { refused }), touched };
    return [{ type: 'applied', candidate: { ...candidate, ...left }, attempt: ofExperiment(entry).attempt + 1 }];
  });
  boundary();
  if (recorded.length > 0) return;
  refuse(lab.journal.view(), id);
  throw new UserError(`${id} has just changed: try again.`);
}

/** What a version changes of the experiment's parent. */
async function touchedSince(
  { repository }: Workshop,
  view: View,
  id: string,
  tree: string,
): Promise<readonly string[]> {
  const parent = versionIn(view.entry(experimentOf({ view }, id).proposal.parents[0]));
  const changes = new Map<string, Buffer | null>();
  for (const { path, after } of await repository.changes(parent.tree, tree))
    changes.set(path, after === undefined ? null : await repository.blob(after.sha));
  return touchedBy(changes, (path) => repository.read(parent.commit, path));
}

function refuse(view: View, id: string): void {
  const why = whyNoAttempt(view, experimentOf({ view }, id));
  if (why !== undefined) throw new UserError(why);
}

interface Files {
  readonly taken: Exclude<Taken, { kind: 'unstaged' }>;
  readonly folder: string | undefined;
  /** The files as they are, or the parent's where they are the same. */
  readonly version: Version;
}

export async function filesNow(lab: Lab, shop: Workshop, id: string, staged: boolean): Promise<Files> {
  const place = await leasedPlace(lab, shop, id);
  const view = lab.journal.view();
  const { proposal } = experimentOf({ view }, id);
  if (proposal.operator === 'seed') throw new UserError('root has no workspace: it is the code as it was.');
  const parent = versionIn(view.entry(proposal.parents[0]));
  const { commit } = factsNow(lab).config.adjustable.experiments ?? EXPERIMENTING;
  const taken = await shop.workplaces.take(id, place, parent, {
    commit,
    staged,
    message: messageOf(id, proposal.brief.objective),
  });
  const folder = shop.workplaces.folder(place);
  if (taken.kind === 'unstaged') throw new UserError(unstagedText(id, taken.paths, folder));
  const version = taken.kind === 'changed' ? { id, commit: taken.commit, tree: taken.tree } : { ...parent, id };
  return { taken, folder, version };
}

const messageOf = (id: string, hypothesis: string): string => `evolve: ${id} ${hypothesis}`;

function unchangedText(id: string, taken: Exclude<Taken, { kind: 'changed' | 'unstaged' }>, folder?: string): string {
  const [left] = taken.refused;
  const hint = left === undefined ? '' : ` (${left.path} was left out: ${left.reason})`;
  return `Nothing has changed in ${folder ?? id}${hint}: edit it first, then evolve exp eval ${id}`;
}

const SHOWN = 10;

function unstagedText(id: string, paths: readonly string[], folder = id): string {
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  return `New files in ${folder} that git does not track: ${paths.slice(0, SHOWN).join(', ')}${more}. Add those that belong to the change with git add there, then: evolve exp eval ${id} --i-staged-new-files yes`;
}

/** Whether somebody has gone on editing since the attempt was begun. */
async function hasChangedSince(lab: Lab, shop: Workshop, id: string): Promise<boolean> {
  const entry = needed(lab, id);
  const place = entry.experiment?.place;
  if (place === undefined || entry.experiment?.rescoring === true) return false;
  try {
    return (await filesNow(lab, shop, id, true)).version.tree !== entry.candidate?.tree;
  } catch (error) {
    // What is gone can't have changed.
    if (error instanceof UserError) return false;
    throw error;
  }
}

const isActive = (view: View, id: string): boolean => view.entry(id)?.experiment?.status === 'active';

const needed = (lab: Lab, id: string): Entry => experimentOf({ view: lab.journal.view() }, id);
