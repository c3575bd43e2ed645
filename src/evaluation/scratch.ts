import { lstatSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { remove } from '../workspace/workspace.ts';

/** What a command may write to beside its checkout. */
export interface Scratch {
  readonly temp: string;
  readonly checkpoints: string;
  readonly result: string;
  readonly traces: string;
}

/** Folders that don't go with the others. */
export interface Lasting {
  /** Lies with the candidate's logs, so that it can be read while the command runs. */
  readonly traces?: string;
  /** What is in it stays: whoever was killed goes on from there. */
  readonly checkpoints?: string | undefined;
}

/** Contract: every folder is there and, but for lasting checkpoints, empty, whatever the command before has made of it. Mostly they are so already. */
export function scratch(root: string, lasting: Lasting = {}): Scratch {
  mkdirSync(root, { recursive: true });
  const { traces = join(root, 'traces'), checkpoints = join(root, 'checkpoints') } = lasting;
  const folders = { temp: join(root, 'tmp'), checkpoints, traces };
  const stays = (folder: string) => (folder === lasting.checkpoints ? isFolder(folder) : isEmptyFolder(folder));
  const kept = Object.values(folders).filter(stays);
  for (const name of readdirSync(root)) if (!kept.includes(join(root, name))) remove(join(root, name));
  for (const folder of Object.values(folders)) {
    if (kept.includes(folder)) continue;
    remove(folder);
    mkdirSync(folder, { recursive: true });
  }
  return { ...folders, result: join(root, 'result.json') };
}

export function removeIfEmpty(folder: string): void {
  if (isEmptyFolder(folder)) rmdirSync(folder);
}

const isEmptyFolder = (folder: string): boolean => isFolder(folder) && readdirSync(folder).length === 0;

function isFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (found.mode & 0o700) === 0o700;
}
