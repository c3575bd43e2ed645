import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../lib/user-error.ts';
import { stateName } from './place.ts';
import { looksSecret } from './secret.ts';
import type { Listing } from './tree.ts';

export interface Part {
  readonly path: string;
  readonly at: string;
}

// Beyond this, a folder is data, and looking at every name in it would be felt.
const entriesLookedAt = 50_000;
const partsAtMost = 200;

/** Packages bring keys for their own tests. */
const trusted = new Set(['node_modules', '.venv', 'venv']);

/** The top-most parts of a folder, or the file, that hold neither what the base has nor what looks like a secret. */
export function cover(path: string, at: string, base: Listing): readonly Part[] {
  let looked = 0;

  function parts(folder: Part): readonly Part[] {
    return readdirSync(folder.path).flatMap((name) => {
      const child = { path: join(folder.path, name), at: folder.at === '' ? name : `${folder.at}/${name}` };
      return isOpen(child, name) ? scan(child, name) : [];
    });
  }

  function isOpen(part: Part, name: string): boolean {
    return !base.files.has(part.at) && name !== stateName && part.at !== '.git' && !looksSecret(name);
  }

  function scan(part: Part, name: string): readonly Part[] {
    if (looked++ > entriesLookedAt || trusted.has(name) || !lstatSync(part.path).isDirectory()) {
      return base.folders.has(part.at) ? parts(part) : [part];
    }
    const names = readdirSync(part.path).length;
    const below = parts(part);
    const whole = below.length === names && below.every((child) => child.at.lastIndexOf('/') === part.at.length);
    return whole && !base.folders.has(part.at) ? [part] : below;
  }

  const start = { path, at };
  const all = scan(start, at.slice(at.lastIndexOf('/') + 1));
  if (all.length <= partsAtMost) return all;
  throw new UserError(
    `${path} also holds tracked files or secrets, and what is left is in ${all.length} parts: name a folder in it`,
  );
}
