import { expect, it } from 'vitest';
import { extentOf } from './extent.ts';

it.each([
  [{ a: ['1\n2\n3\n', '1\nx\n3\n4\n'] }, '1 file, +2 −1 lines'],
  [{ a: [null, '1\n2\n'], b: ['1\n', null] }, '2 files, +2 −1 lines'],
  [{ a: ['a\nb\nc\nd\n', 'b\nd\na\n'] }, '1 file, +1 −2 lines'],
  [{ a: ['same', 'same'] }, '1 file, +0 −0 lines'],
] satisfies [Record<string, [string | null, string | null]>, string][])('of %j is %s', async (files, said) => {
  const given = Object.entries<[string | null, string | null]>(files);
  const changes = new Map(given.map(([path, [, after]]) => [path, after === null ? null : Buffer.from(after)]));
  const before = new Map(given.map(([path, [text]]) => [path, text === null ? undefined : Buffer.from(text)]));
  expect(await extentOf(changes, async (path) => before.get(path))).toBe(said);
});
