import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeWhole } from './whole-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galapagos-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('makes folders, replaces what was there, and leaves nothing else', () => {
  const path = join(folder, 'a/b.json');
  writeWhole(path, 'one');
  writeWhole(path, 'two');
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(readdirSync(join(folder, 'a'))).toEqual(['b.json']);
});

it('replaces a link instead of what it leads to', () => {
  const other = join(folder, 'other');
  writeFileSync(other, 'theirs');
  symlinkSync(other, join(folder, 'link'));
  writeWhole(join(folder, 'link'), 'ours');
  expect(readFileSync(other, 'utf8')).toBe('theirs');
  expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('ours');
});

it('leaves nothing where it can’t be written', () => {
  mkdirSync(join(folder, 'taken/full'), { recursive: true });
  expect(() => writeWhole(join(folder, 'taken'), 'x')).toThrow();
  expect(readdirSync(folder)).toEqual(['taken']);
});
