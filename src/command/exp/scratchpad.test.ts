import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Event } from '../../domain/event.ts';
import type { Journal } from '../../domain/journal.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { alike } from './alike.ts';
import {
  attempted,
  attempting,
  begin,
  committed,
  discarded,
  labConfig,
  labIn,
  openTree,
  type World,
} from './lab.fixture.ts';
import { factsOf } from './scratchpad-facts.ts';
import { cutBytes, fitted, type Section } from './scratchpad-fit.ts';
import { scratchpadText } from './scratchpad-text.ts';

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.end();
});

function world(): World {
  const made = labIn(
    10,
    labConfig({ gates: [{ name: 'lint', command: 'npm run lint', phase: 'pre' }] }, { goal: 'fewer bins' }),
  );
  worlds.push(made);
  return made;
}

/** The scratchpad of a journal in memory. */
function padOf(journal: Journal): string {
  const run = journal.view().run();
  if (run === undefined) throw new Error('open it first');
  return scratchpadText(factsOf({ view: journal.view(), run, journal, stateDir: '/nowhere' }));
}

function memory(): Journal {
  let now = 0;
  const journal = memoryJournal('r1', () => now++);
  openTree(journal, 10);
  return journal;
}

describe('evolve exp scratchpad', () => {
  it('has what whoever works next must know', async () => {
    const { journal, said } = world();
    const one = committed(journal, 'root', 'a heap for the queue', 12);
    const two = committed(journal, one, 'no copies', 15);
    const three = begin(journal, two, 'inline the loop');
    const lint = { name: 'lint', from: 'config', phase: 'pre' as const, passed: false };
    attempted(journal, three, {
      outcome: 'evaluated',
      score: 14,
      reason: 'not better',
      against: { id: two, score: 15 },
      gates: [lint],
    });
    discarded(journal, 'root', 'a larger cache', 'no room');
    discarded(journal, 'root', 'a larger Cache!', 'twice as slow');
    const gate = { name: 'unit', command: 'npm test', phase: 'post' as const };
    const events: readonly Event[] = [
      { type: 'gated', experiment: one, gate },
      { type: 'annotated', experiment: one, task: 't1', text: 'fails' },
      { type: 'annotated', experiment: two, task: 't1', text: 'passes' },
      { type: 'annotated', experiment: one, text: 'first general' },
      { type: 'annotated', experiment: one, text: 'second general' },
      { type: 'infra', reason: 'no space left' },
      { type: 'infra', reason: 'no space left' },
      { type: 'infra', reason: 'cleaned the disk', noted: true },
      { type: 'observed', kind: 'hint', text: 'exp_0003 regressed\nas others did' },
      { type: 'observed', kind: 'alert', text: 'the disk is full' },
      { type: 'observed', kind: 'hint', text: 'look at the parser' },
      { type: 'noted', text: 'the parser is slow' },
      { type: 'noted', text: 'mind the cache', experiment: two },
      { type: 'directed', directive: 'd1', text: 'Leave the cache alone.\nLook at the parser.' },
      { type: 'acknowledged', directive: 'd1', by: 'someone' },
      { type: 'directed', directive: 'd2', text: 'No new files.' },
    ];
    journal.append(() => events);
    expect(await said('exp scratchpad')).toBe(
      `## Status
metric=max epoch=1 experiments=5 pending=0 active=0 committed=2 evaluated=1 failed=0 discarded=2 pruned=0 frontier=1 best=15 (exp_0002)
goal: fewer bins

## Directives of the user, newest first
d2 (say that you have read it: evolve ack d2):
  No new files.
d1:
  Leave the cache alone.
  Look at the parser.

## Best path
★ root 10 the code as it was
★ exp_0001 12 (+2) a heap for the queue
★ exp_0002 15 (+3) no copies

## Frontier, by pareto-per-task
1. exp_0002 15 no copies

## Awaiting decision
exp_0003 evaluated 14 (-1) · 2 attempts left · gates failed: lint · inline the loop

## Gates
lint (pre, of config): npm run lint
unit (post, of exp_0001): npm test

## What not to try
a larger Cache! ×2 → twice as slow (exp_0005, discarded)

## Annotations
exp_0001: second general
exp_0001: first general
exp_0002 t1: passes

## The analyst, newest first
alert: the disk is full
hint: look at the parser
hint: exp_0003 regressed as others did

## Infra
WHEN cleaned the disk
WHEN the machine failed ×2: no space left

## Notes
exp_0002: mind the cache
the parser is slow

## More
one experiment: evolve exp show ID · its change: evolve exp diff ID · its tasks: evolve exp traces ID [TASK]
all of them: evolve exp tree · tried before? evolve exp discards --like "…" · of a task: evolve exp annotations --task TASK`,
    );
  });

  it('says in a new epoch that nothing can be compared, and names nobody of the old one', () => {
    const journal = memory();
    committed(journal, 'root', 'x', 12);
    journal.append(() => [{ type: 'infra', reason: 'another machine', noted: true, breaking: true }]);
    const pad = padOf(journal);
    expect(pad).toContain('Nothing can be compared in epoch 2 yet: evolve exp rescore root');
    expect(pad).toContain('## Frontier, by pareto-per-task\nempty until root has been measured in epoch 2\n');
    expect(pad).not.toMatch('## Best path');
    expect(pad).toMatch(/new epoch: another machine/);
  });

  it('leaves no trace and says the same twice, until something happens', async () => {
    const { journal, said, json } = world();
    for (let nth = 0; nth < 30; nth++) committed(journal, 'root', `number ${nth}`, 20 - nth / 10);
    journal.append((view) => {
      const run = view.run();
      if (run === undefined) return [];
      const experiments = { attempts: 3, failures: 5, places: { kind: 'worktree' as const }, commit: 'all' as const };
      const frontier = { kind: 'softmax' as const, temperature: 1, k: 5 };
      return [
        { type: 'configured', adjustable: { ...run.config.adjustable, experiments: { ...experiments, frontier } } },
      ];
    });
    const before = journal.tail(1)[0]?.seq;
    const first = await said('exp scratchpad');
    expect(await said('exp scratchpad')).toBe(first);
    expect(await json('exp scratchpad')).toMatchObject({ frontier: { rule: 'softmax', seed: before } });
    expect(journal.tail(1)[0]?.seq).toBe(before);
  });

  it('shows directives whole as long as they fit, then says where they are', () => {
    const journal = memory();
    const text = (nth: number) => `${nth} `.padEnd(900, 'x');
    for (let nth = 1; nth <= 20; nth++)
      journal.append(() => [{ type: 'directed', directive: `d${nth}`, text: text(nth) }]);
    for (let nth = 0; nth < 300; nth++) discarded(journal, 'root', `${nth} `.repeat(99), `${nth} `.repeat(99));
    const pad = padOf(journal);
    expect(pad).toContain(`  ${text(20)}\n`);
    expect(pad).toContain(`  ${text(19)}\n`);
    expect(pad).toMatch(/\n… \d+ more: evolve directives\n/);
  });

  it('keeps the end of a long best path', () => {
    const journal = memory();
    let parent = 'root';
    for (let nth = 1; nth <= 60; nth++) parent = committed(journal, parent, `step ${nth}`, 10 + nth);
    const pad = padOf(journal);
    expect(pad).toMatch(/## Best path\n… \d+ more: evolve exp path best\n/);
    expect(pad).toContain('★ exp_0060 70 (+1) step 60\n');
  });

  it('has at most 8 KB, whatever the history', () => {
    const words = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4000 }),
      fc.constantFrom('ä', '🦀🦀', 'x\ny', 'word ').map((one) => one.repeat(900)),
    );
    const step = fc.record({
      kind: fc.constantFrom(
        'commit',
        'discard',
        'evaluate',
        'fail',
        'open',
        'annotate',
        'note',
        'gate',
        'direct',
        'infra',
        'alert',
        'hint',
        'break',
        'prune',
      ),
      text: words,
      other: words,
      at: fc.nat(),
      times: fc.constantFrom(1, 1, 40),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        const journal = memory();
        const ids = ['root'];
        for (const { kind, text, other, at, times } of steps)
          for (let nth = 0; nth < times; nth++) happen(journal, ids, kind, `${text} ${nth}`, other, at + nth);
        const pad = padOf(journal);
        expect(Buffer.byteLength(pad)).toBeLessThanOrEqual(8000);
        expect(pad).toContain('## More\n');
      }),
      { numRuns: 10 },
    );
  });
});

