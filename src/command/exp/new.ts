import { join, relative } from 'node:path';
import { EXPERIMENTING } from '../../domain/config.ts';
import type { Event } from '../../domain/event.ts';
import { COMMITTED, type Lease } from '../../domain/experiment.ts';
import { gatesFor } from '../../domain/inheritance.ts';
import type { View } from '../../domain/view.ts';
import { plural } from '../../lib/format.ts';
import { boundary } from '../../lib/seam.ts';
import { UserError } from '../../lib/user-error.ts';
import { list, text } from '../option.ts';
import { whyNoParent } from './admission.ts';
import { experimentOf } from './document.ts';
import type { Lab } from './lab.ts';
import { tagOf, wordsOf } from './said.ts';
import {
  factsNow,
  giveBackLeftovers,
  leasedPlace,
  takenBy,
  versionIn,
  type Workshop,
  withPool,
  withWorkshop,
} from './site.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  parent: text('--parent <id>', 'what it starts from: root, or a committed experiment'),
  message: text('-m, --message <hypothesis>', 'what is to be changed, and why that should help'),
  tag: list('--tag <tag>', 'a word to find it by; may be repeated'),
} as const;

interface Allocated {
  readonly id: string;
  readonly parent: string;
  readonly hypothesis: string;
  /** The folder to work in; null where it is on another machine. */
  readonly worktree: string | null;
  /** Files that may change, in the workspace. */
  readonly files: readonly string[];
  /** How many there are in all. */
  readonly files_total: number;
  /** What it will have to pass. */
  readonly gates: readonly { readonly name: string; readonly phase: 'pre' | 'post'; readonly from: string }[];
  readonly attempts: number;
  readonly commit: 'all' | 'tracked-only';
  readonly next: readonly string[];
}

/** More files than these nobody reads. */
const MOST_FILES = 200;

export const command = experimentVerb<typeof OPTIONS, Allocated>({
  details:
    'Gives it a workspace of its own with the files of its parent. Nothing that is done there reaches your code.',
  examples: [
    'evolve exp new --parent root -m "a heap for the queue: fewer comparisons"',
    'evolve exp new --parent exp_0003 -m "cache the keys" --tag cache --json',
  ],
  positional: [],
  options: OPTIONS,
  async run(lab, { parent, message, tag = [] }) {
    if (parent === undefined)
      throw new UserError(
        'Where does it start? Add --parent root, or one that evolve exp frontier names as worth going on from.',
      );
    if (message === undefined) throw new UserError('What is to be tried? Say it with -m "…".');
    const from = experimentOf(lab, parent).proposal.id;
    const hypothesis = wordsOf(message, `evolve exp new --parent ${from} -m "…"`, lab);
    const tags = tag.map((one) => tagOf(one, lab));
    return withWorkshop(lab, async (shop) => {
      await giveBackLeftovers(lab, shop);
      const asked = { parent: from, message: hypothesis, tags };
      const { places } = factsNow(lab).config.adjustable.experiments ?? EXPERIMENTING;
      const { id, place } =
        places.kind === 'pool' ? await inPool(lab, shop, asked) : await inWorktree(lab, shop, asked);
      return allocated(lab, shop, id, place);
    });
  },
  text({ id, parent, worktree, files, files_total, gates, attempts, next }) {
    const more = files_total > SHOWN ? ` … (${plural(files_total, 'file')})` : '';
    return [
      `${id} from ${parent}${worktree === null ? '' : `: work in ${worktree}`}`,
      `may change  ${files.slice(0, SHOWN).join('  ')}${more}`,
      ...(gates.length === 0 ? [] : [`must pass   ${gates.map(({ name }) => name).join(', ')}`]),
      `Then, up to ${plural(attempts, 'time')} until it is better: ${next.join('')}`,
    ].join('\n');
  },
});

const SHOWN = 5;

interface Asked {
  readonly parent: string;
  readonly message: string;
  readonly tags: readonly string[];
}

interface Placed {
  readonly id: string;
  readonly place: Lease;
}

