import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled } from '../workspace/compiled.fixture.ts';
import { repositoryWith, scratch, write } from '../workspace/test-kit.ts';
import type { Answers } from './kill.fixture.ts';

const item = (title: string, more = {}) => ({ title, type: 'bug', severity: 'high', description: 'd', ...more });
const FILES = {
  'plan.md': '1. `rig-1` one\n2. `rig-2` two\n',
  '.agents/rpi/next-work.jsonl': `odd\n${JSON.stringify({
    source_epic: 'ag-1',
    items: [
      item('A'),
      item('B'),
      item('Done', { proof_ref: { kind: 'evidence_only_closure', target_id: 't1' } }),
      item('Left', { claim_status: 'in_progress', claimed_by: 'evolve:cycle-9', claimed_at: 'T' }),
    ],
  })}\n`,
  'issues.json': JSON.stringify([
    { id: 'ag-2', title: 'Issue', status: 'open' },
    { id: 'ag-5', title: 'Left', status: 'in_progress' },
    { id: 'rig-1', title: 'Pinned', status: 'open' },
  ]),
  '.agents/releases/evidence-only-closures/t1.json': '{}',
  '.agents/evolve/cycle-history.jsonl': '{"cycle":1,"tar',
  '.agents/evolve/session-state.json': JSON.stringify({
    claims: [{ ref: 'beads:ag-5', claimed_by: 'evolve:cycle-9' }],
  }),
};
const driver = compiled('source/kill.fixture.ts', join(scratch(), 'driver'));

async function drive(root: string, killAt: number): Promise<number | null> {
  const child = spawn(process.execPath, [driver, root], {
    env: { ...process.env, GALAPAGOS_KILL_AT: String(killAt) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code;
}

const pristine = repositoryWith({ 'a.txt': '1' });
write(pristine, FILES);

function world(): string {
  const root = scratch();
  cpSync(pristine, root, { recursive: true });
  return root;
}

/** All that can be seen afterwards. What was told when it was found is not told again. */
function seen(root: string): Readonly<Record<string, unknown>> {
  const paths = readdirSync(join(root, '.agents'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(root.length + 1));
  const files = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]);
  const answers: Answers = JSON.parse(readFileSync(join(root, 'answers.json'), 'utf8'), (key, value) =>
    key === 'warnings' || key === 'released' ? undefined : value,
  );
  const issues: unknown = JSON.parse(readFileSync(join(root, 'issues.json'), 'utf8'));
  return { ...Object.fromEntries(files), answers, issues };
}

const whole = world();
const unkilled = drive(whole, 0);

/** A process has no memory but its files: killed again and again after so many boundaries, it has been killed at all of them. */
test.each([2, 3])('killed at every boundary, %i in a process, a cycle leaves the same files', async (killAt) => {
  expect(await unkilled).toBe(0);
  const wanted = seen(whole);
  expect(wanted.issues).toMatchObject([{ status: 'closed' }, { status: 'open' }, { status: 'closed' }]);
  const torn = world();
  let kills = 0;
  for (let code = await drive(torn, killAt); code !== 0; code = await drive(torn, killAt)) {
    expect(code).toBeNull();
    kills += 1;
  }
  expect(kills).toBeGreaterThan(5);
  expect(seen(torn)).toEqual(wanted);
});
