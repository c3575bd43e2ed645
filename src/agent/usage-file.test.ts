import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Workspace } from '../domain/workspace.ts';
import { readUsage, usageFile } from './usage-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-usage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const workspace: Workspace = {
  root: folder,
  cwd: folder,
  notes: join(folder, 'notes'),
  conflicts: [],
  unmerged: [],
  mounts: [{ from: folder, to: folder }],
  save: () => Promise.reject(new Error('nothing to save')),
  load: () => Promise.reject(new Error('nothing to load')),
  renew: () => Promise.reject(new Error('nothing to renew')),
};

describe('the usage file', () => {
  it.each([
    ['{"usd": 0.25}', { usd: 0.25 }],
    ['{"usd": 0, "model": "gpt-5"}', { usd: 0, model: 'gpt-5' }],
    ['{"input": 10, "output": 2}', { usage: { input: 10, cached: 0, kept: 0, output: 2 } }],
    ['{"input": 10, "cached": 30}', { usage: { input: 10, cached: 10, kept: 0, output: 0 } }],
    ['{"cached": 3}', {}],
    ['{"usd": -1, "input": "many", "output": null}', {}],
    ['{"usd": 1e999}', {}],
    ['[1, 2]', {}],
    ['null', {}],
    ['{"usd": 0.25', {}],
    ['', {}],
  ])('reads %s', (text, spent) => {
    const { file } = usageFile(workspace);
    writeFileSync(file, text);
    expect(readUsage(file)).toEqual(spent);
  });

  it('is gone before the next attempt, and its folder after one that said nothing', () => {
    const { file, mounts } = usageFile(workspace);
    expect(mounts).toEqual([{ from: dirname(file), to: dirname(file), writable: true }]);
    writeFileSync(file, '{"usd": 1}');
    expect(readUsage(usageFile(workspace).file)).toEqual({});
    expect(existsSync(dirname(file))).toBe(false);
  });

  it('follows no link and reads nothing endless', () => {
    const { file } = usageFile(workspace);
    writeFileSync(join(folder, 'elsewhere.json'), '{"usd": 1}');
    symlinkSync(join(folder, 'elsewhere.json'), file);
    expect(readUsage(file)).toEqual({});
    rmSync(file);
    writeFileSync(file, `{"usd": 1${' '.repeat(70_000)}}`);
    expect(readUsage(file)).toEqual({});
  });
});
