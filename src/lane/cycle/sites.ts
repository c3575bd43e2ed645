import { join } from 'node:path';
import { prepareSite, type Site } from '../../evaluation/evaluation.ts';
import { Pool } from '../../lib/pool.ts';
import { createCheckout } from '../../workspace/workspace.ts';
import type { Premises } from '../premises.ts';
import type { GoalOptions } from './options.ts';

/** The sealed checkouts of cycles: each is laid on one base at a time. */
export interface Sites extends AsyncDisposable {
  /** Work in a checkout with the base's files and room for changes in its scope. */
  use<T>(local: Premises, extra: readonly string[], signal: AbortSignal, work: (site: Site) => Promise<T>): Promise<T>;
}

/** A checkout that stays as long as what it was made for is asked for. */
interface Slot {
  readonly folder: string;
  key?: string;
  site?: Site;
}

/** At most so many as the lanes are wide. One whose base is no longer the one in work makes room. */
export function sitesOf(options: GoalOptions, emptied: () => void): Sites {
  const slots = new Pool<Slot>(options.width, async (index) => {
    emptied();
    return { folder: join(options.folder, String(index)) };
  });
  return {
    use: (local, extra, signal, work) =>
      slots.use(signal, async (slot) => {
        const key = JSON.stringify([local.seed.tree, extra]);
        if (slot.key !== key) await close(slot);
        slot.site ??= await openSite(options, local, slot.folder, signal);
        slot.key = key;
        return work(slot.site);
      }),
    async [Symbol.asyncDispose]() {
      for (const slot of slots.made) await close(slot);
    },
  };
}

async function close(slot: Slot): Promise<void> {
  const { site } = slot;
  delete slot.site;
  delete slot.key;
  await site?.checkout[Symbol.asyncDispose]();
}

async function openSite(options: GoalOptions, local: Premises, folder: string, signal: AbortSignal): Promise<Site> {
  const { repository, inputs, bind, prepare, plan } = options;
  const { seed, scope } = local;
  const checkout = await createCheckout(repository, folder, { base: seed, scope, inputs, bind });
  const site = { checkout, temp: join(folder, 'temp') };
  const failure = prepare === undefined ? undefined : await prepareSite(site, plan, seed, prepare, signal);
  if (failure === undefined) return site;
  await checkout[Symbol.asyncDispose]();
  throw new Error(failure);
}
