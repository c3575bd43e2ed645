import { join } from 'node:path';
import type { Database } from '../lib/sqlite.ts';
import { UserError } from '../lib/user-error.ts';
import { inTransaction } from './connection.ts';
import { EARLIER, earlierIn } from './earlier.ts';
import { record, settle, settlerWith } from './placing.ts';
import { checked, islandsIn, type Settings } from './settings.ts';
import { type Query, type State, stateOf } from './tables.ts';

/** Gives the store its settings and what an earlier population held; another process may do so first. */
export function prepared(
  database: Database,
  query: Query,
  folder: string,
  given: Partial<Settings>,
  tell: (line: string) => void,
): void {
  const fits = () => {
    const row = query('state').get();
    return row !== undefined && differing(stateOf(row).settings, given).length === 0;
  };
  if (fits()) return;
  inTransaction(database, () => {
    if (fits()) return;
    const row = query('state').get();
    if (row === undefined) begin(query, folder, given, tell);
    else change(query, folder, stateOf(row), given);
  });
}

function begin(query: Query, folder: string, given: Partial<Settings>, tell: (line: string) => void): void {
  const earlier = earlierIn(folder, given.metric);
  const settings = checked({ ...earlier?.settings, ...given });
  query('begin').run(JSON.stringify(settings), earlier?.generation ?? 0, (earlier?.current ?? 0) % settings.islands);
  for (const island of islandsIn(settings)) query('island').run(island);
  if (earlier === undefined) return;
  for (const program of earlier.programs) {
    const { id, score, ...rest } = program;
    const island = rest.island % settings.islands;
    const who = settlerWith(id, score, settings.direction);
    // A copy on another island is the same program.
    if (query('program').get(id) === undefined) record(query, who, { ...rest, island });
    settle(query, settings, island, who);
  }
  const left = earlier.leftOut === 0 ? '' : `, ${earlier.leftOut} without id or score left out`;
  tell(`read ${earlier.programs.length} programs of ${join(folder, EARLIER)}${left}; the file stays as it is`);
}

function change(query: Query, folder: string, { settings }: State, given: Partial<Settings>): void {
  const [name] = differing(settings, given);
  if (query('first').get() !== undefined)
    throw new UserError(
      `${folder} holds programs under another setting of ${name}. Leave that out, or choose another folder.`,
    );
  const changed = checked({ ...settings, ...given });
  query('resettle').run(JSON.stringify(changed));
  query('clearIslands').run();
  for (const island of islandsIn(changed)) query('island').run(island);
}

const differing = (settings: Settings, given: Partial<Settings>): readonly string[] =>
  Object.entries(given)
    .filter(([name, value]) => Object.entries(settings).find(([one]) => one === name)?.[1] !== value)
    .map(([name]) => name);
