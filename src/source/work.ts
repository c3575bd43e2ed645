import { basename } from 'node:path';
import type { WorkAnswer } from '../domain/cycle.ts';
import type { Version } from '../domain/lane.ts';
import type { Question } from '../domain/question.ts';
import { readyIssues } from './beads.ts';
import { compile } from './compile/compile.ts';
import { byHints, NO_HINTS } from './compile/hints.ts';
import type { Desk } from './desk.ts';
import { keepEra } from './fitness/era.ts';
import { harvestedItem } from './item.ts';
import { blockOf } from './json.ts';
import { learningsFor } from './learning.ts';
import { readLedger } from './ledger/ledger.ts';
import { consumeItems } from './next-work/claim.ts';
import { type NextWork, readNextWork } from './next-work/file.ts';
import { isForLater, openOf, type RepositoryNames, waiting } from './next-work/order.ts';
import { isProven } from './next-work/proof.ts';
import { itemsIn } from './state/queue.ts';

type WorkQuestion = Extract<Question, { readonly of: 'work' }>;

const MOST_ITEMS = 50;
const MOST_TEXT = 2000;
const MOST_WARNINGS = 20;
const NO_TRACKER = 'there is no tracker to take issues from: install bd and run bd init, or leave out --beads-only';

/** All that waits, read anew. */
export async function work(
  desk: Desk,
  question: WorkQuestion,
  version: Version,
  signal: AbortSignal,
): Promise<WorkAnswer> {
  const { root, ladder } = desk;
  const [contract, names] = await Promise.all([desk.contractOf(version), namesOf(desk, signal)]);
  await keepEra(desk, contract, version);
  const next = await unproven(desk, names, signal);
  const beads = await readyIssues(desk, signal);
  const hints = ladder.compile ? await compile(desk, version, signal) : NO_HINTS;
  const there = waiting(next.items, names).filter(isFirst);
  const now = there.filter((one) => !isForLater(one, desk.runId));
  const later = now.length < there.length ? ['what follow-ups of follow-ups have left waits for the next session'] : [];
  const harvested = byHints(now.map(harvestedItem), hints).slice(0, MOST_ITEMS);
  const queue = ladder.queue === undefined ? undefined : itemsIn(root, ladder.queue);
  const goals = goalsOf(contract.goals, root);
  const titles = [
    ...(queue ?? []).slice(0, 5).map(({ text }) => text),
    ...[...harvested.slice(0, 5), ...beads.items.slice(0, 5)].map(
      ({ title, description }) => `${title} ${description}`,
    ),
    ...(goals?.directives ?? []).filter(({ finished }) => !finished).map(({ title }) => title),
    ...(goals?.goals ?? []).map(({ id, description }) => `${id} ${description}`),
  ];
  const alone = ladder.mode === 'beads-only' && beads.absent === true ? [NO_TRACKER] : [];
  const gone = ladder.queue !== undefined && queue === undefined ? [`the queue ${ladder.queue} is gone`] : [];
  return {
    pass: question.pass,
    harvested,
    beads: beads.items,
    ...(goals === undefined ? {} : { goals }),
    ...(queue === undefined ? {} : { queue: queue.map((one) => ({ ...one, text: blockOf(one.text, MOST_TEXT) })) }),
    scope: { mutable: contract.mutable, immutable: contract.immutable, fixed: contract.program?.immutable ?? [] },
    ...(contract.profile?.order === undefined ? {} : { order: contract.profile.order }),
    open: openOf(next.items, names),
    learnings: await learningsFor(desk, titles, signal),
    warnings: [...next.warnings, ...beads.warnings, ...gone, ...alone, ...later, ...readLedger(root).warnings].slice(
      0,
      MOST_WARNINGS,
    ),
  };
}

/** Two items of the same name are one at a time. */
const isFirst = ({ ref }: NextWork['items'][number], at: number, all: NextWork['items']): boolean =>
  all.findIndex((one) => one.ref === ref) === at;

/** Ticks off what is done already by its own proof, and gives the rest. */
async function unproven(desk: Desk, names: RepositoryNames, signal: AbortSignal): Promise<NextWork> {
  const { root, ladder } = desk;
  const next = readNextWork(root);
  const proven = waiting(next.items, names).filter(({ item }) => isProven(root, item));
  if (proven.length === 0) return next;
  const refs = proven.map(({ ref }) => ref);
  const warnings = refs.map((ref) => `${ref} is done already, by its own proof`);
  if (ladder.dryRun) return { ...next, items: next.items.filter((one) => !proven.includes(one)), warnings };
  await consumeItems(root, refs, 'evolve:preflight', new Date(desk.now()).toISOString(), signal);
  const after = readNextWork(root);
  return { ...after, warnings: [...after.warnings, ...warnings] };
}

/** A directive is finished when work on this very text of it came to something. */
function goalsOf(goals: Awaited<ReturnType<Desk['contractOf']>>['goals'], root: string): WorkAnswer['goals'] {
  if (goals === undefined) return undefined;
  const done = new Set(
    readLedger(root)
      .lines.filter(({ result }) => result === 'improved' || result === 'harvested')
      .flatMap(({ directiveHash }) => (directiveHash === undefined ? [] : [directiveHash])),
  );
  return {
    era: goals.era,
    goals: goals.goals,
    directives: goals.directives.map((one) => ({ ...one, finished: done.has(one.hash) })),
  };
}

/** The folder's name, and the one that the repository has where it came from. */
export async function namesOf(
  { root, run }: Pick<Desk, 'root' | 'run'>,
  signal: AbortSignal,
): Promise<RepositoryNames> {
  const { code, stdout } = await run('git config --get remote.origin.url', { timeoutMs: 10_000 }, signal);
  const [owner, name] =
    code === 0
      ? stdout
          .trim()
          .replace(/\.git$/, '')
          .split(/[/:]/)
          .slice(-2)
      : [];
  const origin = name === undefined || name === '' ? [] : [name, `${owner}/${name}`];
  return [basename(root), ...origin];
}