/** One thing that may happen to a tree. */
function happen(journal: Journal, ids: string[], kind: string, text: string, other: string, at: number): void {
  const id = ids[at % ids.length] ?? 'root';
  const blocked = journal.view().run()?.blocked === true;
  if (kind === 'commit' && !blocked) ids.push(committed(journal, id, text, at % 1000));
  if (kind === 'discard') ids.push(discarded(journal, id, text, other));
  if (kind === 'evaluate' || kind === 'fail') {
    const made = begin(journal, id, text);
    const gates = [{ name: other, from: id, phase: 'pre' as const, passed: false }];
    if (kind === 'evaluate') attempted(journal, made, { outcome: 'evaluated', score: at, reason: other, gates });
    else attempted(journal, made, { outcome: 'failed', cause: 'candidate', reason: other });
  }
  if (kind === 'open') attempting(journal, begin(journal, id, text));
  const event: Readonly<Record<string, Event>> = {
    annotate: { type: 'annotated', experiment: id, text, ...(at % 2 === 0 ? {} : { task: other }) },
    note: { type: 'noted', text, ...(at % 2 === 0 ? {} : { experiment: id }) },
    gate: { type: 'gated', experiment: id, gate: { name: text, command: other, phase: 'post' } },
    direct: { type: 'directed', directive: `d${at}`, text },
    infra: { type: 'infra', reason: text },
    alert: { type: 'observed', kind: 'alert', text },
    hint: { type: 'observed', kind: 'hint', text },
    break: { type: 'infra', reason: text, noted: true, breaking: true },
  };
  const found = event[kind];
  if (found !== undefined) journal.append(() => [found]);
  if (kind === 'prune' && journal.view().entry(id)?.experiment?.status === 'committed' && id !== 'root')
    journal.append(() => [{ type: 'pruned', experiment: id, kind: 'invalid', reason: other }]);
}

