import { describe, expect, it } from 'vitest';
import { scratch, write } from '../../workspace/test-kit.ts';
import { readyIssues } from '../beads.ts';
import { claim } from '../claim.ts';
import { deskOf, never } from '../desk.fixture.ts';
import { type FakeIssue, type FakeMood, fakeBd } from '../fake-bd.fixture.ts';
import { settleIssue } from '../issue-claim.ts';
import { issueItem } from '../item.ts';
import { claimsIn } from '../state/session.ts';
import { issueIn, issuesIn } from './issue.ts';

const ISSUES: readonly FakeIssue[] = [
  { id: 'ag-1', title: 'Low', priority: 3 },
  { id: 'ag-2', title: 'High in `GOALS.md`', priority: 0, issue_type: 'bug', description: 'See src/a.ts.' },
  { id: 'ag-3', title: 'Taken', status: 'in_progress', assignee: 'ann' },
];

function world(issues = ISSUES, mood: FakeMood = 'usual', timeoutMs?: number) {
  const bd = fakeBd(scratch(), issues, mood);
  const desk = deskOf({ bin: bd.bin, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const claiming = (id: string, at = '2026-01-01T00:00:00.000Z') => {
    const work = { ...issueItem({ id, title: id, description: '', state: 'open', blockers: [], children: [] }, []) };
    return claim(desk, { key: 'k', of: 'claim', work, owner: 'evolve:cycle-1', at }, never);
  };
  return { bd, desk, claiming };
}

describe('ready issues', () => {
  it('come in the order of their urgency, with what they are about', async () => {
    const { items, warnings } = await readyIssues(world().desk, never);
    expect(warnings).toEqual([]);
    expect(items.map(({ target }) => target)).toEqual(['ag-2', 'ag-1']);
    expect(items[0]).toMatchObject({
      ref: 'beads:ag-2',
      source: 'beads',
      severity: 'high',
      type: 'bug',
      about: ['GOALS.md', 'src/a.ts'],
    });
  });

  it('are read from text where the tracker knows no JSON', async () => {
    const { items } = await readyIssues(world(ISSUES, 'text').desk, never);
    expect(items.map(({ target, title, severity }) => [target, title, severity])).toEqual([
      ['ag-2', 'High in `GOALS.md`', 'high'],
      ['ag-1', 'Low', 'low'],
    ]);
  });

  it('of an epic are its parts, and the epic once they are done', async () => {
    const epic = { id: 'ep-1', title: 'Epic', issue_type: 'epic', priority: 0 };
    const part = { id: 'ep-1.1', title: 'Part', parent: 'ep-1', priority: 2 };
    const other = { id: 'ag-9', title: 'Other', priority: 1 };
    const one = await readyIssues(world([epic, other, part]).desk, never);
    expect(one.items.map(({ target }) => target)).toEqual(['ep-1.1', 'ep-1', 'ag-9']);
    expect(one.items[1]).toMatchObject({ children: ['ep-1.1'] });
    const blocked = await readyIssues(world([epic, other, { ...part, status: 'blocked' }]).desk, never);
    expect(blocked.items.map(({ target }) => target)).toEqual(['ag-9']);
    const done = await readyIssues(world([epic, other, { ...part, status: 'closed' }]).desk, never);
    expect(done.items.map(({ target }) => target)).toEqual(['ep-1', 'ag-9']);
    expect(done.items[0]).not.toHaveProperty('children');
  });

  it('are none, and nothing is said, where no tracker is at home', async () => {
    expect(await readyIssues(deskOf(), never)).toEqual({ items: [], warnings: [], absent: true });
    expect(await readyIssues(world(ISSUES, 'homeless').desk, never)).toEqual({ items: [], warnings: [], absent: true });
  });

  it('are none with a warning where the tracker fails or takes too long', async () => {
    const down = await readyIssues(world(ISSUES, 'down').desk, never);
    expect(down).toEqual({
      items: [],
      warnings: ['the tracker did not answer: bd ready --json: exit 1: database is locked'],
    });
    const slow = await readyIssues(world(ISSUES, 'hangs', 300).desk, never);
    expect(slow.warnings.join()).toMatch(/took longer/);
  });
});

describe('a claim of an issue', () => {
  it('marks it, once, and notes whose it is', async () => {
    const { bd, desk, claiming } = world();
    expect(await claiming('ag-1')).toEqual({ claimed: true });
    expect(bd.status('ag-1')).toBe('in_progress');
    expect(claimsIn(desk.root)).toMatchObject([{ ref: 'beads:ag-1', by: 'evolve:cycle-1', run: 'run-1' }]);
    expect(await claiming('ag-1')).toEqual({ claimed: true });
    expect(bd.calls().filter((call) => call.startsWith('update'))).toHaveLength(1);
  });

  it('is lost to somebody else, and where it is closed or nobody answers', async () => {
    const { bd, desk, claiming } = world([...ISSUES, { id: 'ag-4', title: 'Done', status: 'closed' }]);
    expect(await claiming('ag-3')).toEqual({ claimed: false, by: 'ann' });
    expect(await claiming('ag-4')).toEqual({ claimed: false, by: 'it is closed' });
    expect((await claiming('ag-5')).claimed).toBe(false);
    bd.set('down');
    expect((await claiming('ag-1')).claimed).toBe(false);
    expect(claimsIn(desk.root)).toEqual([]);
  });
});

describe('settling an issue', () => {
  const consumed = { kind: 'consumed' } as const;
  const released = { kind: 'released', failed: true, reason: 'red' } as const;

  it('closes it and reads again whether it is', async () => {
    const { bd, desk } = world();
    expect(await settleIssue(desk, 'ag-1', consumed, true, never)).toEqual([]);
    expect(bd.status('ag-1')).toBe('closed');
    expect(bd.calls()).toEqual(['show ag-1 --json', 'close ag-1', 'show ag-1 --json']);
    expect(await settleIssue(desk, 'ag-1', consumed, true, never)).toEqual([]);
    expect(bd.calls()).toHaveLength(4);
  });

  it('tells of one that says it is closed and is not', async () => {
    const { desk } = world(ISSUES, 'stubborn');
    expect(await settleIssue(desk, 'ag-1', consumed, true, never)).toEqual([
      'ag-1 is done and still not closed in the tracker',
    ]);
  });

  it('opens it again after a failure and never closes it', async () => {
    const { bd, desk, claiming } = world();
    await claiming('ag-1');
    expect(await settleIssue(desk, 'ag-1', released, true, never)).toEqual([]);
    expect(bd.status('ag-1')).toBe('open');
    expect(bd.calls().some((call) => call.startsWith('close'))).toBe(false);
  });

  it('leaves alone what the tracker does not know', async () => {
    const { desk } = world();
    expect(await settleIssue(desk, 'item-1', consumed, false, never)).toEqual([]);
    expect(await settleIssue(deskOf(), 'item-1', consumed, false, never)).toEqual([]);
  });
});

describe('a tracker by commands', () => {
  const profile = {
    schema_version: 1,
    startup_reads: ['README.md'],
    goals_source: { primary: 'GOALS.md', compatibility_mirrors: [] },
    validation_commands: ['true'],
    tracker_commands: {
      shell_prefix: 'T=mine',
      ready: './track list',
      show: './track show {id}',
      update: './track set {id} {status}',
      close: './track set <id> closed',
    },
    definition_of_done: { predicates: ['green'], required_validations: [], require_clean_git: false },
  };
  const TRACK = `#!/bin/sh
[ "$T" = mine ] || exit 9
case "$1" in
  list) printf 'ISS-1\\tFix it\\n12 - Add it\\nNothing else\\n' ;;
  show) [ -f "state-$2" ] && echo "state: $(cat "state-$2")" || echo 'state: open' ;;
  set) echo "$3" > "state-$2" ;;
esac
`;

  it('is asked in its own words, before any other', async () => {
    const bd = fakeBd(scratch(), ISSUES);
    const desk = deskOf({ bin: bd.bin });
    write(desk.root, { track: TRACK, 'docs/contracts/repo-execution-profile.json': JSON.stringify(profile) });
    await desk.run('chmod +x track', { timeoutMs: 5000 }, never);
    const { items, warnings } = await readyIssues(desk, never);
    expect(warnings).toEqual([]);
    expect(items.map(({ target, title }) => [target, title])).toEqual([
      ['ISS-1', 'Fix it'],
      ['12', 'Add it'],
    ]);
    const [work] = items;
    if (work === undefined) throw new Error('no item');
    const question = { key: 'k', of: 'claim', work, owner: 'evolve:cycle-1', at: 'T' } as const;
    expect(await claim(desk, question, never)).toEqual({ claimed: true });
    expect((await desk.run('cat state-ISS-1', { timeoutMs: 5000 }, never)).stdout).toBe('in_progress\n');
    expect(await settleIssue(desk, 'ISS-1', { kind: 'consumed' }, true, never)).toEqual([]);
    expect((await desk.run('cat state-ISS-1', { timeoutMs: 5000 }, never)).stdout).toBe('closed\n');
    expect(bd.calls()).toEqual([]);
  });
});

describe('what trackers print', () => {
  it('may be wrapped, numbered and strangely named', () => {
    const wrapped =
      'warning: old\n{"issues":[{"number":7,"title":"T","state":{"name":"In Progress"},"priority":"high"}]}';
    expect(issuesIn(wrapped)).toMatchObject([{ id: '7', title: 'T', state: 'taken', priority: 1 }]);
    expect(issuesIn('[]')).toEqual([]);
    expect(issuesIn('No ready work found\n')).toEqual([]);
    expect(issuesIn('{"key":"PRJ-1","fields":{"summary":"S","status":{"name":"To Do"}}}')).toMatchObject([
      { id: 'PRJ-1', title: 'S', state: 'open' },
    ]);
  });

  it('can’t bring anything else into a shell line', () => {
    expect(issuesIn('[{"id":"a-1; rm -rf /","title":"T"},{"id":"$(x)-1","title":"T"}]')).toEqual([]);
    expect(issuesIn('`x`-1 T\n')).toEqual([]);
  });

  it('tells what an issue waits for', () => {
    const text = JSON.stringify({
      id: 'a-1',
      title: 'T',
      status: 'open',
      dependencies: [
        { id: 'a-0', dependency_type: 'parent-child', status: 'open' },
        { id: 'a-2', dependency_type: 'blocks', status: 'open' },
        { id: 'a-3', dependency_type: 'blocks', status: 'closed' },
        { id: 'a-4', dependency_type: 'related', status: 'open' },
      ],
    });
    expect(issueIn(text, 'a-1')).toMatchObject({ parent: 'a-0', blockers: ['a-2'] });
    expect(issueIn('a-1: T [● P2 · CLOSED]', 'a-1')).toMatchObject({ state: 'closed' });
  });
});
