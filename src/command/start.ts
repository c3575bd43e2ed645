import type { Candidate } from '../domain/candidate.ts';
import { type Adjustable, isOfExperiments, type RunConfig, seedId } from '../domain/config.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Base, Event } from '../domain/event.ts';
import type { Version } from '../domain/lane.ts';
import type { Ledger } from '../domain/ledger.ts';
import { isLiteralsAnswer, isTreesAnswer } from '../domain/question.ts';
import { CLOSED } from '../domain/sandbox.ts';
import { NO_LEDGER, type Store } from '../journal/journal.ts';
import { plural } from '../lib/format.ts';
import { type Lock, tryLock } from '../lib/lock.ts';
import { redacted } from '../lib/secrets.ts';
import { UserError } from '../lib/user-error.ts';
import { SEED_FORM } from '../operator/operator.ts';
import { homeOfSeed, placementOfSeed } from '../strategy/strategy.ts';
import { checkHeldOut, checkSlots, type Input, missingPaths, type Repository, remove } from '../workspace/workspace.ts';
import { refuseUnusable } from './adjust.ts';
import { appoint } from './appoint.ts';
import { learnNoise, type Scored } from './baseline.ts';
import { withContext } from './context-run.ts';
import type { Context } from './contract.ts';
import { checkFirst } from './doctor/red-team/first.ts';
import { withoutVerdicts } from './doctor/red-team/without-verdicts.ts';
import { fitted, seedTraits } from './fitting.ts';
import { withJudges } from './judging.ts';
import { leasePath, runFolder } from './place.ts';
import { rehearse } from './rehearsal.ts';
import { sandboxWord } from './sandbox.ts';
import { secretsAtHand } from './secrets.ts';
import { type RunInput, timeoutAfter } from './settings.ts';
import { openSite, type RunSite } from './site.ts';
import { targetedAt } from './targeting.ts';
import { offerTests } from './testing.ts';

export interface Started {
  readonly run: string;
  readonly lease: Lock;
}

/**
 * Opens a new run: makes the seed, measures it sealed, and only then writes anything down.
 * Contract: a mistake of the user's leaves nothing of the run behind.
 */
export async function startRun(
  repository: Repository,
  store: Store,
  config: RunConfig,
  input: RunInput,
  context: Context,
): Promise<Started> {
  const { run, lease } = nextRun(store, repository.state.dir);
  try {
    await checkHeldOut(repository, config.fixed.holdout?.inputs ?? []);
    await refuseSlots(repository, config);
    const base = await repository.base({ dirty: input.dirty ?? false });
    const targeted = await targetedAt(repository, base, config);
    const tested = await offerTests(targeted, repository.place.root, input, context);
    const hired = isOfExperiments(config) ? tested : await appoint(tested, input, context);
    const appointed = withJudges(hired, input, context);
    const rehearsal = rehearse(repository, run, appointed, base, context);
    const informed = await withContext(repository, run, base, appointed, rehearsal.ledger, context);
    const from = performance.now();
    const {
      config: opened,
      evaluation,
      traits,
    } = await baseline(
      repository,
      run,
      withoutSecrets(repository.place.root, informed),
      base,
      input,
      context,
      rehearsal.ledger,
    );
    const harness = { repository, run, config: opened, base, baseline: evaluation };
    if (config.identity.fitness !== '')
      await checkFirst(withoutVerdicts({ ...harness, baselineMs: performance.now() - from }), input, context);
    if (base.head !== undefined) await repository.protect(run, base.head);
    store
      .journal(run)
      .append((view) =>
        view.run() === undefined ? [...openingEvents(opened, base, evaluation, traits, rehearsal.calls())] : [],
      );
    return { run, lease };
  } catch (error) {
    remove(runFolder(repository.state.dir, run));
    lease.release('remove');
    throw error;
  }
}

/** Throws UserError on prepared clones that experiments could not be worked on in. */
export async function refuseSlots({ place, state }: Repository, { adjustable }: RunConfig): Promise<void> {
  const places = adjustable.experiments?.places;
  if (places?.kind === 'pool') await checkSlots(place.root, state.format, places.slots);
}

/** What the run is after is written down and told; its commands must stay as they are. */
function withoutSecrets(root: string, config: RunConfig): RunConfig {
  const { adjustable } = config;
  const goal = redacted(adjustable.goal, secretsAtHand(root, config));
  return { ...config, adjustable: { ...adjustable, goal } };
}

