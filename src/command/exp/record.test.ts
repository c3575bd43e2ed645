import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryLock } from '../../lib/lock.ts';
import { attemptFolder, claimPath } from './folders.ts';
import { attempted, attempting, begin, committed, discarded, labConfig, labIn, type World } from './lab.fixture.ts';

let lab: World;
beforeEach(() => {
  lab = labIn(10, labConfig({ gates: [{ name: 'lint', command: 'npm run lint', phase: 'pre' }] }));
});
afterEach(() => {
  lab.end();
});

/** root → 1 → 2 (best); 3 evaluated, stopped by a gate; 4 discarded; 5 pending. */
function grow(): void {
  const { journal } = lab;
  const one = committed(journal, 'root', 'a heap for the queue', 12);
  committed(journal, one, 'no copies', 15);
  const three = begin(journal, one, 'inline the loop');
  attempted(journal, three, {
    outcome: 'evaluated',
    score: 16,
    reason: 'a gate failed',
    against: { id: one, score: 12 },
    gates: [{ name: 'lint', from: 'config', phase: 'pre', passed: false, reason: 'exit 1' }],
  });
  discarded(journal, 'root', 'sort first', 'twice as slow');
  begin(journal, 'root', 'a larger cache');
}

describe('evolve exp status', () => {
  it('is one line with every status', async () => {
    grow();
    expect(await lab.said('exp status')).toBe(
      'metric=max epoch=1 experiments=5 pending=1 active=0 committed=2 evaluated=1 failed=0 discarded=1 pruned=0 frontier=1 best=15 (exp_0002)',
    );
    expect(await lab.json('exp status')).toMatchObject({
      best: { id: 'exp_0002', score: 15, delta: 5 },
      baseline: 10,
      blocked: false,
      open: [],
      directives: [],
    });
  });

  it('tells an attempt that goes on from one that nobody works on', async () => {
    const id = begin(lab.journal, 'root', 'x');
    attempting(lab.journal, id);
    const claim = tryLock(claimPath(lab.stateDir, 'r1', id));
    expect(await lab.json('exp status')).toMatchObject({ open: [{ id, attempt: 1, status: 'active' }] });
    claim?.release();
    expect(await lab.said('exp status')).toMatch(/active=1 .* interrupted=exp_0001$/);
    expect(await lab.said('exp show', { id })).toMatch(
      /^exp_0001 · interrupted .*[\s\S]*Next {8}evolve exp eval exp_0001$/,
    );
  });

  it('says what to do in a new epoch', async () => {
    grow();
    expect(await lab.said('exp infra event', { message: 'another machine', breaking: true })).toBe(
      [
        'Epoch 2 begins: nothing can be compared until root has been measured in it.',
        'Next: evolve exp rescore root, or first change the harness: evolve harness edit',
      ].join('\n'),
    );
    expect(await lab.said('exp status')).toMatch(/ epoch=2 .* frontier=0 best=none blocked: evolve exp rescore root$/);
    expect(await lab.json('exp status')).toMatchObject({ best: null, baseline: null, blocked: true });
    attempted(lab.journal, 'root', { outcome: 'committed', score: 20, rescore: true });
    expect(await lab.said('exp status')).toMatch(/ frontier=1 best=20 \(root\)$/);
    expect(await lab.said('exp show', { id: 'exp_0002' })).toMatch(/Next {8}evolve exp rescore exp_0002$/);
  });
});

