import { basename, join } from 'node:path';
import type { Journal } from '../domain/journal.ts';
import type { Entry, View } from '../domain/view.ts';
import { plural } from '../lib/format.ts';
import { sizeOf } from '../lib/size.ts';
import type { Observer } from '../observer/observer.ts';
import { remove } from '../workspace/workspace.ts';
import { keepsAll } from './breeding.ts';
import { candidateFolder, runFolder } from './place.ts';

const MB = 1024 * 1024;
const PAGE = 500;
/** What a candidate takes beside its logs: its objects and its rows, rounded up. */
const PER_CANDIDATE = 24 * 1024;
/** Where everybody lives, the logs of so many of the best stay. */
const BEST = 20;
/** Where the oldest candidates begin. */
const SEED = { batch: 0, ord: 0 };
/** Making room for a little only would mean to look again at once. */
const TARGET = 0.8;

/**
 * Keeps `.evolve` under its cap: the logs of candidates that are out, or not among the best, go first, oldest first; when that is not enough the
 * run is asked to stop. What is kept counts, not the checkouts of those at work.
 */
export function diskGuard(journal: Journal, stateDir: string, capMb: number, tell: (line: string) => void): Observer {
  const cap = capMb * MB;
  const folderOf = (id: string) => candidateFolder(stateDir, journal.run, id);
  let seen = journal.tail(1)[0]?.seq ?? 0;
  let taken = kept(stateDir);
  let over = false;
  let cleared = SEED;

  /** Adds what has come since the last look, without looking at all the rest again. */
  function count(): void {
    for (let page = journal.read(seen, PAGE); page.length > 0; page = journal.read(seen, PAGE)) {
      seen = page.at(-1)?.seq ?? seen;
      for (const { event } of page) {
        if (event.type === 'called') taken += sizeOf(join(runFolder(stateDir, journal.run), event.call.record)).bytes;
        if (event.type === 'evaluated') taken += PER_CANDIDATE + sizeOf(folderOf(event.candidate)).bytes;
      }
    }
  }

  function clearLogs(view: View): void {
    const keeps = keptOf(view);
    let gone = clearFrom(view, keeps, cleared);
    // Some that lived when they were passed may be out by now.
    if (taken > cap * TARGET && cleared.batch > 0) gone += clearFrom(view, keeps, SEED);
    if (gone > 0) tell(`near the disk cap: deleted the logs of ${plural(gone, 'candidate')}`);
  }

  /** Goes on from a place, oldest first, until there is room. What is still at work or just done stays. */
  function clearFrom(view: View, keeps: (entry: Entry) => boolean, from: typeof SEED): number {
    const newest = view.run()?.batch ?? 0;
    let gone = 0;
    cleared = from;
    while (taken > cap * TARGET) {
      const page = view.entriesAfter(cleared.batch, cleared.ord, PAGE);
      for (const entry of page) {
        const { id, batch, ord } = entry.proposal;
        if (batch >= newest || entry.placement === undefined || taken <= cap * TARGET) return gone;
        cleared = { batch, ord };
        const size = keeps(entry) ? 0 : sizeOf(folderOf(id)).bytes;
        if (size === 0) continue;
        remove(folderOf(id));
        taken -= size;
        gone++;
      }
      if (page.length < PAGE) return gone;
    }
    return gone;
  }

  return {
    look(view) {
      count();
      if (taken <= cap || over) return;
      taken = kept(stateDir);
      if (taken > cap) clearLogs(view);
      over = taken > cap;
      if (!over) return;
      const reason = `.evolve takes ${Math.ceil(taken / MB)} MB, more than its cap of ${capMb} MB. Make room with \`evolve clean\`, or raise --disk.`;
      journal.append((now) => (now.run()?.stopRequested === undefined ? [{ type: 'stop-requested', reason }] : []));
    },
  };
}

/** Whose logs stay: the best's, and those of the living, or of the best of them where everybody lives. */
function keptOf(view: View): (entry: Entry) => boolean {
  const config = view.run()?.config;
  const best = view.best()?.proposal.id;
  if (config === undefined || !keepsAll(config)) return ({ proposal, alive }) => alive || proposal.id === best;
  const home = view.entries(0)[0]?.proposal.home ?? '';
  const kept = new Set(view.claims(home, 0, BEST).map(({ id }) => id));
  return ({ proposal }) => proposal.id === best || kept.has(proposal.id);
}

/** Not counted: what is gone or folded in when nobody works here. */
const passing = /^(?:lanes|evaluations|tmp|.*-wal|.*-shm)$/;

const kept = (stateDir: string): number => sizeOf(stateDir, (path) => passing.test(basename(path))).bytes;
