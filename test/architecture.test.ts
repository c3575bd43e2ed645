import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The walls of the house: what each folder may import of the others. `name!` is any file of that folder, `name` only
 * its front door `name/name.ts`.
 */
const WALLS: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  archive: ['domain!'],
  lib: [],
  // What bench.ts is made of. It runs in the users' benchmarks, so it stays small.
  bench: [],
  code: ['domain!', 'lib!'],
  workspace: ['domain!', 'lib!'],
  journal: ['domain!', 'lib!'],
  population: ['domain!', 'lib!', 'archive'],
  spec: ['domain!', 'lib!'],
  strategy: ['domain!', 'archive', 'spec'],
  agent: ['domain!', 'lib!', 'workspace'],
  operator: ['domain!', 'lib!', 'code', 'agent', 'workspace'],
  evaluation: ['domain!', 'lib!', 'code', 'agent', 'workspace'],
  inquiry: ['domain!', 'lib!', 'code', 'agent', 'workspace'],
  lane: ['domain!', 'lib!', 'operator', 'evaluation', 'inquiry', 'workspace'],
  observer: ['domain!', 'lib!', 'journal', 'agent'],
  source: ['domain!', 'lib!', 'spec', 'code', 'agent', 'workspace'],
  loop: [
    'domain!',
    'lib!',
    'archive',
    'code',
    'workspace',
    'journal',
    'spec',
    'strategy',
    'agent',
    'operator',
    'evaluation',
    'inquiry',
    'lane',
    'source',
  ],
  command: [
    'domain!',
    'lib!',
    'archive',
    'code',
    'workspace',
    'journal',
    'population',
    'spec',
    'strategy',
    'agent',
    'operator',
    'evaluation',
    'inquiry',
    'lane',
    'observer',
    'source',
    'loop',
  ],
  surface: ['command', 'domain!', 'lib!'],
};

/** Same input, same output: no packages, no node, no clock, no dice, no process. */
const PURE = ['domain', 'archive', 'strategy'];
const IMPURE =
  /\b(Date\.now|new Date\b|Math\.random|process\.|performance\.|setTimeout|setInterval|console\.|globalThis)/;

/** Files above the folders, which see everything. */
const ROOF = ['compose.ts', 'bin.ts', 'index.ts', 'bench.ts'];

/** Only this file compares scores: rank keys are ordered and samples summed up nowhere else. */
const COMPARER = 'domain/compare.ts';
const COMPARING = /rank_?key\)?\s*[<>]|(?<!=)[<>]=?\s*rank_?key|score\s*(?<!=)[<>]=?\s*\w*score/i;

const SRC = resolve(import.meta.dirname, '../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.fixture.ts'))
  .sort();

const textOf = (file: string): string => readFileSync(join(SRC, file), 'utf8');
const importsOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((found) => found[1] ?? '');
const roomOf = (file: string): string => file.split('/')[0] ?? '';

describe('architecture', () => {
  it.each(files)('%s imports only what its folder may', (file) => {
    const room = roomOf(file);
    if (ROOF.includes(file)) return;
    const walls = WALLS[room];
    expect(walls, `no wall is written down for src/${room}`).toBeDefined();
    for (const specifier of importsOf(file)) {
      if (!specifier.startsWith('.')) {
        expect(PURE.includes(room), `${file} is pure and imports ${specifier}`).toBe(false);
        continue;
      }
      const target = relative(SRC, resolve(SRC, dirname(file), specifier));
      const other = roomOf(target);
      if (other === room) continue;
      const any = walls?.includes(`${other}!`);
      const door = walls?.includes(other) && target === `${other}/${other}.ts`;
      expect(any || door, `${file} may not import ${target}`).toBe(true);
    }
  });

  it.each(files.filter((file) => PURE.includes(roomOf(file))))('%s is pure', (file) => {
    expect(withoutComments(textOf(file))).not.toMatch(IMPURE);
  });

  it.each(files.filter((file) => file !== COMPARER))('%s leaves comparing scores to domain/compare', (file) => {
    expect(withoutComments(textOf(file))).not.toMatch(COMPARING);
  });

  it('has no barrels below the root and no file over 300 lines', () => {
    expect(files.filter((file) => file.includes('/') && file.endsWith('/index.ts'))).toEqual([]);
    expect(files.filter((file) => textOf(file).split('\n').length > 300)).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}
