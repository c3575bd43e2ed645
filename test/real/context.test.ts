import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { evolve, json } from '../e2e/support.ts';
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
  file: z.string(),
  language: z.string(),
  signature: z.string(),
  lines: z.string(),
  goal: z.string().optional(),
  imports: z.array(z.string()),
  dependencies: z.array(z.object({ name: z.string(), signature: z.string(), location: z.string() })),
});

const expected = (library: string) =>
  expectation.parse(JSON.parse(readFileSync(join(import.meta.dirname, `expected/${library}.json`), 'utf8')));

/** In Go the word may be written before each line of a group; nothing else of a statement may differ. */
const bare = (statement: string): string => statement.replace(/^import (?=")/, '').trim();

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0].replace(/\s+/g, ' ') ?? text;

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

describe.each(LIBRARY_NAMES)('the context of functions of %s', (library) => {
  const { language, functions } = expected(library);

  it.skipIf(lacks(library)).each(functions)('$target is what a reader finds', (wanted) => {
    const folder = repositoryOf(library);
    const found = answer.parse(json(evolve(folder, ['context', wanted.target, '--json'])));
    expect(found).toMatchObject({
      file: wanted.target.split('#')[0],
      language,
      signature: wanted.signature,
      lines: wanted.lines,
    });
    expect(found.goal === undefined ? null : firstSentence(found.goal)).toBe(wanted.goal);
    expect(found.imports.map(bare)).toEqual(wanted.imports);
    const heads = new Map(wanted.dependencies.map(({ name, head }) => [name, head]));
    const compared = found.dependencies.map((one) => {
      const head = heads.get(one.name);
      return head !== undefined && one.signature.startsWith(head)
        ? { name: one.name, head, location: one.location }
        : one;
    });
    expect(compared.toSorted(byName)).toEqual(wanted.dependencies.toSorted(byName));
  });
});

it.skipIf(lacks('go-version'))('two methods of one name are told apart by their types', () => {
  const { code, stderr } = evolve(repositoryOf('go-version'), ['context', 'constraint.go#Check']);
  expect(code).toBe(2);
  expect(stderr).toContain('Constraints.Check');
  expect(stderr).toContain('Constraint.Check');
});
