import { execFile } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Isolation, NO_REACH } from '../domain/sandbox.ts';
import { runTree } from './process-tree.ts';
import { remove } from './remove.ts';
import { isolation } from './sandbox/probe.ts';
import { looking, type Veil } from './sandbox/veil.ts';

/** Most machines take a hundredth of it. */
const PROBE_MS = 5_000;
/** The kernel takes a few megabytes of arguments; the longest path has 4 KB. */
const PATHS_AT_ONCE = 200;

const known = new Map<string, Promise<Veil['by'] | undefined>>();

/** Who can lay a veil over a tree in a folder on this disk; found by trying it, once per disk. */
export async function veilBy(dir: string, level?: Isolation): Promise<Veil['by'] | undefined> {
  const at = level ?? (await isolation());
  const key = `${at} ${statSync(dir).dev}`;
  const found = known.get(key) ?? first(dir, at);
  known.set(key, found);
  return found;
}

async function first(dir: string, level: Isolation): Promise<Veil['by'] | undefined> {
  for (const by of waysAt(level)) if (await works(dir, level, by)) return by;
  return undefined;
}

function waysAt(level: Isolation): readonly Veil['by'][] {
  if (level === 'group') return [];
  if (level !== 'bubblewrap') return level === 'namespace' ? ['root'] : ['user'];
  return process.getuid?.() === 0 ? ['root', 'user'] : ['user'];
}

async function works(dir: string, level: Isolation, by: Veil['by']): Promise<boolean> {
  const place = mkdtempSync(join(dir, 'probe-'));
  try {
    const [tree, home] = [join(place, 'tree'), join(place, 'home')];
    for (const folder of [home, join(tree, 'kept'), join(tree, 'replaced')]) mkdirSync(folder, { recursive: true });
    for (const folder of ['kept', 'replaced']) writeFileSync(join(tree, folder, 'file'), '');
    const veil = layVeil(place, by, 0o755);
    const shell = ': >new && : >kept/new && rm replaced/file && rmdir replaced && mkdir replaced';
    const box = { own: [tree], home, hidden: [], reach: NO_REACH };
    const env = { PATH: process.env.PATH ?? '' };
    const command = { shell, cwd: tree, env, log: join(place, 'log'), isolation: level, box, veil };
    const { ended } = await runTree(command, { timeoutMs: PROBE_MS });
    if (ended.kind !== 'exited' || ended.code !== 0) return false;
    const seen = [...readdirSync(tree), ...readdirSync(join(tree, 'kept'))].sort().join();
    if (seen !== 'file,kept,replaced' || lstatSync(join(place, 'upper/new')).size > 0) return false;
    return (await unseen(veil, ['kept/file', 'replaced/file'])).join() === 'replaced/file';
  } catch {
    return false;
  } finally {
    remove(place);
  }
}

/** Contract: nothing of the command before is left in it. */
export function layVeil(dir: string, by: Veil['by'], mode: number): Veil {
  dropVeil(dir);
  mkdirSync(join(dir, 'upper'));
  chmodSync(join(dir, 'upper'), mode);
  mkdirSync(join(dir, 'work'));
  return { dir, by };
}

/** When no command is on it. */
export function dropVeil(dir: string): void {
  for (const name of ['upper', 'work']) remove(join(dir, name));
}

/** Those of some paths that are not there for who looks through the veil: what hides them has left no other trace. */
export async function unseen(veil: Veil, paths: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let start = 0; start < paths.length; start += PATHS_AT_ONCE) {
    const some = paths.slice(start, start + PATHS_AT_ONCE);
    const [program, ...args] = looking(veil, some);
    const { stdout } = await promisify(execFile)(program, args);
    const places = stdout.split('\n').filter((line) => line !== '');
    missing.push(...places.flatMap((place) => some[Number(place)] ?? []));
  }
  return missing;
}
