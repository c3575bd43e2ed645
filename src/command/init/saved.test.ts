import { array, assert, asyncProperty, constantFrom, integer, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editSettings } from '../../spec/spec.ts';
import { type FileInput, parseConfig } from '../config/file.ts';
import { missingIn, newConfig } from './saved.ts';

const text = string({ minLength: 1 }).filter((one) => one.trim() !== '' && one.trim() === one);

describe('settings written to evolve.yaml', () => {
  it('are read as what they were', async () => {
    const given = record(
      {
        fitness: text,
        files: array(text, { minLength: 1, maxLength: 3 }),
        direction: constantFrom('max' as const, 'min' as const),
        goal: text,
        timeout: integer({ min: 1, max: 10_000_000 }),
        memory: integer({ min: 1, max: 100_000 }),
        maxAttempts: integer({ min: 1, max: 9 }),
        frontier: constantFrom('softmax' as const, 'top-k' as const),
        frontierParams: constantFrom('{"k":3}'),
        holdout: text,
        cores: integer({ min: 0, max: 4 }),
        margin: integer({ min: 1, max: 9 }),
      },
      { requiredKeys: ['fitness', 'files'] },
    );
    await assert(
      asyncProperty(given, async (input) => {
        const written = await newConfig(input);
        expect(await parseConfig(written, 'evolve.yaml')).toEqual(input);
        expect(await missingIn(written, input)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('say for which command a path is', async () => {
    const input: FileInput = {
      fitness: 'x',
      files: ['a'],
      allowRead: ['/data', 'gates:/tests'],
      allowNetwork: ['fitness'],
    };
    const read = await parseConfig(await newConfig(input), 'evolve.yaml');
    expect(read.allowRead?.toSorted()).toEqual(['/data', 'gates:/tests']);
    expect(read.allowNetwork).toEqual(['fitness']);
  });

  it('are added to a file that has others', async () => {
    const before = '# mine\nfitness: a # first\nk: 4\n';
    const missing = await missingIn(before, { fitness: 'b', files: ['x'], maxAttempts: 2 });
    expect(missing.map(({ path }) => path.join('.'))).toEqual(['fitness', 'files', 'experiments.max-attempts']);
    expect(await editSettings(before, missing)).toBe(
      '# mine\nfitness: b # first\nk: 4\nfiles:\n  - x\nexperiments:\n  max-attempts: 2\n',
    );
  });
});
