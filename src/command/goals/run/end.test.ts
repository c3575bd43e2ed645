import { describe, expect, it } from 'vitest';
import { configOf } from '../../../../test/fake/config.ts';
import { contextIn } from '../../../../test/fake/context.ts';
import { scored as plainly } from '../../../../test/fake/scored.ts';
import type { SessionState, Turn } from '../../../domain/cycle.ts';
import { cycleKey, endKey, pickKey, SESSION, TEARDOWN } from '../../../domain/cycle.ts';
import type { Evaluation } from '../../../domain/evaluation.ts';
import type { Event } from '../../../domain/event.ts';
import type { Journal } from '../../../domain/journal.ts';
import { LADDER } from '../../../domain/ladder.ts';
import type { WorkItem } from '../../../domain/work-item.ts';
import { memoryJournal } from '../../../journal/journal.ts';
import { styleOf } from '../../../lib/style.ts';
import { statusOf } from '../../document.ts';
import { frameOf } from '../../watch/frame.ts';
import { Watch } from '../../watch/live.ts';
import { storyOf } from '../../watch/story.ts';
import { cyclesEnded } from './end.ts';
import { cyclesLines, cyclesStanding } from './standing.ts';
import { cyclesEndedText } from './text.ts';

const WORK: WorkItem = {
  ...{ ref: 'goal:lint', source: 'goal', target: 'lint', title: 'lint: no warnings', description: '', goal: 'lint' },
  ...{ about: [], blockers: [] },
};

const STATE: SessionState = {
  ...{ cycle: 7, mode: 'standard', testFirst: true, emptyStreak: 0, idleStreak: 0, fruitlessStreak: 0 },
  ...{ failureStreak: 0, refreshes: 1, claims: [], unblockDepth: 0, unblockFailures: 0, quarantined: {} },
  ...{ oscillations: {}, productive: 1, regressed: 0, idle: 0, cycles: 1, resolved: 0, unblocked: 0, productiveAt: 0 },
};

const scored = (tasks: Readonly<Record<string, number>>, score: number): Evaluation => ({ ...plainly(score), tasks });

function begun(): Journal {
  const journal = memoryJournal('r1', () => 0);
  const config = configOf({}, { ladder: { ...LADDER, maxCycles: 3 } });
  const identity = { ...config.identity, strategy: 'ladder' as const, fitness: '' };
  journal.append(() => [
    { type: 'opened', config: { ...config, identity }, base: { commit: 'seed', tree: 'seed' } },
    ...made('seed', 'seed', undefined, scored({ tests: 1, lint: 0 }, 60)),
  ]);
  return journal;
}

/** A candidate with what was measured of it, in the place of the one before. */
function made(id: string, parent: string, turn: Turn | undefined, evaluation: Evaluation): readonly Event[] {
  const operator =
    turn === undefined ? ('seed' as const) : turn.kind === 'base' ? ('base' as const) : ('brief' as const);
  const brief = { objective: '', boundaries: [], pointers: [] };
  const place = { batch: turn === undefined ? 0 : 1, ord: turn?.attempt ?? 0, home: 'trunk', by: 'claude' };
  const proposal = { id, ...place, operator, parents: [parent] as const, inspirations: [], brief };
  const refused = turn?.kind === 'work' ? [{ path: 'GOALS.md', reason: 'outside the scope' }] : [];
  const candidate = { id, proposal: id, parents: [parent], commit: id, tree: id, summary: '', refused };
  return [
    { type: 'proposed', proposal: { ...proposal, ...(turn === undefined ? {} : { turn }) } },
    { type: 'applied', candidate },
    { type: 'evaluated', candidate: id, evaluation },
    { type: 'placed', proposal: id, placement: { kind: 'kept', home: 'trunk', evicted: [] } },
  ];
}

const turn = (kind: Turn['kind'], attempt: number): Turn => ({
  ...{ cycle: 7, kind, attempt, base: 'c7', testFirst: false },
  ...(kind === 'base' ? {} : { work: WORK }),
});

/** What is told of these events, one after the other. */
function told(journal: Journal, events: readonly Event[], detail: 'normal' | 'verbose' | 'quiet' = 'normal'): string {
  const story = storyOf(journal.view(), detail);
  const after = journal.tail(1)[0]?.seq ?? 0;
  journal.append(() => events);
  return journal.read(after, 1000).flatMap(story).join('\n');
}

const memo = (key: string, value: unknown): Event => ({ type: 'memo', key, value });
const plan = { plan: 'mend it', criteria: [], files: [], parts: [], blockers: [], cited: [] };
const premortem = { verdict: 'pass' as const, risks: [] };
const OPENING = { cycle: 7, at: 0, base: 'c7', state: { ...STATE, cycles: 0, productive: 0 }, memory: {} };

const CYCLE: readonly Event[] = [
  memo(SESSION, { first: 7, cycle: 7, startedAt: 0 }),
  memo(cycleKey(7), OPENING),
  ...made('c7', 'seed', turn('base', 0), scored({ tests: 1, lint: 0 }, 60)),
  memo(pickKey(7), { choice: { kind: 'work', works: [WORK] } }),
  { type: 'asked', question: { key: 'cycle/7/claim/0', of: 'claim', work: WORK, owner: 'evolve:cycle-7', at: '' } },
  { type: 'answered', key: 'cycle/7/claim/0', answer: { claimed: true } },
  { type: 'answered', key: 'cycle/7/discover/0/1', answer: { ...plan, premortem, status: 'ready' } },
  ...made('c7-1', 'c7', turn('work', 1), {
    outcome: 'invalid',
    epoch: 0,
    reason: 'npm test exited with code 1',
    stages: [],
  }),
  {
    type: 'answered',
    key: 'c7-2/validate',
    answer: { verdict: 'fail', findings: ['a check is silenced'], followUps: [], learnings: [] },
  },
  ...made('c7-3', 'c7-1', turn('work', 3), scored({ tests: 1, lint: 1 }, 100)),
  { type: 'answered', key: 'c7-3/land', answer: { kind: 'landed', canonical: 'abcdef1234567890', log: 'fff' } },
];

