import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { taskIn, workspaceIn } from '../../test/fake/task.ts';
import { siteOf } from './cli-site.ts';

it('gives a program its own variables and those that the user allows, shut in or not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-site-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  for (const name of ['OWN_KEY', 'ALLOWED', 'OTHER_KEY']) vi.stubEnv(name, 'x');
  mkdirSync(join(folder, 'tree'));
  const workspace = { ...workspaceIn(join(folder, 'tree'), join(folder, 'notes')), env: ['ALLOWED'] };
  const needs = { program: '/bin/sh', variables: ['OWN_'], config: () => ({ folders: [] }), apart: () => ({}) };
  using site = siteOf(taskIn(workspace), needs, false);
  expect(site.env).toMatchObject({ OWN_KEY: 'x', ALLOWED: 'x' });
  expect(site.env).not.toHaveProperty('OTHER_KEY');
});
