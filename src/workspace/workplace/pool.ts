import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Lease } from '../../domain/experiment.ts';
import type { Version } from '../../domain/lane.ts';
import type { Leased } from '../../domain/workplace.ts';
import { lock } from '../../lib/lock.ts';
import { boundary } from '../../lib/seam.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { remove } from '../remove.ts';
import type { Repository } from '../repository.ts';
import { bringIn, headIn, inTheWay, putBack, tracked, untracked } from './clone.ts';
import { keepIn, keptIn, MARKER, type Marker, markerIn, markerText, stampsOf } from './kept.ts';
import { laid, type Rules } from './laid.ts';
import { checkSlots, type Slot } from './slots.ts';

export interface PoolRules extends Rules {
  /** Experiments that nobody works on any more: a slot that one of them still has is free, whoever was killed giving it back. */
  isOver?(experiment: string): boolean;
}

/** A slot as it is now. */
export interface SlotState {
  readonly slot: Slot;
  /** Who has it; of another run or repository where `foreign`. */
  readonly holder?: Marker;
  readonly foreign: boolean;
}

/**
 * Clones that the user has prepared, one experiment at a time in each.
 * Contract: what git does not track there stays, as do branches, settings and the stash: a version comes in as a commit that
 * HEAD is detached to, so that what is committed there moves no branch. `.git/evolve` in a clone says who has it, from before
 * the first file changes until all are back, so that whoever is killed between can be told and repeated.
 */
export function pool(repository: Repository, run: string, rules: PoolRules, paths: readonly string[]) {
  const { place, state } = repository;
  const kept = (root: string) =>
    join(state.dir, run, 'worktrees/.kept', `slot-${createHash('sha1').update(root).digest('hex').slice(0, 16)}`);
  const slots = () => checkSlots(place.root, state.format, paths);
  const isOurs = ({ root, run: of }: Marker) => root === place.root && of === run;

  async function states(): Promise<readonly SlotState[]> {
    return (await slots()).map((slot) => {
      const holder = markerIn(slot.gitDir);
      return { slot, ...(holder && { holder }), foreign: holder !== undefined && !isOurs(holder) };
    });
  }

  async function alone<T>(slot: Slot, work: () => Promise<T>): Promise<T> {
    const held = await lock(join(slot.gitDir, `${MARKER}.lock`));
    try {
      return await work();
    } finally {
      held.release('remove');
    }
  }

  /** Why it can't be had; undefined once it is. */
  async function occupy(slot: Slot, experiment: string, version: Version): Promise<string | undefined> {
    const holder = markerIn(slot.gitDir);
    if (holder !== undefined && !(isOurs(holder) && holder.experiment === experiment))
      return `${slot.root} has ${holder.experiment}${isOurs(holder) ? '' : ` of ${holder.root}`}`;
    const known = keptIn(kept(slot.root));
    if (holder !== undefined && known?.complete === true) {
      if (known.version === version.tree) return undefined;
      // Whoever began an experiment of this name here was killed before it was recorded.
      await giveBack(slot);
      return occupy(slot, experiment, version);
    }
    const before = (holder && (known?.slot?.before ?? holder.before)) ?? (await headIn(slot));
    if (before === undefined) return `${slot.root} has no commit yet: make one there`;
    const { commit, tree } = await laid(repository, rules, version.tree);
    if (holder === undefined) {
      const dirty = await tracked(slot);
      if (dirty.length > 0) return `${slot.root} has uncommitted changes (${some(dirty)}): commit or stash them there`;
    }
    const blocking = await inTheWay(repository, slot, tree);
    if (blocking.length > 0)
      return `${slot.root} has files that git does not track where the version has its own (${some(blocking)}): move them away`;
    const draft = { base: rules.base, version: version.tree, slot: { before } };
    keepIn(kept(slot.root), draft);
    boundary();
    writeWhole(join(slot.gitDir, MARKER), markerText({ root: place.root, run, experiment, before }));
    boundary();
    await bringIn(repository, slot, commit, {
      from: before.commit,
      again: holder !== undefined,
      head: rules.base.head,
    });
    boundary();
    keepIndex(slot, join(kept(slot.root), 'index'));
    const warm = stampsOf(slot.root, await untracked(slot));
    keepIn(kept(slot.root), { ...draft, slot: { before, warm }, complete: true });
    boundary();
    return undefined;
  }

  async function lease(experiment: string, version: Version, taken: readonly string[]): Promise<Leased> {
    const all = await states();
    for (const { slot, holder, foreign } of all)
      if (!foreign && holder !== undefined && holder.experiment !== experiment && rules.isOver?.(holder.experiment))
        await release({ kind: 'pool', where: slot.root });
    const mine = all.filter(({ holder, foreign }) => !foreign && holder?.experiment === experiment);
    const free = all.filter(({ slot }) => !taken.includes(slot.root));
    const reasons: string[] = [];
    for (const { slot } of [...mine, ...free]) {
      const why = await alone(slot, () => occupy(slot, experiment, version));
      if (why === undefined) return { kind: 'leased', lease: { kind: 'pool', where: slot.root } };
      if (!reasons.includes(why)) reasons.push(why);
    }
    const count = `${all.length - free.length} of ${all.length} slots of the pool ${all.length - free.length === 1 ? 'has' : 'have'} an experiment`;
    const more = reasons.length === 0 ? '' : `; ${reasons.join('; ')}`;
    const what =
      'See evolve workspace status, and give one back: evolve exp discard ID, or evolve workspace release ID';
    return { kind: 'full', reason: `${count}${more}. ${what}` };
  }

  async function release({ where }: Lease): Promise<void> {
    const slot = { root: where, gitDir: join(where, '.git') };
    if (!existsSync(slot.gitDir)) return remove(kept(where));
    await alone(slot, async () => {
      const holder = markerIn(slot.gitDir);
      if (holder !== undefined && isOurs(holder)) await giveBack(slot);
    });
  }

  async function giveBack(slot: Slot): Promise<void> {
    const lost = markerIn(slot.gitDir)?.before;
    const known = keptIn(kept(slot.root))?.slot ?? (lost && { before: lost });
    if (known !== undefined) await putBack(repository, slot, known);
    boundary();
    rmSync(join(slot.gitDir, MARKER), { force: true });
    boundary();
    remove(kept(slot.root));
  }

  return { states, lease, release, kept };
}

/** Git rereads files that are as new as their index: a copy that looked younger would hide an early edit. */
function keepIndex({ gitDir }: Slot, to: string): void {
  const index = join(gitDir, 'index');
  copyFileSync(index, to);
  const { atime, mtime } = statSync(index);
  utimesSync(to, atime, mtime);
}

const some = (paths: readonly string[]): string =>
  `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
