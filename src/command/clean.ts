import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, STORE } from '../journal/journal.ts';
import { formatBytes, plural } from '../lib/format.ts';
import type { Lock } from '../lib/lock.ts';
import { boundary } from '../lib/seam.ts';
import { UserError } from '../lib/user-error.ts';
import { dropRefs, findPlace, openRepository, type Place, remove, unpublish } from '../workspace/workspace.ts';
import type { Command, Context } from './contract.ts';
import { discardRun, takeLease } from './discard.ts';
import { type Footprint, footprint, logFolders } from './footprint.ts';
import { on, text } from './option.ts';
import { isDriven, STATE } from './place.ts';
import { ownState } from './state-lock.ts';

const OPTIONS = {
  run: text('--run <id>', 'only this run'),
  logs: on('--logs', 'only the logs of candidates; runs, scores and code stay'),
  dryRun: on('--dry-run', 'only say what would be deleted'),
  yes: on('-y, --yes', 'delete without asking'),
} as const;

interface Cleaned extends Footprint {
  readonly deleted: boolean;
  /** Whether the run's objects are gone, too; others that worked here meanwhile keep them until the next clean. */
  readonly objects?: boolean;
}

export const command: Command<typeof OPTIONS, Cleaned> = {
  details:
    'Without --run or --logs it deletes everything: .evolve, the refs refs/evolve/… and the branches of candidates. Your code stays.',
  examples: ['evolve clean --dry-run', 'evolve clean --run r1', 'evolve clean --logs --yes'],
  positional: [],
  options: OPTIONS,
  async run(input, context) {
    const place = await findPlace(context.cwd);
    const stateDir = join(place.root, STATE);
    refuseForeign(stateDir);
    const what = input.logs === true ? 'logs' : input.run === undefined ? 'everything' : 'run';
    const found = await footprint(place, what, input.run);
    if (input.dryRun === true || isNothing(found, stateDir)) return { ...found, deleted: false };
    const driven = found.runs.find((run) => isDriven(stateDir, run));
    if (driven !== undefined)
      throw new UserError(`Run ${driven} is being driven: end it first with evolve stop --run ${driven}`);
    const [leased] = found.leased;
    if (leased !== undefined)
      throw new UserError(
        `${leased.experiment} has your clone ${leased.where}: give it back first with evolve workspace release ${leased.experiment}`,
      );
    if (input.yes !== true && !(await agreed(found, context))) return { ...found, deleted: false };
    if (what === 'everything') await cleanAll(place, found);
    if (what === 'logs') await cleanLogs(stateDir, found.runs);
    const objects = what === 'run' && input.run !== undefined ? { objects: await cleanRun(place, input.run) } : {};
    return { ...found, deleted: true, ...objects };
  },
  text(cleaned) {
    const { deleted, what, objects } = cleaned;
    const nothing = cleaned.bytes + cleaned.refs.length + cleaned.branches.length === 0 && what !== 'run';
    if (nothing && !deleted) return 'There is nothing to delete.';
    const later = objects === false ? ['The code of its candidates stays until the next clean: others work here.'] : [];
    return [deleted ? 'Deleted:' : 'Nothing was deleted. This would be:', ...linesOf(cleaned), ...later].join('\n');
  },
};

/** A folder of the same name that somebody else has made is not ours to delete. */
function refuseForeign(stateDir: string): void {
  const found = lstatSync(stateDir, { throwIfNoEntry: false });
  if (found === undefined) return;
  const ignore = join(stateDir, '.gitignore');
  const marked = found.isDirectory() && existsSync(ignore) && readFileSync(ignore, 'utf8') === '*\n';
  // Killed at the very end, a clean leaves an empty folder.
  if (marked || (found.isDirectory() && readdirSync(stateDir).length === 0)) return;
  throw new UserError(`${stateDir} does not look like evolve's own: look into it and delete it yourself.`);
}

const isNothing = ({ what, bytes, refs, branches }: Footprint, stateDir: string): boolean =>
  what === 'logs' ? bytes === 0 : refs.length + branches.length === 0 && !existsSync(stateDir);

async function agreed(found: Footprint, context: Context): Promise<boolean> {
  const lines = ['This will be deleted:', ...linesOf(found)];
  const answer = await context.ask(`${lines.join('\n')}\nDelete it? [y/N] `);
  if (answer === undefined)
    throw new UserError('Nothing was deleted: add --yes to delete without being asked, or --dry-run to see what.');
  return /^y/i.test(answer.trim());
}

function linesOf({ what, runs, candidates, logs, bytes, refs, branches, inUse }: Footprint): readonly string[] {
  const shown = runs.length > 5 ? `${runs.slice(0, 5).join(', ')} …` : runs.join(', ');
  const of = runs.length === 0 ? '' : ` of ${shown}`;
  const sized = `${plural(logs.files, 'log file')} (${formatBytes(logs.bytes)})`;
  if (what === 'logs') return [`  ${sized}${of}`];
  const lines = [
    what === 'everything'
      ? `  .evolve (${formatBytes(bytes)}) with ${plural(runs.length, 'run')}, ${plural(candidates, 'candidate')} and ${sized}`
      : `  run ${shown} (${formatBytes(bytes)} and its part of the store) with ${plural(candidates, 'candidate')} and ${sized}`,
  ];
  if (refs.length > 0) lines.push(`  ${plural(refs.length, 'ref')}: ${list(refs)}`);
  if (branches.length > 0)
    lines.push(`  ${branches.length} branch${branches.length === 1 ? '' : 'es'}: ${list(branches)}`);
  if (inUse.length > 0) lines.push(`  but not, because checked out: ${list(inUse)}`);
  return lines;
}

const list = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} …` : names.join(', ');

async function cleanRun(place: Place, run: string): Promise<boolean> {
  const repository = await openRepository(place);
  const store = openStore(repository.state.dir);
  try {
    return (await discardRun({ repository, store, run })).objects;
  } finally {
    store.close();
    repository.close();
  }
}

async function cleanLogs(stateDir: string, runs: readonly string[]): Promise<void> {
  for (const run of runs) {
    const lease = await takeLease(stateDir, run);
    try {
      for (const folder of logFolders(stateDir, run)) remove(folder);
      boundary();
    } finally {
      lease.release();
    }
  }
}

/** What goes last: leftovers must not show up in git, and the store is what makes it a state. */
const LAST = ['.gitignore'];
const FIRST = [STORE, `${STORE}-wal`, `${STORE}-shm`];

/** Killed anywhere, a second call finishes: nothing is read from what was deleted. */
async function cleanAll(place: Place, { refs }: Footprint): Promise<void> {
  const stateDir = join(place.root, STATE);
  const alone = await ownState(place.root);
  if (alone === undefined)
    throw new UserError('Another evolve starts a run or applies a candidate here: wait for it to end.');
  const leases: Lock[] = [];
  try {
    for (const run of leasesIn(stateDir)) leases.push(await takeLease(stateDir, run));
    await unpublish(place, 'clean');
    boundary();
    await dropRefs(place, refs);
    boundary();
    const names = existsSync(stateDir) ? readdirSync(stateDir) : [];
    const middle = names.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
    for (const name of [...FIRST, ...middle, ...LAST]) {
      remove(join(stateDir, name));
      boundary();
    }
    remove(stateDir);
  } finally {
    for (const lease of leases) lease.release();
    alone.release();
  }
}

function leasesIn(stateDir: string): readonly string[] {
  const folder = join(stateDir, 'locks');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith('.lease')).map((name) => name.slice(0, -'.lease'.length));
}
