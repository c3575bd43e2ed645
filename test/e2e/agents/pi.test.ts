import { describe, expect } from 'vitest';
import { findsPlanted, runWith } from './planted.ts';
import { itNeeds } from './support.ts';

/** Without a sandbox it has no such tool. */
const SHELL = /"name":"bash"/;

describe('pi', () => {
  itNeeds('pi', 'finds the planted improvement in a sandbox', () =>
    findsPlanted('pi', 'pi:scripted/mock-1', [], SHELL, /never so/),
  );

  itNeeds('pi', 'finds it without a sandbox, with tools for edits alone', () =>
    findsPlanted('pi', 'pi', ['--sandbox', 'off'], /"name":"edit"/, SHELL),
  );

  itNeeds('pi', 'stops the run when its key is refused, though it exits with 0', async () => {
    const { ran } = await runWith('pi', 'pi', { always: { status: 401 } });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/pi: 401 .*Log in/);
    expect(ran.calls.length).toBeLessThanOrEqual(2);
  });
});
