import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { openStore } from '../../src/journal/journal.ts';
import { type ModelServer, type Script, startModelServer } from '../fake/model/server.mjs';
import {
  evolve,
  fingerprint,
  git,
  json,
  processesWith,
  type Result,
  repository,
  SHELL_SQUARES,
  start,
  temporary,
} from './support.ts';

/** Dollars for a million tokens of the scripted model. */
export const PRICE = { input: 2, output: 10 };

/** The scripted model by its API. */
export const modelAt = ({ url }: ModelServer): string => `llm:mock-1@${url}/v1`;

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A scripted model until the end of the test. */
export async function served(script: Script): Promise<ModelServer> {
  const server = await startModelServer(script);
  servers.push(server);
  return server;
}

/** An answer that writes the file whole. */
export const wrote = (numbers: string, path = 'numbers.js'): string =>
  `${path}\n\n\`\`\`js\nmodule.exports = [${numbers}];\n\`\`\`\n\nWrote [${numbers}]`;

let marks = 0;

/** One repository and what is run in it, with a mark by which its processes are found. */
export interface Place {
  readonly folder: string;
  readonly mark: string;
  run(flags: readonly string[], env?: Readonly<Record<string, string>>): ReturnType<typeof start>;
  events(): readonly Event[];
  shown(id: string): ReturnType<typeof json>;
  status(): ReturnType<typeof json>;
  /** Nothing of any run is left, and the user's files are as they were. */
  clean(): void;
}

export function place(files: Readonly<Record<string, string>> = SHELL_SQUARES): Place {
  const folder = repository(files);
  const before = fingerprint(folder);
  const mark = `fault-${process.pid}-${marks++}-`;
  const tmp = join(temporary(), mark);
  mkdirSync(tmp);
  const args = ['run', `sh bench.sh ${mark}`, '--files', 'numbers.js', '--yes', '--json', '--resume'];
  return {
    folder,
    mark,
    run: (flags, env = {}) => start(folder, [...args, ...flags], { TMPDIR: tmp, ...env }),
    events: () => eventsIn(folder),
    shown: (id) => json(evolve(folder, ['show', id, '--json'])),
    status: () => json(evolve(folder, ['status', '--json'])),
    clean() {
      expect(processesWith(mark)).toEqual([]);
      expect(fingerprint(folder)).toEqual(before);
      expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
      expect(existsSync(join(folder, '.evolve/r1/lanes'))).toBe(false);
      expect(readdirSync(join(folder, '.evolve/tmp'))).toEqual([]);
      const locks = join(folder, '.evolve/locks/r1');
      expect(existsSync(locks) ? readdirSync(locks) : []).toEqual([]);
      expect(readdirSync(tmp)).toEqual([]);
    },
  };
}

export function eventsIn(folder: string): readonly Event[] {
  const store = openStore(join(folder, '.evolve'));
  const all = store.journal('r1').read(0, 100_000);
  store.close();
  return all.map(({ event }) => event);
}

/** The calls of a run that ended, in the order in which they did. */
export const called = ({ events }: Place) => events().flatMap((event) => (event.type === 'called' ? [event.call] : []));

export const documentOf = ({ stdout }: Result): ReturnType<typeof JSON.parse> => JSON.parse(stdout);