const CLOSED: readonly Event[] = [
  memo(endKey(7), {
    ...{ landed: true, state: STATE, memory: {}, after: 'c7-3', settled: [], followUps: [], parts: [], learnings: [] },
    line: { cycle: 7, target: 'lint', result: 'improved', timestamp: '', source: 'goal' },
  }),
  {
    type: 'answered',
    key: TEARDOWN,
    answer: { closed: true, warnings: [], harvested: 0, report: '## evolve complete' },
  },
];

describe('how the goals stand', () => {
  it('is as they are on the branch: what did not land does not count', () => {
    const journal = begun();
    const answer = { kind: 'refused', reason: 'there are uncommitted changes' };
    journal.append(() => [...CYCLE.slice(0, -1), { type: 'answered', key: 'c7-3/land', answer }]);
    const view = journal.view();
    const run = view.run();
    if (run === undefined) throw new Error('not open');
    expect(cyclesStanding(view, run).goals).toMatchObject({ passing: 1, failing: ['lint'], score: 60 });
  });
});

describe('the story of cycles', () => {
  it('tells what is measured, worked on, refused, sent back and landed', () => {
    const journal = begun();
    expect(told(journal, CYCLE).split('\n')).toEqual([
      'cycle 7 · 1 of 2 goals pass, score 60 (failing: lint)',
      '  works on lint (goal): lint: no warnings',
      '  c7-1     left out GOALS.md: see evolve show c7-1',
      '  c7-1     does not pass: npm test exited with code 1',
      '  c7-2     looked at and sent back: a check is silenced',
      '  c7-3     left out GOALS.md: see evolve show c7-3',
      '  c7-3     measured: 2 of 2 goals pass, score 100',
      '  c7-3     landed as abcdef123456 on evolve/goals',
    ]);
    expect(told(begun(), CYCLE, 'verbose')).toContain('planned: mend it');
    expect(told(begun(), CYCLE, 'quiet')).toBe('');
  });

  it('tells of what generators find, and of nothing only who wants to know more', () => {
    const found = { generator: 'testing', titles: ['Test the parser'], skipped: [] };
    const event = (answer: unknown): Event => ({ type: 'answered', key: 'cycle/7/generate/testing', answer });
    expect(told(begun(), [event(found)])).toContain('looked for work in testing: found 1: Test the parser');
    expect(told(begun(), [event({ ...found, titles: [], skipped: ['no history'] })])).toBe('');
    expect(told(begun(), [event({ ...found, titles: [], skipped: ['no history'] })], 'verbose')).toContain(
      'no history',
    );
  });
});

describe('where cycles stand', () => {
  it('is told while one goes on, and in the live view', () => {
    const journal = begun();
    journal.append(() => CYCLE.slice(0, 11));
    const run = journal.view().run();
    if (run === undefined) throw new Error('no run');
    expect(cyclesLines(cyclesStanding(journal.view(), run)).slice(0, 2)).toEqual([
      'Goals      1 of 2 goals pass, score 60 · failing: lint',
      'Cycles     cycle 7, implementation on lint (goal) · 0 of 3 cycles done',
    ]);
    expect(statusOf(journal.view(), run, true, 0)).toMatchObject({
      state: 'running',
      cycles: { branch: 'evolve/goals' },
    });
    const facts = new Watch(journal.view(), 0).facts(0);
    if (facts === undefined) throw new Error('no facts');
    const frame = frameOf(facts, 100, styleOf(false)).join('\n');
    expect(frame).toContain('cycle 7 · implementation: lint · 1/2 goals pass');
    expect(frame).toContain('0/3 cycles');
    expect(frame).not.toMatch(/evaluation|generation/);
  });

  it('is told at the end with the report, the commits and what to do next', () => {
    const journal = begun();
    journal.append(() => [...CYCLE, ...CLOSED, { type: 'finished', cause: 'cycles', reason: '3 cycles done' }]);
    const run = journal.view().run();
    if (run === undefined) throw new Error('no run');
    const ended = cyclesEnded(journal.view(), run, 'finished');
    expect(ended).toMatchObject({
      stop: { cause: 'cycles' },
      landed: 1,
      cycles: [{ cycle: 7, target: 'lint', result: 'improved', source: 'goal', commit: 'abcdef1234567890' }],
      goals: { passing: 2, total: 2, score: 100 },
      before: { passing: 1, score: 60 },
      report: '## evolve complete',
      next: ['git log evolve/goals', 'git merge evolve/goals', 'evolve goals run --max-cycles N'],
    });
    const text = cyclesEndedText(ended, contextIn('/code'));
    expect(text).toContain('Goals      2 of 2 goals pass, score 100 (+40 since the start)');
    expect(text).toContain('     7  improved    lint (goal)  abcdef123456');
    expect(text).toContain('Take it over:    git merge evolve/goals');
    expect(cyclesEnded(journal.view(), run, 'finished', 'interrupted')).toMatchObject({
      state: 'interrupted',
      stop: null,
    });
  });
});