describe('fitted sections', () => {
  const section = (title: string, items: readonly string[], budget: number): Section => ({
    ...{ title, items, budget },
    more: (left) => `… ${left} more`,
  });

  it('give what they don’t need to the others', () => {
    const items = Array.from({ length: 30 }, (_, nth) => `item ${String(nth).padStart(2, '0')}`);
    const alone = fitted([section('A', items, 60), section('B', [], 240)], 300);
    expect(alone).toContain('item 29');
    const both = fitted([section('A', items, 60), section('B', items, 240)], 300);
    expect(both).toMatch(/^## A\nitem 00\n(item \d\d\n)+… \d+ more\n\n## B\nitem 00\n/);
    expect(Buffer.byteLength(both)).toBeLessThanOrEqual(300);
  });

  it('say how many are left out in all', () => {
    const text = fitted([{ ...section('A', ['one', 'two', 'three'], 24), unseen: 4 }], 24);
    expect(text).toBe('## A\none\n… 6 more\n\n');
  });

  it('cut by bytes, never inside a character', () => {
    expect(cutBytes('abc', 3)).toBe('abc');
    expect(cutBytes('abcd', 5)).toBe('abcd');
    expect(cutBytes('🦀🦀🦀', 9)).toBe('🦀…');
  });
});

describe('alike', () => {
  it('counts what says nearly the same', () => {
    const texts = ['Cache the parsed rows', 'cache the parsed rows.', 'cache all parsed the rows', 'inline the loop'];
    expect(alike(texts, (text) => text)).toEqual([
      { first: 'Cache the parsed rows', count: 3 },
      { first: 'inline the loop', count: 1 },
    ]);
  });
});
