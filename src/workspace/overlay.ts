import type { Refused } from '../domain/candidate.ts';
import type { Base } from './base.ts';
import type { Input } from './inputs.ts';
import { gitNode } from './layout.ts';
import type { Manifest, Node } from './manifest.ts';
import { refusal } from './refusal.ts';
import type { Repository } from './repository.ts';
import type { Scope } from './scope.ts';
import { type Sha, unreadable } from './tree.ts';
import type { Change } from './tree-diff.ts';

export interface Rules {
  readonly base: Base;
  readonly scope: Scope;
  readonly inputs: readonly Input[];
}

/** Puts a candidate's versions of the files in scope into the manifest; returns what it may not change. */
export async function overlay(
  repository: Repository,
  manifest: Manifest,
  rules: Rules,
  commit: Sha,
): Promise<readonly Refused[]> {
  const refused: Refused[] = [];
  const allowed: Change[] = [];
  for (const change of await repository.changes(rules.base.tree, commit)) {
    const verdict = judge(rules, change);
    if (verdict.reason !== undefined) refused.push({ path: change.path, reason: verdict.reason });
    if (verdict.change !== undefined) allowed.push(verdict.change);
  }
  // A file may make way for a folder of the same name, so deletions come first.
  for (const { path, after } of allowed) if (after === undefined) manifest.delete(path);
  for (const { path, after } of allowed) {
    if (after === undefined) continue;
    const obstacle = manifest.get(path)?.kind === 'folder' ? path : manifest.obstacle(path);
    if (obstacle === undefined) manifest.set(path, await gitNode(repository, after, false));
    else refused.push({ path, reason: `${obstacle} is in its way and protected` });
  }
  return refused;
}

/** A file may come in with its content while its mode stays what it was. */
export function judge({ scope, inputs }: Omit<Rules, 'base'>, change: Change): { reason?: string; change?: Change } {
  const { path, before, after } = change;
  if (path.includes(unreadable)) return { reason: 'a name that is not UTF-8' };
  const input = inputs.find(({ at, why }) => why !== 'lfs' && (path === at || path.startsWith(`${at}/`)));
  if (input !== undefined) return { reason: `inside the input ${input.at}` };
  const edit = { path, mode: after?.mode ?? null, baseMode: before?.mode ?? null };
  const reason = refusal(scope, edit);
  if (reason === undefined) return { change };
  if (before === undefined || after === undefined || before.sha === after.sha) return { reason };
  const regular = isRegular(before.mode) && isRegular(after.mode);
  const contentOnly = regular && refusal(scope, { ...edit, mode: before.mode }) === undefined;
  return contentOnly ? { reason, change: { path, before, after: { sha: after.sha, mode: before.mode } } } : { reason };
}

function isRegular(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}

/** Paths of the guarded files at or below a node. */
export function guardedPaths(path: string, node: Node): string[] {
  switch (node.kind) {
    case 'mount':
      return [];
    case 'file':
    case 'link':
      return node.guarded ? [path] : [];
    case 'folder':
      return [...node.children].flatMap(([name, child]) => guardedPaths(path === '' ? name : `${path}/${name}`, child));
  }
}
