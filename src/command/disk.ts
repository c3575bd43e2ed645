import { basename, join } from 'node:path';
import type { Journal } from '../domain/journal.ts';
import type { View } from '../domain/view.ts';
import { plural } from '../lib/format.ts';
import { sizeOf } from '../lib/size.ts';
import type { Observer } from '../observer/observer.ts';
import { remove } from '../workspace/workspace.ts';
import { candidateFolder, runFolder } from './place.ts';

const MB = 1024 * 1024;
const PAGE = 500;
/** What a candidate takes beside its logs: its objects and its rows, rounded up. */
const PER_CANDIDATE = 24 * 1024;
/** Making room for a little only would mean to look again at once. */
const TARGET = 0.8;

/**
 * Keeps `.evolve` under its cap: the logs of candidates that are out go first, oldest first; when that is not enough the
 * run is asked to stop. What is kept counts, not the checkouts of those at work.
 */
export function diskGuard(journal: Journal, stateDir: string, capMb: number, tell: (line: string) => void): Observer {
  const cap = capMb * MB;
  const folderOf = (id: string) => candidateFolder(stateDir, journal.run, id);
  let seen = journal.tail(1)[0]?.seq ?? 0;
  let taken = kept(stateDir);
  let over = false;

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
    const best = view.best()?.proposal.id;
    const newest = view.run()?.batch ?? 0;
    let gone = 0;
    for (let batch = 1; batch < newest && taken > cap * TARGET; batch++) {
      for (const { proposal, alive } of view.entries(batch)) {
        const size = alive || proposal.id === best ? 0 : sizeOf(folderOf(proposal.id)).bytes;
        if (size === 0) continue;
        remove(folderOf(proposal.id));
        taken -= size;
        gone++;
      }
    }
    if (gone > 0) tell(`near the disk cap: deleted the logs of ${plural(gone, 'candidate')}`);
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

/** Not counted: what is gone or folded in when nobody works here. */
const passing = /^(?:lanes|tmp|.*-wal|.*-shm)$/;

const kept = (stateDir: string): number => sizeOf(stateDir, (path) => passing.test(basename(path))).bytes;
