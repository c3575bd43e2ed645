import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunConfig } from '../../../domain/config.ts';
import type { Base } from '../../../domain/event.ts';
import { type Repository, scopeOf } from '../../../workspace/workspace.ts';

/** Harnesses that were checked before, the newest last. */
export interface Checked {
  readonly key: string;
  /** Ids of the cases that it rewards: it was forced. */
  readonly rewarded: readonly string[];
  /** What was said of it. */
  readonly said?: readonly string[];
}

/** Nobody has more at a time. */
const KEPT = 64;
/** Raised when another set of cases is worth trying again on what was checked before. */
const EDITION = 1;

const pathIn = (stateDir: string): string => join(stateDir, 'checked.json');

/** What makes a harness: the commands, what they are given, and every file that no candidate may change. */
export async function harnessKey(repository: Repository, base: Base, { identity, fixed }: RunConfig): Promise<string> {
  const entries = await repository.files(base.commit);
  const scope = scopeOf(identity.files, entries);
  const hash = createHash('sha256');
  const { direction, gates, parse, metric, inputs, prepare, build, beforeRun, prefix, sandbox, cascade, warm } = fixed;
  const settings = {
    direction,
    gates,
    parse,
    metric,
    inputs,
    prepare,
    build,
    beforeRun,
    prefix,
    sandbox,
    cascade,
    warm,
  };
  hash.update(JSON.stringify([EDITION, identity, settings]));
  for (const { path, mode, sha } of entries) hash.update(scope.has(path) ? `\0${path}` : `\0${path}\0${mode}\0${sha}`);
  return hash.digest('hex');
}

/** A file that can't be read is as good as none: the check is made again. */
export function checkedIn(stateDir: string): readonly Checked[] {
  try {
    const found: unknown = JSON.parse(readFileSync(pathIn(stateDir), 'utf8'));
    return Array.isArray(found) ? found.filter(isChecked) : [];
  } catch {
    return [];
  }
}

export function remember(stateDir: string, checked: Checked): void {
  const others = checkedIn(stateDir).filter(({ key }) => key !== checked.key);
  const draft = join(stateDir, 'tmp', `checked-${randomUUID()}`);
  mkdirSync(join(stateDir, 'tmp'), { recursive: true });
  writeFileSync(draft, `${JSON.stringify([...others, checked].slice(-KEPT), undefined, 1)}\n`);
  renameSync(draft, pathIn(stateDir));
}

function isChecked(value: unknown): value is Checked {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('rewarded' in value)) return false;
  const { key, rewarded } = value;
  return typeof key === 'string' && Array.isArray(rewarded) && rewarded.every((id) => typeof id === 'string');
}
