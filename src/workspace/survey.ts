import { type BigIntStats, chmodSync, lstatSync, readdirSync, utimesSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { isRight } from './content.ts';
import type { FileNode, FolderNode, LinkNode, Manifest, Node } from './manifest.ts';
import { isUntouched, stampOf } from './stamp.ts';
import { type Format, unreadable } from './tree.ts';

export interface Survey {
  /** What should not be there, top-most paths only. */
  readonly extra: readonly string[];
  /** Folders that hold names that are no UTF-8. */
  readonly unreadable: readonly string[];
  /** What is missing or not as it should be, top-most nodes only. */
  readonly wrong: readonly { readonly path: string; readonly node: Node }[];
}

// Some milliseconds of work, after which others get their turn.
const entriesPerTurn = 2_000;

/**
 * Compares a folder with its manifest. Looks at every entry, but reads only files that may have been changed.
 * Contract: changes no file; modes of folders and times of files that were merely touched are put right. `clock` is a tick
 * taken before.
 */
export async function survey(root: string, manifest: Manifest, format: Format, clock: bigint): Promise<Survey> {
  const extra: string[] = [];
  const strange = new Set<string>();
  const wrong: { path: string; node: Node }[] = [];
  const rootStat = lstatSync(root, { bigint: true, throwIfNoEntry: false });
  if (!rootStat?.isDirectory()) return { extra, unreadable: [], wrong: [{ path: '', node: manifest.root }] };
  openUp(root, rootStat, manifest.root);
  const open: { prefix: string; folder: FolderNode }[] = [{ prefix: '', folder: manifest.root }];
  let turn = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { prefix, folder } = next;
    const absolute = `${root}/${prefix}`;
    const names = readdirSync(absolute);
    let known = 0;
    for (const name of names) {
      const node = folder.children.get(name);
      if (node !== undefined) known++;
      if (node === undefined) {
        if (name.includes(unreadable)) strange.add(prefix);
        else extra.push(prefix + name);
      } else if (!check(node, absolute + name, format, clock)) wrong.push({ path: prefix + name, node });
      else if (node.kind === 'folder') open.push({ prefix: `${prefix}${name}/`, folder: node });
    }
    if (known < folder.children.size) {
      const present = new Set(names);
      for (const [name, node] of folder.children) if (!present.has(name)) wrong.push({ path: prefix + name, node });
    }
    turn += names.length;
    if (turn > entriesPerTurn) {
      turn = 0;
      await setImmediate();
    }
  }
  return { extra, unreadable: [...strange], wrong };
}

/**
 * As `survey`, where everything but these paths is known to be right. Undefined when a folder is among them: then there
 * is more to look at than a path.
 */
export function surveyPaths(
  root: string,
  manifest: Manifest,
  paths: readonly string[],
  format: Format,
  clock: bigint,
): Survey | undefined {
  const extra: string[] = [];
  const wrong: { path: string; node: Node }[] = [];
  for (const path of paths) {
    const node = manifest.get(path);
    const found = lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
    if (node?.kind === 'folder' || found?.isDirectory()) return undefined;
    if (node === undefined && found !== undefined) extra.push(path);
    else if (node !== undefined && !check(node, `${root}/${path}`, format, clock)) wrong.push({ path, node });
  }
  return { extra, unreadable: [], wrong };
}

function check(node: Node, path: string, format: Format, clock: bigint): boolean {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return false;
  switch (node.kind) {
    case 'file':
    case 'link':
      return isUntouched(node.seen, found) || checkContent(node, path, found, format, clock);
    case 'mount':
      return node.of === 'folder' ? found.isDirectory() : found.isFile();
    case 'folder':
      if (!found.isDirectory()) return false;
      openUp(path, found, node);
      return true;
  }
}

function checkContent(
  node: FileNode | LinkNode,
  path: string,
  found: BigIntStats,
  format: Format,
  clock: bigint,
): boolean {
  if (!isRight(node, path, found, format)) return false;
  let now = found;
  if (node.kind === 'file' && node.seen !== undefined && node.seen.mtimeNs !== found.mtimeNs) {
    setTime(path, node.seen.mtimeNs);
    now = lstatSync(path, { bigint: true });
  }
  node.seen = stampOf(now, clock);
  return true;
}

/** Sets the time of the last edit, which tools such as make compare. */
export function setTime(path: string, mtimeNs: bigint): void {
  const seconds = Number(mtimeNs) / 1e9;
  utimesSync(path, seconds, seconds);
}

function openUp(path: string, found: BigIntStats, node: FolderNode): void {
  if (Number(found.mode & 0o7777n) !== node.mode) chmodSync(path, node.mode);
}
