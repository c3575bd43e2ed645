import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Refused } from '../domain/candidate.ts';
import type { Mount } from '../domain/workspace.ts';
import type { Base } from './base.ts';
import type { Input } from './inputs.ts';
import { keepPaths, type Layer, stampNodes } from './layer.ts';
import { addInputs, layOut } from './layout.ts';
import type { Node } from './manifest.ts';
import { guardedPaths, overlay } from './overlay.ts';
import { remove, removeUnreadable } from './remove.ts';
import type { Repository } from './repository.ts';
import { restore } from './restore.ts';
import type { Veil } from './sandbox/veil.ts';
import type { Scope } from './scope.ts';
import { tick } from './stamp.ts';
import { type Survey, survey, surveyPaths } from './survey.ts';
import type { Sha } from './tree.ts';
import { judgeUpper } from './upper.ts';
import { dropVeil, layVeil, unseen, veilBy } from './veil.ts';

export interface CheckoutPlan {
  readonly base: Base;
  readonly scope: Scope;
  readonly inputs: readonly Input[];
  /**
   * No process outlives its command, and inputs are mounted read-only by the runner, so that only places for them are
   * made. Else they are copied, and every look is at everything.
   */
  readonly bind: boolean;
  /** What keeps its commands from what is not for them. */
  readonly hidden?: readonly Mount[];
}

/** A veil over the sealed state, for one command. */
export interface Veiled {
  readonly veil: Veil;
  /** Protected files that commands open for writing, mounted read-only on top. */
  readonly binds: readonly Mount[];
}

/** What a command did beneath its veil. */
export interface Lifted {
  /** Protected files that it changed. */
  readonly tampered: readonly string[];
  /** Protected files that it opened for writing or put back: from now on they are read-only, so that it can be run again. */
  readonly opened: readonly string[];
}

// Every mount costs each launch of a command some tenths of a millisecond.
const shieldsAtMost = 32;

/**
 * One lane's sealed checkout: a plain folder in which a candidate is built and measured.
 * Contract: one operation at a time, and none while a command runs in it.
 */
export interface Checkout extends AsyncDisposable {
  readonly root: string;
  /** What the runner must mount; `keep('prepare')` may add to it. */
  readonly binds: readonly Mount[];
  /** Makes it the base, what was prepared, and the candidate's versions of the files in scope; nothing else stays. */
  seal(commit: Sha): Promise<readonly Refused[]>;
  /**
   * What a command made becomes part of the clean state. `prepare`: all of it, for every candidate; call it before the first
   * `seal`. `build`: new files and changed files in scope, until the next `seal`.
   */
  keep(layer: 'prepare' | 'build'): Promise<void>;
  /**
   * A veil for a command in a box whose effects are thrown away: it leaves the sealed state as it is, however large that
   * is. Undefined where the machine has none; then `lend` and `reset`.
   */
  veil(): Promise<Veiled | undefined>;
  /** Takes the veil away, with all that the command wrote. */
  lift(): Promise<Lifted>;
  /** To be called before a command runs in it without a veil: from here on nothing is known of what is in the tree. */
  lend(): void;
  /** Back to the sealed state. Returns what `tampered` would have, at no further cost. */
  reset(): Promise<readonly string[]>;
  /** Protected files that are now changed or gone. */
  tampered(): Promise<readonly string[]>;
}

