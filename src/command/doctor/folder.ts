import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { hasStore, openStore, STORE } from '../../journal/journal.ts';
import { exec } from '../../lib/exec.ts';
import { plural } from '../../lib/format.ts';
import { findProgram } from '../../lib/probe.ts';
import { openDatabase } from '../../lib/sqlite.ts';
import { UserError } from '../../lib/user-error.ts';
import { findPlace } from '../../workspace/workspace.ts';
import { readConfig, rootOf } from '../config/file.ts';
import { statusOf } from '../document.ts';
import { isDriven, STATE } from '../place.ts';
import { type Check, formatBytes } from './check.ts';

type Found = Pick<Check, 'status' | 'found' | 'advice'>;

/** Less than this is soon full of checkouts. */
const LITTLE_BYTES = 1024 ** 3;
/** Runs looked at, newest first. */
const RUNS = 50;
/** Entries of `.evolve` counted; a folder that large need not be measured to the last file. */
const ENTRIES = 50_000;

export async function checkFolder(cwd: string): Promise<readonly Check[]> {
  if (!existsSync(cwd)) throw new UserError(`There is no folder ${cwd}.`);
  const here = realpathSync(cwd);
  const root = rootOf(here);
  const stateDir = join(root, STATE);
  const named = async (name: string, found: Promise<Found> | Found): Promise<Check> => ({
    group: 'folder',
    name,
    ...(await found),
  });
  return Promise.all([
    named('repository', checkRepository(here)),
    named('evolve.yaml', checkConfig(here)),
    named('state', checkState(root, stateDir)),
    named('disk', checkDisk(root, stateDir)),
    ...checkRuns(stateDir).map(([name, found]) => named(name, found)),
    named('identity', checkIdentity(here)),
  ]);
}

async function checkRepository(here: string): Promise<Found> {
  try {
    const { root, kind } = await findPlace(here);
    if (kind === 'git') return { status: 'ok', found: root };
    return { status: 'ok', found: `${root} is no repository: it would be evolved as it is` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { status: 'warn', found: error.message };
  }
}

async function checkConfig(here: string): Promise<Found> {
  try {
    const file = await readConfig(here, {});
    if (file === undefined) return { status: 'absent', found: 'none' };
    return { status: 'ok', found: `${file.name}, ${plural(Object.keys(file.input).length, 'setting')}` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { status: 'fail', found: error.message, advice: 'Correct it, or run with --no-config.' };
  }
}

function checkState(root: string, stateDir: string): Found {
  const there = existsSync(stateDir);
  try {
    accessSync(there ? stateDir : root, constants.W_OK);
    return { status: 'ok', found: there ? stateDir : `${stateDir} can be made` };
  } catch {
    return { status: 'fail', found: `${stateDir} can't be written`, advice: 'Evolve keeps its state there: allow it.' };
  }
}

async function checkDisk(root: string, stateDir: string): Promise<Found> {
  const [{ bavail, bsize }, taken] = await Promise.all([statfs(root), sizeOf(stateDir)]);
  const free = bavail * bsize;
  const used = taken.all ? formatBytes(taken.bytes) : `more than ${formatBytes(taken.bytes)}`;
  const found = `${formatBytes(free)} free${taken.bytes === 0 ? '' : `; ${STATE} takes ${used}`}`;
  return free >= LITTLE_BYTES ? { status: 'ok', found } : { status: 'warn', found, advice: 'Make room on this disk.' };
}

async function sizeOf(folder: string): Promise<{ readonly bytes: number; readonly all: boolean }> {
  const open = [folder];
  let bytes = 0;
  let entries = 0;
  for (let next = open.pop(); next !== undefined && entries < ENTRIES; next = open.pop()) {
    const path = next;
    const items = await readdir(path, { withFileTypes: true }).catch(() => []);
    entries += items.length;
    open.push(...items.filter((item) => item.isDirectory()).map((item) => join(path, item.name)));
    const sizes = items.map((item) =>
      lstat(join(path, item.name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    );
    bytes += (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }
  return { bytes, all: open.length === 0 };
}

/** The store and the runs in it. */
function checkRuns(stateDir: string): readonly (readonly [name: string, found: Found])[] {
  if (!hasStore(stateDir)) return [['store', { status: 'absent', found: 'none: there are no runs here yet' }]];
  try {
    const store = openStore(stateDir);
    try {
      const runs = store.runs(RUNS).flatMap((id) => {
        const view = store.journal(id).view();
        const run = view.run();
        return run === undefined ? [] : [{ id, state: statusOf(view, run, isDriven(stateDir, id), Date.now()).state }];
      });
      return [
        ['store', { status: 'ok', found: `version ${versionOf(stateDir)}` }],
        ['runs', judgeRuns(runs)],
      ];
    } finally {
      store.close();
    }
  } catch (error) {
    const advice = 'Move .evolve away to start anew; nothing in it is changed meanwhile.';
    return [['store', { status: 'fail', found: error instanceof Error ? error.message : String(error), advice }]];
  }
}

function judgeRuns(runs: readonly { readonly id: string; readonly state: string }[]): Found {
  const open = runs.filter(({ state }) => state === 'interrupted' || state === 'paused');
  const going = runs.filter(({ state }) => state === 'running');
  const named = [...going, ...open].map(({ id, state }) => `${id} ${state}`);
  const found = [plural(runs.length, 'run'), ...named].join(', ');
  if (open.length === 0) return { status: 'ok', found };
  return { status: 'warn', found, advice: 'Go on with the same evolve run and --resume, or see evolve status.' };
}

function versionOf(stateDir: string): number {
  const database = openDatabase(join(stateDir, STORE));
  try {
    return Number(database.prepare('pragma user_version').get()?.user_version);
  } finally {
    database.close();
  }
}

async function checkIdentity(here: string): Promise<Found> {
  if (findProgram('git') === undefined) return { status: 'warn', found: 'not known without git' };
  const values = await Promise.all(
    ['user.name', 'user.email'].map(async (key) => {
      const { stdout } = await exec('git', ['config', '--get', key], { cwd: here });
      return { key, value: stdout.toString('utf8').trim() };
    }),
  );
  const missing = values.filter(({ value }) => value === '').map(({ key }) => key);
  if (missing.length === 0) return { status: 'ok', found: values.map(({ value }) => value).join(', ') };
  const advice = `Set what evolve apply commits with: git config --global ${missing[0]} "…"`;
  return { status: 'warn', found: `git has no ${missing.join(' and no ')}`, advice };
}