describe('evolve exp show', () => {
  it('has all that is known', async () => {
    grow();
    await lab.said('exp annotate', { id: 'exp_0003', task: 'parse-7', text: 'fails on quotes' });
    await lab.said('exp note', { text: 'try without it', exp: 'exp_0003' });
    await lab.said('exp set', { id: 'exp_0003', tag: ['risky', 'loop'] });
    const folder = attemptFolder(lab.stateDir, 'r1', 'exp_0003', 1);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'diff.patch'),
      'diff --git a/a b.js b/a b.js\n--- a/a b.js\n+++ b/a b.js\n@@ -1 +1,2 @@\n-x\n+y\n++ z\n',
    );
    expect(await lab.said('exp show', { id: 'exp_0003' })).toBe(
      [
        'exp_0003 · evaluated · inline the loop',
        'Path        root → exp_0001 → exp_0003',
        'Score       16 (+4 against exp_0001), epoch 1',
        'Tags        risky, loop',
        'Attempts    1; 2 more may be no better',
        '    1       evaluated 16 (+4) · a gate failed · stopped by lint · 1 file ·',
        '            .evolve/r1/experiments/exp_0003/attempts/001',
        'Gates       lint (pre, of config): npm run lint',
        'Annotated   WHEN  parse-7  fails on quotes',
        'Notes       WHEN  try without it',
        'Next        evolve exp eval exp_0003  ·  evolve exp discard exp_0003 --reason "…"',
      ].join('\n'),
    );
    expect(await lab.json('exp show', { id: 'exp_0003' })).toMatchObject({
      path_to_root: ['exp_0003', 'exp_0001', 'root'],
      parent_score: 12,
      delta: 4,
      tags: ['risky', 'loop'],
      alive: false,
      on_frontier: false,
      attempts: [{ attempt: 1, delta: 4, change_files: ['a b.js'], lines: { added: 2, removed: 1 } }],
      effective_gates: [{ name: 'lint', from: 'config' }],
    });
    expect(await lab.json('exp show', { id: 'exp_0001' })).toMatchObject({
      children: [{ id: 'exp_0002' }, { id: 'exp_0003' }],
      alive: true,
      on_frontier: false,
    });
    expect(await lab.json('exp show', { id: 'root' })).toMatchObject({
      parent: null,
      parent_score: null,
      attempts: [],
    });
  });

  it('says which there are when there is no such one', async () => {
    grow();
    await expect(lab.said('exp show', { id: 'exp_9999' })).rejects.toThrow(
      'There is no experiment exp_9999. Newest: exp_0005, exp_0004, exp_0003; see evolve exp tree',
    );
    await expect(lab.said('exp show')).rejects.toThrow('Which experiment? Newest: exp_0005,');
  });
});

describe('a workspace', () => {
  it('is told by its whole path', async () => {
    const experiment = begin(lab.journal, 'root', 'x');
    const place = { kind: 'worktree' as const, where: '.evolve/r1/worktrees/exp_0001' };
    lab.journal.append(() => [{ type: 'leased', experiment, place }]);
    const worktree = join(lab.stateDir, 'r1/worktrees/exp_0001');
    expect(await lab.json('exp show', { id: experiment })).toMatchObject({
      worktree,
      next: ['evolve exp eval exp_0001'],
    });
  });
});

describe('evolve exp tree', () => {
  it('shows the best path, and counts the discarded', async () => {
    grow();
    expect(await lab.said('exp tree')).toBe(
      [
        '★ root committed 10 epoch=1 the code as it was',
        '├─ ★ exp_0001 committed 12 epoch=1 a heap for the queue',
        '│  ├─ ★ exp_0002 committed 15 epoch=1 no copies',
        '│  └─ exp_0003 evaluated 16 epoch=1 inline the loop',
        '├─ exp_0005 pending – a larger cache',
        '└─ … 1 discarded',
        '1 left out. All: evolve exp tree --all',
      ].join('\n'),
    );
    expect(await lab.said('exp tree', { all: true })).toMatch(/├─ exp_0004 discarded – sort first\n/);
    expect(await lab.json('exp tree', { limit: 2 })).toMatchObject({
      nodes: [
        { id: 'root', more: 2, depth: 0 },
        { id: 'exp_0001', more: 2, depth: 1, best_path: true },
      ],
      hidden: 4,
    });
  });
});

