import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sweep, temporaryFolder } from './temporary.ts';

/** Larger than any process id. */
const NOBODY = 2 ** 30;
const DAY_MS = 24 * 60 * 60_000;

it('bears the name of its process', () => {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(basename(folder)).toMatch(new RegExp(`^galapagos-agent-${process.pid}-`));
});

it('of a process that is gone is taken away a day later, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-sweep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names = [`galapagos-agent-${NOBODY}-a`, `galapagos-agent-${process.pid}-b`, 'galapagos-agent-c', 'mine'];
  for (const name of names) mkdirSync(join(folder, name, 'tmp'), { recursive: true });
  sweep(folder, Date.now() + DAY_MS / 2);
  expect(readdirSync(folder)).toHaveLength(4);
  sweep(folder, Date.now() + 2 * DAY_MS);
  expect(readdirSync(folder).sort()).toEqual(names.slice(1).sort());
  sweep(join(folder, 'nowhere'), Date.now());
});
