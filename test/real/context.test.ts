import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { evolve, json, type Result, start } from '../e2e/support.ts';
import { LIBRARY_NAMES, lacks, repositoryOf } from './libraries.ts';

const dependency = z.object({
  name: z.string(),
  signature: z.string().optional(),
  /** How the signature of a class, type or value begins. */
  head: z.string().optional(),
  location: z.string(),
});
const expectation = z.object({
  language: z.string(),
  functions: z.array(
    z.object({
      target: z.string(),
      signature: z.string(),
      lines: z.string(),
      goal: z.string().nullable(),
      imports: z.array(z.string()),
      dependencies: z.array(dependency),
    }),
  ),
});

/** What the command answers, as far as it is compared. */
const answer = z.object({
  path: z.string(),
  language: z.string(),
  signature: z.string(),
  lines: z.tuple([z.number(), z.number()]),
  goal: z.string().optional(),
  imports: z.array(z.string()),
  dependencies: z.array(z.object({ name: z.string(), signature: z.string(), path: z.string(), same: z.boolean() })),
});

const expected = (library: string) =>
  expectation.parse(JSON.parse(readFileSync(join(import.meta.dirname, `expected/${library}.json`), 'utf8')));

/** In Go the word may be written before each line of a group; nothing else of a statement may differ. */
const bare = (statement: string): string => statement.replace(/^import (?=")/, '').trim();

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0].replace(/\s+/g, ' ') ?? text;

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

const NOTHING: Result = { code: null, signal: null, stdout: '', stderr: 'no result' };

/** Dependencies in the form of those expected: the head alone where only that is compared. */
function compared({ dependencies }: z.infer<typeof answer>, wanted: readonly z.infer<typeof dependency>[]) {
  const heads = new Map(wanted.map(({ name, head }) => [name, head]));
  return dependencies.map(({ name, signature, path, same }) => {
    const head = heads.get(name);
    const isHead = head !== undefined && signature.startsWith(head);
    return { name, ...(isHead ? { head } : { signature }), location: same ? 'same file' : path };
  });
}

it.skipIf(LIBRARY_NAMES.some((library) => lacks(library))).each(LIBRARY_NAMES)(
  'the context of functions of %s is what a reader finds',
  async (library) => {
    const { language, functions } = expected(library);
    const folder = repositoryOf(library);
    const results = await Promise.all(
      functions.map(({ target }) => start(folder, ['context', target, '--json']).ended),
    );
    for (const [index, { target, signature, lines, goal, imports, dependencies }] of functions.entries()) {
      const found = answer.parse(json(results[index] ?? NOTHING));
      expect
        .soft({ ...found, lines: found.lines.join('-') }, target)
        .toMatchObject({ path: target.split('#')[0], language, signature, lines });
      expect.soft(found.goal === undefined ? null : firstSentence(found.goal), target).toBe(goal);
      expect.soft(found.imports.map(bare), target).toEqual(imports);
      expect.soft(compared(found, dependencies).toSorted(byName), target).toEqual(dependencies.toSorted(byName));
    }
  },
);

it.skipIf(lacks('go-version'))('two methods of one name are told apart by their types', () => {
  const { code, stderr } = evolve(repositoryOf('go-version'), ['context', 'constraint.go#Check']);
  expect(code).toBe(2);
  expect(stderr).toContain('Constraints.Check');
  expect(stderr).toContain('Constraint.Check');
});
