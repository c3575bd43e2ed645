import { describe, expect, it } from 'vitest';
import type { Fixed } from '../../../domain/config.ts';
import type { Pattern, Situation } from '../../../domain/round.ts';
import type { Rounds } from '../../../domain/rounds.ts';
import { briefFrom, type Fate, play, worldOf } from '../world.fixture.ts';
import { mergedFindings } from './findings.ts';
import { plainError } from './shown.ts';

/** What the writer of the second round's briefs is told, when lane n of the first comes to the nth fate. */
function told(fates: readonly Fate[], settings: Partial<Rounds> = {}, fixed: Partial<Fixed> = {}): Situation {
  const world = worldOf({ subagents: fates.length, depth: 1, rounds: 2, ...settings }, { fixed });
  let last: Situation | undefined;
  const subjects = ['parse', 'sort', 'cache', 'hash', 'index', 'heap', 'trie'];
  play(world, {
    brief: (situation) => {
      last = situation;
      return fates.map((_, nth) => briefFrom(situation.parents[0]?.id ?? 'root', `${subjects[nth]} faster`));
    },
    fate: ({ proposal: { seat } }) => (seat?.round === 1 ? fates[seat.lane] : undefined) ?? { kind: 'worse', score: 0 },
  });
  if (last === undefined) throw new Error('nobody was asked for briefs');
  return last;
}

const of = (kind: Pattern['kind'], { patterns }: Situation) => patterns.filter((one) => one.kind === kind);
const gated = (...gates: string[]): Fate => ({ kind: 'gated', score: 1, gates });
const crash = (tail: string): Fate => ({ kind: 'crash', tail });
const commit = (score: number, ...touched: string[]): Fate => ({ kind: 'committed', score, touched });

describe('what experiments have in common', () => {
  it('gates that several fail at, and every two of them that several fail at both', () => {
    const situation = told([gated('types', 'tests'), gated('types', 'tests', 'lint'), gated('types'), gated('lint')]);
    expect(of('gate', situation)).toEqual([
      { kind: 'gate', label: 'failing gate types', experiments: ['r1-l0-d0', 'r1-l1-d0', 'r1-l2-d0'] },
      { kind: 'gate', label: 'failing gate lint', experiments: ['r1-l1-d0', 'r1-l3-d0'] },
      { kind: 'gate', label: 'failing gate tests', experiments: ['r1-l0-d0', 'r1-l1-d0'] },
    ]);
    expect(of('intersection', situation)).toEqual([
      {
        kind: 'intersection',
        label: 'failing gate types and failing gate tests',
        experiments: ['r1-l0-d0', 'r1-l1-d0'],
      },
    ]);
  });

  it('tasks at which several score nothing, where more is better', () => {
    const tasks = { easy: 1, hard: 0, odd: 0 };
    const fates: readonly Fate[] = [
      { kind: 'worse', score: 1, tasks },
      { kind: 'worse', score: 1, tasks: { ...tasks, odd: 1 } },
    ];
    expect(of('task', told(fates)).map(({ label, experiments }) => `${label}: ${experiments.join(' ')}`)).toEqual([
      'zero on task hard: r1-l0-d0 r1-l1-d0',
    ]);
    expect(of('task', told(fates, {}, { direction: 'min' }))).toEqual([]);
  });

  it('errors that are the same but for numbers, paths and addresses', () => {
    const situation = told([
      crash('  File "/tmp/a1/x.py", line 3\nIndexError: list index 17 out of range'),
      crash('ok\nIndexError: list index 4 out of range'),
      crash('TypeError: x is not a function'),
    ]);
    expect(of('error', situation).map(({ label, experiments }) => `${label}: ${experiments.join(' ')}`)).toEqual([
      'error exit N: r1-l0-d0 r1-l1-d0 r1-l2-d0',
      'error IndexError: list index N out of range: r1-l0-d0 r1-l1-d0',
    ]);
    expect(plainError('Segfault at 0xdeadbeef in /usr/lib/x.so:12 after 3.5 s, build 9f8e7d6c')).toBe(
      'Segfault at HEX in PATH:N after N s, build HEX',
    );
  });

  it('improvers, each by itself', () => {
    const situation = told([commit(12), { kind: 'worse', score: 3 }]);
    expect(of('improver', situation)).toEqual([
      { kind: 'improver', label: 'r1-l0-d0 took root from 10 to 12: parse faster', experiments: ['r1-l0-d0'] },
    ]);
  });

  it.each([
    { name: 'three different changes', fates: [commit(12, 'a'), commit(12.05, 'b'), commit(12.1, 'c')], warned: 3 },
    { name: 'two of three', fates: [commit(12, 'a'), commit(12.05, 'b'), commit(14, 'c')], warned: 0 },
    {
      name: 'a sweep over one place',
      fates: [commit(12, 'a#f'), commit(12.05, 'a#f'), commit(12.1, 'a#f')],
      warned: 0,
    },
    { name: 'parts of one another', fates: [commit(12, 'a'), commit(12.05, 'a', 'b'), commit(12.1, 'c')], warned: 0 },
    { name: 'symbols of one file', fates: [commit(12, 'a#f'), commit(12, 'a#g'), commit(12, 'a#h')], warned: 3 },
    { name: 'places unknown', fates: [commit(12), commit(12), commit(12)], warned: 0 },
  ])('warns of an axis: $name at about the same score: $warned', ({ fates, warned }) => {
    expect(of('axis-warning', told(fates)).flatMap(({ experiments }) => experiments)).toHaveLength(warned);
  });
});

describe('findings', () => {
  it('are one where they are about the same experiments and say nearly the same', () => {
    const finding = (description: string, experiments: string[], ...evidence: string[]) => ({
      description,
      experiments,
      evidence,
    });
    const merged = mergedFindings([
      finding('The parser reads every line twice', ['a', 'b'], 'read 2x'),
      finding('the parser reads every line twice!', ['b', 'a'], 'again'),
      finding('the parser reads every line twice', ['a', 'c'], 'x'),
      finding('memory grows without bound', ['a', 'b'], 'y'),
    ]);
    expect(merged.map(({ evidence }) => evidence)).toEqual([['read 2x', 'again'], ['x'], ['y']]);
  });
});