/** The first number that no run has and nobody is opening right now. */
export function nextRun(store: Store, stateDir: string): { run: string; lease: Lock } {
  const newest = Number(store.runs(1)[0]?.slice(1) ?? 0);
  for (let number = newest + 1; ; number++) {
    const run = `r${number}`;
    const lease = tryLock(leasePath(stateDir, run));
    if (lease === undefined) continue;
    if (store.journal(run).view().run() === undefined) {
      remove(runFolder(stateDir, run));
      return { run, lease };
    }
    lease.release();
  }
}

/** Measures the unchanged code. Throws UserError where it has no score. */
export async function baseline(
  repository: Repository,
  run: string,
  config: RunConfig,
  base: Base,
  input: RunInput,
  context: Context,
  ledger: Ledger = NO_LEDGER,
): Promise<{ config: RunConfig; evaluation: Scored; traits?: Candidate['traits'] }> {
  await refuseUnusable(config, config.adjustable, context);
  const site = await openSite(
    repository,
    run,
    config,
    { id: seedId(config.identity.strategy), base },
    await context.engine(),
    ledger,
  );
  await using lanes = site.lanes;
  await announce(site, config, context);
  await refuseFixed(site, config, base, context);
  context.tell(config.identity.fitness === '' ? 'judging the unchanged code …' : 'measuring the baseline …');
  const candidate = seedVersion(config, base);
  const first = await lanes.evaluate({ candidate, attempt: 1 }, context.signal);
  if (first.outcome !== 'scored') throw await unfit(repository, base, site.inputs, config, first);
  const traits = await seedTraits(lanes, candidate, config, context.signal);
  const fixed = fitted(config, first, traits).fixed;
  const evaluation = await learnNoise(lanes, candidate, first, config, context);
  const commands = evaluation.stages.filter(({ stage }) => stage !== 'judge');
  const longestMs = Math.max(0, ...commands.map((stage) => stage.ms));
  const timeoutMs = timeoutAfter(longestMs, input);
  const known = traits === undefined ? {} : { traits };
  return { config: { ...config, fixed, adjustable: { ...config.adjustable, timeoutMs } }, evaluation, ...known };
}

async function announce({ inputs }: RunSite, { fixed }: RunConfig, context: Context): Promise<void> {
  const word = await sandboxWord(fixed.sandbox ?? CLOSED);
  if (word !== undefined) context.tell(word);
  if (inputs.length > 0) context.tell(`inputs, read-only: ${inputs.map((one) => one.at).join(', ')}`);
}

const SHOWN = 3;

/** Refuses files in which the built-in operators find nothing to change, and says of which files they find nothing. */
async function refuseFixed(site: RunSite, config: RunConfig, base: Base, context: Context): Promise<void> {
  const { operator } = config.adjustable;
  const seed = seedVersion(config, base);
  // People and agents find something to change in any file.
  if (operator === 'agent' || isOfExperiments(config)) return;
  const looks = [
    ...(operator === 'syntax' ? [] : [await countOf('literals', site, seed, context)]),
    ...(operator === 'tune' ? [] : [await countOf('trees', site, seed, context)]),
  ];
  const found = looks.reduce((sum, { count }) => sum + count, 0);
  const skipped = looks.at(-1)?.skipped ?? [];
  if (found > 0) {
    for (const reason of skipped.slice(0, SHOWN)) context.tell(`left out: ${reason}`);
    if (skipped.length > SHOWN) context.tell(`left out: ${plural(skipped.length - SHOWN, 'more file')}`);
    return;
  }
  const where = skipped.length > 0 ? skipped.slice(0, SHOWN).join('; ') : site.files.slice(0, SHOWN).join(', ');
  throw new UserError(
    `${NOTHING[operator]} (${where}). Name other files with --files, or let an agent do it with --agent.`,
  );
}

const NOTHING: Readonly<Record<Exclude<Adjustable['operator'], 'agent'>, string>> = {
  tune: 'There are no numbers to tune',
  syntax: 'There is no syntax to edit',
  'built-in': 'There is nothing to change for the built-in operators',
};