describe('evolve exp path, awaiting and discards', () => {
  it('tell the steps to an experiment', async () => {
    grow();
    expect(await lab.said('exp path', { id: 'exp_0002' })).toBe(
      [
        'Experiment  Status     Score  Gain  Epoch  Hypothesis',
        'root        committed     10     –      1  the code as it was',
        'exp_0001    committed     12    +2      1  a heap for the queue',
        'exp_0002    committed     15    +3      1  no copies',
      ].join('\n'),
    );
  });

  it('tell what awaits a decision', async () => {
    expect(await lab.said('exp awaiting')).toBe('Nothing awaits a decision.');
    grow();
    const failing = begin(lab.journal, 'root', 'no loop at all');
    attempted(lab.journal, failing, { outcome: 'failed', cause: 'candidate', reason: 'exit code 1' });
    expect(await lab.said('exp awaiting')).toBe(
      [
        'exp_0006 failed exit code 1 · 3 attempts left · no loop at all',
        'exp_0003 evaluated 16 (+4) · 2 attempts left · gates failed: lint · inline the loop',
      ].join('\n'),
    );
    expect(await lab.said('exp awaiting', { limit: 1 })).toMatch(/\n… 1 more: evolve exp awaiting -n 2$/);
  });

  it('find what was given up by any of its words, the most of them first', async () => {
    grow();
    discarded(lab.journal, 'root', 'cache the sorted list', 'no gain');
    lab.journal.append(() => [
      { type: 'pruned', experiment: 'exp_0002', kind: 'exhausted', reason: 'three children, no gain' },
    ]);
    const found = async (like?: string) => {
      const { discards } = (await lab.json('exp discards', like === undefined ? {} : { like })) as {
        discards: { id: string }[];
      };
      return discards.map(({ id }) => id);
    };
    expect(await found()).toEqual(['exp_0002', 'exp_0006', 'exp_0004']);
    expect(await found('SORT')).toEqual(['exp_0006', 'exp_0004']);
    expect(await found('slow sort')).toEqual(['exp_0004', 'exp_0006']);
    expect(await found('nothing')).toEqual([]);
    expect(await lab.said('exp discards', { like: 'slow' })).toBe('exp_0004 discarded · sort first · twice as slow');
  });
});

describe('evolve exp annotate, note and set', () => {
  it('keep what is said, from stdin too, and tell it again', async () => {
    grow();
    expect(await lab.said('exp annotate', { id: 'exp_0001', task: 'it is all in the heap' })).toBe(
      'Annotated exp_0001.',
    );
    expect(await lab.said('exp annotate', { id: 'exp_0001', task: 't1', text: '-' }, 'from a pipe\n')).toBe(
      'Annotated exp_0001 t1.',
    );
    expect(await lab.said('exp annotations')).toBe(
      ['WHEN  exp_0001 t1  from a pipe', 'WHEN  exp_0001  it is all in the heap'].join('\n'),
    );
    expect(await lab.json('exp annotations', { task: 't1' })).toMatchObject({ annotations: [{ text: 'from a pipe' }] });
    expect(await lab.said('exp note', {}, 'the parser is slow')).toBe('Noted.');
    await lab.said('exp set', { id: 'exp_0001', note: 'keep' });
    expect(await lab.json('exp notes')).toMatchObject({ notes: [{ experiment: 'exp_0001' }, { experiment: null }] });
    expect(await lab.json('exp notes', { workspace: true })).toMatchObject({ notes: [{ text: 'the parser is slow' }] });
    expect(await lab.json('exp notes', { exp: 'exp_0001' })).toMatchObject({ notes: [{ text: 'keep' }] });
    await expect(lab.said('exp note')).rejects.toThrow('There is no text. Say: evolve exp note "what to remember"');
    await expect(lab.said('exp annotate', { id: 'exp_0009', task: 'x' })).rejects.toThrow(
      'There is no experiment exp_0009',
    );
  });

  it('keep no secret', async () => {
    process.env.SOME_API_KEY = 'abcdef0123456789';
    try {
      await lab.said('exp note', { text: 'the key is abcdef0123456789' });
      await lab.said('exp set', { id: 'root', tag: ['abcdef0123456789'] });
      await lab.said('exp infra event', { message: 'abcdef0123456789 was refused' });
    } finally {
      delete process.env.SOME_API_KEY;
    }
    expect(await lab.json('exp notes')).toMatchObject({ notes: [{ text: 'the key is [SOME_API_KEY]' }] });
    expect(await lab.json('exp show', { id: 'root' })).toMatchObject({ tags: ['[SOME_API_KEY]'] });
    expect(await lab.json('exp infra log')).toMatchObject({ events: [{ message: '[SOME_API_KEY] was refused' }] });
  });

  it('give tags and take them away, and record nothing that is so already', async () => {
    await lab.said('exp set', { id: 'root', tag: ['a', 'b'] });
    const seq = lab.journal.tail(1)[0]?.seq;
    expect(await lab.said('exp set', { id: 'root', tag: ['a'] })).toBe('root is tagged a, b.');
    expect(lab.journal.tail(1)[0]?.seq).toBe(seq);
    expect(await lab.said('exp set', { id: 'root', untag: ['a', 'b'] })).toBe('root is tagged with nothing.');
    await expect(lab.said('exp set', { id: 'root' })).rejects.toThrow('What is to be set?');
  });
});