export async function createCheckout(repository: Repository, dir: string, plan: CheckoutPlan): Promise<Checkout> {
  const root = join(dir, 'tree');
  const keepDir = join(dir, 'keep');
  const probe = join(dir, 'clock');
  const clear = (): void => {
    for (const left of [root, keepDir, probe]) remove(left);
    dropVeil(dir);
    try {
      rmdirSync(dir);
    } catch {
      // The caller has put more there, or it is gone.
    }
  };
  clear();
  mkdirSync(dir, { recursive: true });
  const manifest = await layOut(repository, plan.base.tree, plan.scope);
  const binds = [...(plan.hidden ?? []), ...addInputs(manifest, root, plan.inputs, plan.scope, plan.bind)];
  const layers: Record<'prepare' | 'build', Layer> = {
    prepare: { dir: join(keepDir, 'prepare'), lasting: true, mounts: plan.bind, count: 0 },
    build: { dir: join(keepDir, 'build'), lasting: false, mounts: false, count: 0 },
  };

  // True while the tree is what the manifest said at the last look, so that only what has changed there needs another.
  let known = false;

  async function look(): Promise<Survey> {
    const touched = manifest.takeTouched();
    const clock = tick(probe);
    const { format } = repository.state;
    const quick = known && plan.bind ? surveyPaths(root, manifest, touched, format, clock) : undefined;
    return quick ?? survey(root, manifest, format, clock);
  }

  async function reset(): Promise<readonly string[]> {
    const found = await look();
    known = false;
    for (const path of found.extra) remove(join(root, path));
    for (const path of found.unreadable) removeUnreadable(join(root, path));
    await restore(root, found.wrong, repository.blob, probe);
    known = true;
    return tamperedIn(found);
  }

  let veil: Veil | undefined;
  const shielded = new Set<string>();

  async function lift(): Promise<Lifted> {
    if (veil === undefined) throw new Error('there is no veil to lift');
    const { tampered, opened, witnesses } = judgeUpper(join(dir, 'upper'), root, manifest);
    const missing = await unseen(
      veil,
      witnesses.map(({ path }) => path),
    );
    dropVeil(dir);
    veil = undefined;
    const replaced = witnesses.filter(({ path }) => missing.includes(path)).map(({ folder }) => folder);
    const gone = replaced.flatMap((folder) => guardedPaths(folder, manifest.get(folder) ?? manifest.root));
    const isOver = tampered.length + gone.length > 0 || shielded.size + opened.length > shieldsAtMost;
    if (isOver) return { tampered: [...new Set([...tampered, ...gone, ...opened])].sort(), opened: [] };
    for (const path of opened) shielded.add(path);
    return { tampered: [], opened };
  }

  await reset().catch((error: unknown) => {
    clear();
    throw error;
  });
  return {
    root,
    binds,
    reset,
    async veil() {
      const by = plan.bind ? await veilBy(dir) : undefined;
      if (by === undefined) return undefined;
      if (!known) await reset();
      veil = layVeil(dir, by, manifest.root.mode);
      const shields = [...shielded].map((path) => join(root, path));
      return { veil, binds: shields.map((path) => ({ from: path, to: path })) };
    },
    lift,
    lend() {
      known = false;
    },
    async tampered() {
      known = false;
      return tamperedIn(await look());
    },
    async seal(commit) {
      manifest.rollback();
      remove(layers.build.dir);
      manifest.mark();
      const refused = await overlay(repository, manifest, plan, commit);
      await reset();
      return refused;
    },
    async keep(name) {
      if (name === 'prepare') {
        if (manifest.changedSinceMark) throw new Error('what is prepared belongs to the base, not to a candidate');
        manifest.rollback();
      }
      known = false;
      const { extra, wrong } = await look();
      const changed = wrong.filter(({ node }) => (name === 'prepare' ? node.kind !== 'mount' : isFree(node)));
      const paths = [...extra, ...changed.map(({ path }) => path)];
      const kept = await keepPaths(manifest, root, paths, layers[name]);
      binds.push(...kept.binds);
      const clock = tick(probe);
      for (const { path, node } of kept.nodes) stampNodes(join(root, path), node, clock);
    },
    async [Symbol.asyncDispose]() {
      clear();
    },
  };
}

function isFree(node: Node): boolean {
  return (node.kind === 'file' || node.kind === 'link') && !node.guarded;
}

function tamperedIn(found: Survey): readonly string[] {
  return found.wrong.flatMap(({ path, node }) => guardedPaths(path, node)).sort();
}
