import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkAnswer } from '../domain/cycle.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { BASE, deskAt, never, SNAPSHOT, STATE } from './bare-desk.fixture.ts';
import { claim } from './claim.ts';
import { close } from './close.ts';
import type { Shell } from './desk.ts';
import { orient } from './orient.ts';
import { work } from './work.ts';

/** By their keys. */
export type Answers = Record<string, unknown>;

/** A process that answers the questions of a cycle, each once and kept before the next, as the journal keeps them. */
const [root = ''] = process.argv.slice(2);
const kept = join(root, 'answers.json');
const answers: Answers = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};

async function once<T>(key: string, answer: () => Promise<T>): Promise<T> {
  if (!(key in answers)) {
    answers[key] = await answer();
    writeFileSync(kept, JSON.stringify(answers));
  }
  return answers[key] as T;
}

const AT = '2026-01-01T00:00:00.000Z';
const owner = 'evolve-quality:cycle-1';

/** A tracker without processes, which would take most of the time. */
const issues = join(root, 'issues.json');
const run: Shell = async (shell) => {
  const [program, verb, id = '', , status = 'closed'] = shell.split(' ');
  if (program !== 'bd') return { code: 127, stdout: '', stderr: '' };
  const all: readonly { id: string; status: string }[] = JSON.parse(readFileSync(issues, 'utf8'));
  const found = all.find((one) => one.id === id);
  const said = verb === 'ready' ? all.filter((one) => one.status === 'open') : [found];
  if (found !== undefined && (verb === 'update' || verb === 'close')) {
    found.status = status;
    writeFileSync(issues, JSON.stringify(all));
  }
  return { code: 0, stdout: JSON.stringify(said), stderr: '' };
};

const snapshotOf = async (id: string) => ({ ...SNAPSHOT, sha: id });
const desk = deskAt(root, root, { ladder: { queue: 'plan.md', mode: 'quality' }, more: { snapshotOf, run } });

await once('orient', () => orient(desk, never));
const asked = { key: 'work', of: 'work', cycle: 1, pass: 1, candidate: 'c1' } as const;
const waiting = await once<WorkAnswer>('work', () => work(desk, asked, BASE, never));
const pinned: WorkItem = {
  ...{ ref: 'queue:rig-1', source: 'pinned', target: 'rig-1', title: 'r', description: '' },
  ...{ about: [], blockers: [] },
};
const works = [...waiting.harvested.slice(0, 2), ...waiting.beads.slice(0, 1), pinned];
for (const one of works) {
  const question = { key: one.ref, of: 'claim', work: one, owner, at: AT } as const;
  await once(one.ref, () => claim(desk, question, never));
}
const [failed] = works;
const settled = works.map((one) => ({
  ...{ work: one, owner },
  fate: one === failed ? ({ kind: 'released', failed: true, reason: 'red' } as const) : ({ kind: 'consumed' } as const),
}));
const escalated = [{ id: 'rig-2', reason: 'no', cycle: 1, chain: [] }];
const queue = { file: 'plan.md', total: 2, index: 2, completed: ['rig-1'], escalated, chain: [] };
await once('close', () =>
  close(
    desk,
    {
      ...{ key: 'close', of: 'close', cycle: 1, candidate: 'c1', after: 'c1-1', settled },
      line: { cycle: 1, target: 'rig-1', result: 'quarantined', timestamp: AT, oscillations: 3 },
      followUps: [{ title: 'More', type: 'bug', severity: 'low', description: 'd' }],
      parts: [],
      learnings: ['one lesson', 'another lesson'],
      state: { ...STATE, mode: 'quality', queue },
    },
    BASE,
    never,
  ),
);