/** Proposed first, so that many at once have names of their own; one that is killed before it has a workspace gets it later. */
async function inWorktree(lab: Lab, shop: Workshop, asked: Asked): Promise<Placed> {
  let id = '';
  const recorded = lab.journal.append((now) => {
    id = nextId(now);
    return proposed(now, id, asked);
  });
  if (recorded.length === 0) throw refused(lab, asked.parent);
  boundary();
  return { id, place: await leasedPlace(lab, shop, id) };
}

/** The clone first: where all of them are in use, nothing is left behind. */
function inPool(lab: Lab, shop: Workshop, asked: Asked): Promise<Placed> {
  return withPool(lab, async () => {
    for (;;) {
      const view = lab.journal.view();
      const id = nextId(view);
      const parent = experimentOf({ view }, asked.parent);
      if (whyNoParent(view, parent) !== undefined) throw refused(lab, asked.parent);
      const leased = await shop.workplaces.lease(id, versionIn(parent), takenBy(factsNow(lab), id));
      if (leased.kind === 'full') throw new UserError(leased.reason);
      const place = leased.lease;
      boundary();
      const recorded = lab.journal.append((now) => {
        const events = nextId(now) === id ? proposed(now, id, asked) : [];
        return events.length === 0 ? [] : [...events, { type: 'leased', experiment: id, place }];
      });
      if (recorded.length > 0) return { id, place };
      await shop.workplaces.release(place);
    }
  });
}

function refused(lab: Lab, parent: string): Error {
  const view = lab.journal.view();
  return new UserError(whyNoParent(view, experimentOf({ view }, parent)) ?? `${parent} has just changed: try again.`);
}

/** Their number goes up by one each; only an imported run may have names that are taken. */
function nextId(view: View): string {
  for (let number = view.counts().proposed + 1; ; number++) {
    const id = `exp_${String(number).padStart(4, '0')}`;
    if (view.entry(id) === undefined) return id;
  }
}

function proposed(view: View, id: string, { parent, message, tags }: Asked): readonly Event[] {
  const from = view.entry(parent);
  if (from === undefined || whyNoParent(view, from) !== undefined) return [];
  const batch = (view.run()?.batch ?? 0) + 1;
  const proposal = {
    id,
    batch,
    ord: 0,
    home: COMMITTED,
    operator: 'brief' as const,
    by: 'hand',
    hand: true as const,
    parents: [parent] as const,
    inspirations: [],
    brief: { objective: message, boundaries: [], pointers: [] },
  };
  return [
    { type: 'proposed', proposal },
    ...(tags.length === 0 ? [] : [{ type: 'tagged' as const, experiment: id, tags: [...new Set(tags)] }]),
  ];
}

async function allocated(lab: Lab, shop: Workshop, id: string, place: Lease): Promise<Allocated> {
  const view = lab.journal.view();
  const { proposal } = experimentOf({ view }, id);
  const folder = shop.workplaces.folder(place);
  const { config } = factsNow(lab);
  const { attempts, commit } = config.adjustable.experiments ?? EXPERIMENTING;
  // By their paths in the folder to work in, which may be below the root.
  const shown = (path: string): string => {
    const inside = relative(config.identity.folder, path);
    return folder === undefined ? inside : join(folder, inside);
  };
  const paths = await filesOf(view, shop, proposal.parents[0]);
  return {
    id,
    parent: proposal.parents[0],
    hypothesis: proposal.brief.objective,
    worktree: folder ?? null,
    files: paths.slice(0, MOST_FILES).map(shown),
    files_total: paths.length,
    gates: gatesFor(view, id).map(({ gate: { name, phase }, from }) => ({ name, phase, from })),
    attempts,
    commit,
    next: [`evolve exp eval ${id}`],
  };
}

/** The files in scope that the parent has: those of the base, less what it deletes, and what it adds. */
async function filesOf(view: View, { repository, scope, files }: Workshop, parent: string): Promise<readonly string[]> {
  const base = view.run()?.base.commit ?? '';
  const paths = new Set(files);
  for (const { path, after } of await repository.changes(base, versionIn(view.entry(parent)).commit)) {
    if (!scope.has(path)) continue;
    if (after === undefined || after.mode === '120000') paths.delete(path);
    else paths.add(path);
  }
  return [...paths].sort();
}
