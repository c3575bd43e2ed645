import { describe, expect } from 'vitest';
import { findsPlanted, runWith } from './planted.ts';
import { itNeeds } from './support.ts';

const SKIPS = /"permissionMode":\s*"bypassPermissions"/;
const EDITS = /"permissionMode":\s*"acceptEdits"/;

describe('claude', () => {
  itNeeds('claude', 'finds the planted improvement in a sandbox', () =>
    findsPlanted('claude', 'claude', [], SKIPS, EDITS),
  );

  itNeeds('claude', 'finds it without a sandbox in its edit-only mode', () =>
    findsPlanted('claude', 'claude:claude-sonnet-4-5', ['--sandbox', 'off'], EDITS, SKIPS),
  );

  itNeeds('claude', 'stops the run when the key is wrong', async () => {
    const { ran } = await runWith('claude', 'claude', { always: { status: 401, message: 'bad key' } });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/claude: .*401.*\/login/);
  });
});
