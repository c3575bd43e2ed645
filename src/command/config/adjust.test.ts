import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { EXPERIMENTING } from '../../domain/config.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { begin, labConfig, openTree } from '../exp/lab.fixture.ts';
import { adjust } from './adjust.ts';

it('knows a clone that somebody works in by whatever path it is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-slots-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'clone'));
  symlinkSync('clone', join(folder, 'link'));
  const journal = memoryJournal('r1', () => 0);
  const places = { kind: 'pool' as const, slots: [join(folder, 'link')] };
  openTree(journal, 10, labConfig({}, { experiments: { ...EXPERIMENTING, places } }));
  const id = begin(journal, 'root', 'a heap');
  const where = realpathSync(join(folder, 'clone'));
  journal.append(() => [{ type: 'leased', experiment: id, place: { kind: 'pool', where } }]);
  expect(adjust(journal, { pool: [join(folder, 'link'), '/more'] })).toEqual(['experiments.pool']);
  expect(adjust(journal, { pool: [where] })).toEqual(['experiments.pool']);
  expect(() => adjust(journal, { pool: ['/more'] })).toThrow(`${id} would lose the place`);
  expect(() => adjust(journal, { workspaces: 'worktree' })).toThrow(`${id} would lose the place`);
});
