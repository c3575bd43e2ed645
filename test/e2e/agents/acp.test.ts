import { describe, expect } from 'vitest';
import { json, processesWith } from '../support.ts';
import { findsPlanted, PLANTED, runWith } from './planted.ts';
import { itNeeds } from './support.ts';

/** What is asked of us, since the folder is not one that gemini trusts. */
const ASKED = /"method":"session\/request_permission"/;

describe('an agent of the Agent Client Protocol', () => {
  itNeeds('gemini', 'gemini --acp finds the planted improvement without a sandbox, and is permitted to edit', () =>
    findsPlanted('gemini', 'acp:gemini --acp', ['--sandbox', 'off'], ASKED, /never so/),
  );

  itNeeds(
    'gemini',
    'gemini --acp finds it in a sandbox, where it may start a daemon that does not outlive it',
    async () => {
      const seconds = 100_000 + process.pid;
      const { ran, shown } = await runWith('gemini', 'acp:gemini --acp', { daemon: { ...PLANTED, seconds } });
      expect(json(ran).best, ran.stderr).toMatchObject({ score: 0 });
      expect(shown('best').candidate.summary).toBe(PLANTED.summary);
      expect(ran.calls.some(({ lastToolResult }) => lastToolResult?.includes('started'))).toBe(true);
      expect(processesWith(`sleep\0${seconds}`)).toEqual([]);
    },
  );

  itNeeds('opencode', 'opencode acp finds the planted improvement', async () => {
    const { ran, shown } = await runWith('opencode', 'acp:opencode acp', { edit: PLANTED }, ['--parallel', '1']);
    expect(json(ran).best, ran.stderr).toMatchObject({ score: 0 });
    expect(shown('best').candidate.summary).toBe(PLANTED.summary);
    // With one for the title of each session.
    expect(ran.calls.length).toBeLessThanOrEqual(8);
  });
});
