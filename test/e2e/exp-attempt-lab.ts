import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openStore } from '../../src/journal/journal.ts';
import { evolve, json, processesWith, repository } from './support.ts';

let marks = 0;

export interface Lab {
  readonly folder: string;
  /** In the command line of everything that is measured. */
  readonly mark: string;
}

/** Experiments on a number in a file: the larger, the better. A word in it makes the benchmark or a gate do otherwise. */
export function lab(place?: string): Lab {
  const mark = `mark-${process.pid}-${marks++}-`;
  const folder = repository(
    {
      'value.txt': '10\n',
      'bench.sh': 'if grep -q slow value.txt; then sleep 600 & sleep 601; fi; head -1 value.txt\n',
      'gate.sh': 'echo ran >> "$TMPDIR/gate"; ! grep -q "$1" value.txt\n',
    },
    place,
  );
  json(
    evolve(folder, [
      'init',
      ...['--fitness', `sh bench.sh ${mark}`, '--files', 'value.txt', '--yes', '--unchecked', '--cores', '0', '--json'],
      ...['--gate', 'pre:first=sh gate.sh bad', '--gate', 'post:last=sh gate.sh worse'],
    ]),
  );
  return { folder, mark };
}

export const workplace = (folder: string, id: string): string => join(folder, '.evolve/r1/worktrees', id);

export function edit(folder: string, id: string, text: string): void {
  writeFileSync(join(workplace(folder, id), 'value.txt'), `${text}\n`);
}

export function begun(folder: string, text: string, parent = 'root'): string {
  const { id } = json(evolve(folder, ['exp', 'new', '--parent', parent, '-m', text, '--json']));
  edit(folder, id, text);
  return id;
}

export function known(folder: string, id: string) {
  const store = openStore(join(folder, '.evolve'));
  try {
    const view = store.journal('r1').view();
    return { entry: view.entry(id), attempts: view.attempts(id), run: view.run(), counts: view.counts() };
  } finally {
    store.close();
  }
}

export const filesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** No process, checkout or claim is left. */
export function checkTidy({ folder, mark }: Lab, when: string): void {
  expect(processesWith(mark), when).toEqual([]);
  expect(filesIn(join(folder, '.evolve/r1/evaluations')), when).toEqual([]);
  expect(filesIn(join(folder, '.evolve/locks/r1')), when).toEqual([]);
}
