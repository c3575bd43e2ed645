import { join } from 'node:path';
import type { Version } from '../domain/lane.ts';
import { CLOSED } from '../domain/sandbox.ts';
import type { Workspace } from '../domain/workspace.ts';
import { openDesk } from '../evaluation/evaluation.ts';
import { createWorktree } from '../workspace/workspace.ts';
import { hiding } from './held-out.ts';
import type { Premises } from './premises.ts';

/** The code of a version in a folder, for somebody who reads it; gone when it is disposed of, whatever was written to it. */
export function openReading(options: Premises, key: string, version: Version): Promise<Workspace & AsyncDisposable> {
  const { repository, plan, seed, scope, inputs, bind } = options;
  const name = key.replace(/[^\w.-]/g, '-');
  const folder = join(options.folder, `read-${name}`);
  const { reach } = plan.sandbox ?? CLOSED;
  return createWorktree(repository, folder, {
    parents: [version],
    base: seed.tree,
    scope,
    inputs,
    bind,
    hidden: hiding(options),
    folder: plan.folder,
    notes: join(options.folder, `notes-${name}`),
    env: reach.agent.env,
    ...shutIn(options, []),
  });
}

/** An empty place for somebody who is shown all there is. */
export function deskFor(options: Premises): Workspace & Disposable {
  const { place, state } = options.repository;
  return openDesk({
    folder: join(options.folder, 'desks'),
    mounts: options.bind ? [{ from: place.root, to: place.root, deep: true }] : [],
    ...shutIn(options, [place.root, state.dir]),
  });
}

/** Where there is a sandbox: what whoever reads must not see. */
function shutIn({ plan, bind, holdout }: Premises, hidden: readonly string[]) {
  const { mode, reach } = plan.sandbox ?? CLOSED;
  const kept = holdout === undefined ? [] : [...holdout.sources, holdout.logs];
  return bind && mode !== 'off' ? { shut: { hidden: [...hidden, ...kept], reach: reach.agent } } : {};
}
