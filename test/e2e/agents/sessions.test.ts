import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { agentOf } from '../../../src/agent/agent.ts';
import { edit } from '../../fake/model/scripts.mjs';
import { startModelServer } from '../../fake/model/server.mjs';
import { taskIn, workspaceIn } from '../../fake/task.ts';
import { fingerprint, temporary, write } from '../support.ts';
import { type AgentName, homeFor } from './homes.ts';
import { PLANTED } from './planted.ts';
import { COMMANDS, itNeeds } from './support.ts';

/** Two worktrees, and one agent for whom the model makes the same edit in whichever it is asked about. */
async function twoWorktrees(name: AgentName) {
  const server = await startModelServer(edit(PLANTED));
  const place = temporary();
  const env = { ...homeFor([name], place, server.url), PATH: `${COMMANDS}:${process.env.PATH}` };
  for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });
  const worktree = (folder: string) => {
    const root = join(place, folder, 'tree');
    write(root, { [PLANTED.path]: `${PLANTED.find}\n` });
    mkdirSync(join(place, folder, 'notes'), { recursive: true });
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['commit', '-qm', 'start'],
    ])
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root });
    return workspaceIn(root, join(place, folder, 'notes'));
  };
  const agent = agentOf(name);
  const ask = (workspace: ReturnType<typeof worktree>, text: string, session?: string) => {
    const task = { prompt: { system: '', text }, timeoutMs: 60_000, ...(session === undefined ? {} : { session }) };
    return agent.run(taskIn(workspace, task), new AbortController().signal);
  };
  const heard = () => server.calls.map(({ body }) => JSON.stringify(body));
  return { a: worktree('a'), b: worktree('b'), ask, heard };
}

describe.each(['claude', 'codex', 'pi'] as const)('a session of %s', (name) => {
  itNeeds(name, 'goes on in another worktree, in a copy, and the first stays as it was', async () => {
    const { a, b, ask, heard } = await twoWorktrees(name);
    const first = await ask(a, 'Raise the FIRST numbers.');
    if (first.kind !== 'answered' || first.session === undefined)
      throw new Error(`no session: ${JSON.stringify(first)}`);
    const before = fingerprint(a.root);
    const known = heard().length;
    const second = await ask(b, 'Raise the SECOND numbers.', first.session);
    expect(second).toMatchObject({ kind: 'answered', session: expect.any(String) });
    expect(second.kind === 'answered' && second.session).not.toBe(first.session);
    const asked = heard().slice(known).join('\n');
    expect(asked).toContain('FIRST');
    expect(asked).toContain('SECOND');
    expect(readFileSync(join(b.root, PLANTED.path), 'utf8')).toContain(PLANTED.replace);
    expect(fingerprint(a.root)).toEqual(before);
    // What was copied is there for the next one.
    const third = await ask(a, 'Raise the THIRD numbers.', first.session);
    expect(third.kind).toBe('answered');
    expect(heard().at(-1)).not.toContain('SECOND');
  });

  itNeeds(name, 'that is not there is done without', async () => {
    const { a, ask } = await twoWorktrees(name);
    expect(await ask(a, 'Raise the numbers.', randomUUID())).toMatchObject({ kind: 'answered' });
    expect(readFileSync(join(a.root, PLANTED.path), 'utf8')).toContain(PLANTED.replace);
  });
});