describe('evolve exp infra log', () => {
  it('tells failures of the machine from what was noted', async () => {
    lab.journal.append(() => [{ type: 'infra', reason: 'no space left' }]);
    expect(await lab.said('exp infra event', { message: 'disk cleaned' })).toBe('Noted. See: evolve exp infra log');
    await lab.said('exp infra event', { message: 'another disk', breaking: true });
    expect(await lab.said('exp infra log')).toBe(
      ['WHEN  new epoch  another disk', 'WHEN  noted  disk cleaned', 'WHEN  machine failed  no space left'].join('\n'),
    );
  });
});

describe('evolve exp traces', () => {
  it('reads what is there, names what it can’t read, and nothing from elsewhere', async () => {
    const id = begin(lab.journal, 'root', 'x');
    attempting(lab.journal, id);
    expect(await lab.said('exp traces', { id })).toMatch('exp_0001 has no traces in attempt 1');
    const folder = join(attemptFolder(lab.stateDir, 'r1', id, 1), 'traces');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'task_a.json'), '{"score": 0.5, "summary": "half"}');
    writeFileSync(join(folder, 'task_b.json'), '{"score": 0.');
    writeFileSync(join(folder, 'task_c.json'), '');
    truncateSync(join(folder, 'task_c.json'), 3_000_000);
    writeFileSync(join(folder, 'other.json'), '{}');
    symlinkSync('/etc/passwd', join(folder, 'task_d.json'));
    expect(await lab.json('exp traces', { id })).toMatchObject({
      attempt: 1,
      traces: {
        'task_a.json': { score: 0.5 },
        'task_b.json': { beginning: '{"score": 0.' },
        'task_c.json': { unread: expect.stringMatching(/^3.0 MB is too large/) },
      },
    });
    expect(Object.keys(((await lab.json('exp traces', { id })) as { traces: object }).traces)).toHaveLength(3);
    expect(await lab.said('exp traces', { id })).toMatch(/^a {2}0.5 {2}half\nb {2}not JSON/);
    expect(await lab.said('exp traces', { id, task: 'a' })).toBe('{\n  "score": 0.5,\n  "summary": "half"\n}');
    await expect(lab.said('exp traces', { id, task: '../x' })).rejects.toThrow(
      /no trace of task \.\.\/x .*There are: a, b, c/,
    );
    await expect(lab.said('exp traces', { id, attempt: 2 })).rejects.toThrow('has no attempt 2');
  });
});
