import { lstatSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { remove } from '../workspace/workspace.ts';

/** What a command may write to beside its checkout. */
export interface Scratch {
  readonly temp: string;
  readonly checkpoints: string;
  readonly result: string;
  /** Lies with the candidate's logs, so that it can be read while the command runs. */
  readonly traces: string;
}

/** Contract: every folder is there and empty, whatever the command before has made of it. Mostly they are so already. */
export function scratch(root: string, traces: string): Scratch {
  mkdirSync(root, { recursive: true });
  const folders = { temp: join(root, 'tmp'), checkpoints: join(root, 'checkpoints'), traces };
  const kept = Object.values(folders).filter(isEmptyFolder);
  for (const name of readdirSync(root)) if (!kept.includes(join(root, name))) remove(join(root, name));
  for (const folder of Object.values(folders)) {
    if (kept.includes(folder)) continue;
    remove(folder);
    mkdirSync(folder);
  }
  return { ...folders, result: join(root, 'result.json') };
}

export function removeIfEmpty(folder: string): void {
  if (isEmptyFolder(folder)) rmdirSync(folder);
}

function isEmptyFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (found.mode & 0o700) === 0o700 && readdirSync(folder).length === 0;
}
