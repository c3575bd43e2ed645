import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { remove } from '../workspace/workspace.ts';
import { openDesk } from './desk.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-'));
afterEach(() => remove(folder));

describe('a desk', () => {
  it('has nothing in common with one for the same candidate, and keeps the notes of the last call apart from all else', () => {
    const kept = join(folder, 'candidates/c1/judge');
    const [first, second] = [openDesk({ folder, kept }), openDesk({ folder, kept })];
    expect(new Set([first.root, second.root, first.notes, second.notes]).size).toBe(4);
    writeFileSync(join(first.notes, 'prompt.md'), 'first');
    writeFileSync(join(second.notes, 'prompt.md'), 'second');
    first[Symbol.dispose]();
    expect(readFileSync(join(second.notes, 'prompt.md'), 'utf8')).toBe('second');
    second[Symbol.dispose]();
    expect(readFileSync(join(kept, 'prompt.md'), 'utf8')).toBe('second');
    expect(readdirSync(folder)).toEqual(['candidates']);
  });

  it('leaves nothing where nothing is to be kept', () => {
    const desk = openDesk({ folder });
    desk[Symbol.dispose]();
    expect(existsSync(desk.notes)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