async function countOf(
  of: 'literals' | 'trees',
  { lanes }: RunSite,
  seed: Version,
  context: Context,
): Promise<{ readonly count: number; readonly skipped: readonly string[] }> {
  const question = { key: of, of, candidate: seed.id };
  const answered = await lanes.answer({ question, candidates: [seed] }, context.signal);
  if (answered.kind === 'broken') throw new Error(answered.reason);
  const { answer } = answered;
  if (isLiteralsAnswer(answer)) return { count: answer.literals.length, skipped: answer.skipped };
  if (isTreesAnswer(answer)) return { count: answer.editable.length, skipped: answer.skipped };
  throw new Error('nothing is known of the seed');
}

/** Says why the unchanged code has no score, and what to do. */
async function unfit(
  repository: Repository,
  base: Base,
  inputs: readonly Input[],
  config: RunConfig,
  evaluation: Exclude<Evaluation, Scored>,
): Promise<Error> {
  if (evaluation.outcome === 'broken')
    return new UserError(`The unchanged code can't be measured: ${evaluation.reason}`);
  const parse =
    config.fixed.parse === 'auto' && /printed no number/.test(evaluation.reason) && /\d/.test(evaluation.tail ?? '')
      ? '\nIf the last number in it is the score, add --parse last-number.'
      : '';
  const off = /^benchmark scored (.*), which is not between/.exec(evaluation.reason)?.[1];
  if (off !== undefined)
    return new UserError(
      `The unchanged code scores ${off}, and beside a judge a score must lie ${config.fixed.judging?.scale === undefined ? 'between 0 and 1' : `between the ends of --scale ${config.fixed.judging.scale.join(',')}`}. Say what counts as 0 and as 1 with --scale ZERO,ONE, or leave the judge out with --no-judge.`,
    );
  const rung = /^rung (\S+) scored /.exec(evaluation.reason)?.[1];
  if (rung !== undefined)
    return new UserError(
      `The unchanged code does not pass its own cascade: ${evaluation.reason}. Give ${rung} another threshold, or a share of the seed’s such as 90%.`,
    );
  const tail = evaluation.tail === undefined ? '' : `\n${indent(evaluation.tail.split('\n').slice(-8).join('\n'))}`;
  const missing = await missingPaths(repository, base, inputs);
  const hint =
    missing.length === 0
      ? ''
      : `\nIf it works in your folder, it may need what git does not hold: ${missing.join(', ')}. Add it with ${missing
          .slice(0, 3)
          .map((path) => `--input ${path}`)
          .join(' ')}`;
  const written = /tampered: |read-only file system|EROFS/i.test(evaluation.reason + evaluation.tail)
    ? '\nCommands may not write to tracked files that are out of scope: let it write to a new file, or below $TMPDIR.'
    : '';
  const warm =
    config.fixed.warm !== undefined && evaluation.reason.endsWith(' before it answered')
      ? '\nWith --warm the fitness command is a server that answers a line per candidate: see docs/benchmarks.md, or leave --warm out.'
      : '';
  return new UserError(
    `The unchanged code does not pass: ${evaluation.reason} (in a clean checkout of ${config.identity.folder === '' ? 'the repository' : config.identity.folder})${tail}${parse}${written}${warm}${hint}`,
  );
}

/** Of experiments; what a search measures has none. */
const FIRST_EPOCH = 1;

const indent = (text: string): string => text.replace(/^/gm, '  | ');

const seedVersion = ({ identity }: RunConfig, { commit, tree }: Base): Version => ({
  id: seedId(identity.strategy),
  commit,
  tree,
});

export function openingEvents(
  config: RunConfig,
  base: Base,
  evaluation: Scored,
  traits: Candidate['traits'],
  calls: readonly Event[],
): readonly Event[] {
  const version = seedVersion(config, base);
  const { id } = version;
  const home = homeOfSeed(config.identity.strategy);
  const brief = { objective: config.adjustable.goal, boundaries: [], pointers: [] };
  const origin = { batch: 0, ord: 0, home, operator: 'seed' as const, by: 'user' };
  const known = traits === undefined ? {} : { traits };
  const measured = isOfExperiments(config) ? { ...evaluation, epoch: FIRST_EPOCH } : evaluation;
  const candidate = { ...version, proposal: id, parents: [], summary: 'the code as it was', form: SEED_FORM, ...known };
  return [
    { type: 'opened', config, base },
    ...calls,
    { type: 'proposed', proposal: { id, ...origin, parents: [id], inspirations: [], brief } },
    { type: 'applied', candidate },
    { type: 'evaluated', candidate: id, evaluation: measured },
    { type: 'placed', proposal: id, placement: placementOfSeed(config) },
  ];
}
