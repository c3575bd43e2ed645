import { describe, expect } from 'vitest';
import { json, processesWith } from '../support.ts';
import { findsPlanted, PLANTED, runWith } from './planted.ts';
import { itNeeds } from './support.ts';

describe('an agent of the Agent Client Protocol', () => {
  itNeeds('gemini', 'gemini --acp finds the planted improvement in a sandbox, where it asks nobody', () =>
    findsPlanted('gemini', 'acp:gemini --acp', [], /\[MODE_UPDATE\] yolo/, /request_permission/),
  );

  itNeeds('gemini', 'gemini --acp finds it without a sandbox in its mode for edits', () =>
    findsPlanted('gemini', 'acp:gemini --acp', ['--sandbox', 'off'], /\[MODE_UPDATE\] autoEdit/, /yolo"\}/),
  );

  itNeeds('gemini', 'takes a daemon along that it started', async () => {
    const seconds = `${100_000 + process.pid}`;
    const { ran } = await runWith('gemini', 'acp:gemini --acp', { daemon: { ...PLANTED, seconds } });
    expect(json(ran).best).toMatchObject({ score: 0 });
    expect(ran.calls.some(({ body }) => JSON.stringify(body).includes('started'))).toBe(true);
    expect(processesWith(`sleep\0${seconds}`)).toEqual([]);
  });

  itNeeds('opencode', 'opencode acp finds the planted improvement', async () => {
    const { ran, shown } = await runWith('opencode', 'acp:opencode acp', { edit: PLANTED }, ['--parallel', '1']);
    expect(json(ran).best).toMatchObject({ score: 0 });
    expect(shown('best').candidate.summary).toBe(PLANTED.summary);
    // With one for the title of each session.
    expect(ran.calls.length).toBeLessThanOrEqual(8);
  });
});
