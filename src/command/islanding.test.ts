import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { ISLANDS } from '../domain/config.ts';
import { ISLANDING_OPTIONS, islandingOf, iterationsOf, refuseIterations, refuseOtherIslands } from './islanding.ts';
import { presetOf, refuseUnfit, strangeTo } from './searching.ts';

describe('the settings of islands', () => {
  it('are there where the strategy is, with what was given over the defaults', () => {
    expect(islandingOf({})).toEqual({});
    expect(islandingOf({ strategy: 'patient', iterations: 3 })).toEqual({});
    expect(islandingOf({ strategy: 'islands' })).toEqual({ islands: ISLANDS });
    const given = {
      islands: 2,
      islandCapacity: 5,
      migrationInterval: 4,
      exploit: 1,
      exploitTop: 7,
      inspirations: 0,
    };
    const islands = { count: 2, capacity: 5, interval: 4, exploit: 1, top: 7, inspirations: 0 };
    expect(islandingOf(given)).toEqual({ islands });
    expect(islandingOf({ exploit: 0 })).toEqual({ islands: { ...ISLANDS, exploit: 0 } });
  });

  it('say which strategy is meant, but for iterations', () => {
    expect(presetOf({ islandCapacity: 5 })).toBe('islands');
    expect(presetOf({ iterations: 5 })).toBeUndefined();
    expect(() => presetOf({ islands: 2, strategy: 'greedy' })).toThrow('--islands is for --strategy islands');
    expect(() => presetOf({ islands: 2, k: 4 })).toThrow('--islands is not for --strategy generations');
    expect(() => presetOf({ iterations: 2, k: 4 })).toThrow('-n is not for --strategy generations');
    const grid = [{ metric: 'size', bins: 3 }];
    expect(() => presetOf({ exploit: 0.5, grid })).toThrow('--grid and --exploit are for different strategies');
  });

  it('are silenced in a file by a flag that names another strategy', () => {
    expect(strangeTo('islands')).not.toContain('iterations');
    expect(strangeTo('islands')).not.toContain('exploit');
    for (const key of ['iterations', 'islands', 'inspirations'])
      for (const preset of ['patient', 'grid', 'generations'] as const) expect(strangeTo(preset)).toContain(key);
  });

  it('have their bounds', () => {
    const { exploit, islands, islandCapacity, inspirations, iterations } = ISLANDING_OPTIONS;
    expect(['0', '70%', '1', '100 %', 1].map((raw) => exploit.parse(raw))).toEqual([0, 0.7, 1, 1, 1]);
    expect(() => exploit.parse('1.1')).toThrow('--exploit takes a share from 0 to 1 such as 0.7 or 70%, not "1.1".');
    expect(() => islands.parse('101')).toThrow('--islands must be at most 100.');
    expect(() => islands.parse('0')).toThrow('--islands must be at least 1.');
    expect(() => islandCapacity.parse('0')).toThrow('at least 1');
    expect(inspirations.parse('0')).toBe(0);
    expect(() => iterations.parse('0')).toThrow('-n must be at least 1');
  });
});

describe('-n', () => {
  it('keeps what it was, and may be changed', () => {
    expect(iterationsOf({})).toEqual({});
    expect(iterationsOf({ iterations: 5 })).toEqual({ iterations: 5 });
    expect(iterationsOf({}, configOf({}, { iterations: 7 }).adjustable)).toEqual({ iterations: 7 });
    expect(iterationsOf({ iterations: 9 }, configOf({}, { iterations: 7 }).adjustable)).toEqual({ iterations: 9 });
  });

  it('is for islands alone, and others are told what to say', () => {
    expect(() => refuseIterations({ iterations: 5 }, 'patient')).toThrow('--budget-evals 5');
    expect(() => refuseIterations({ iterations: 5 }, 'islands')).not.toThrow();
    expect(() => refuseIterations({}, 'patient')).not.toThrow();
    const run = (strategy: 'patient' | 'islands') => ({ id: 'r1', config: configOf({}, {}, strategy) });
    expect(() => refuseUnfit({ iterations: 5 }, run('patient'))).toThrow('-n is for --strategy islands');
    expect(() => refuseUnfit({ iterations: 5 }, run('islands'))).not.toThrow();
  });
});

describe('a run that goes on', () => {
  it('keeps its islands, flag by flag', () => {
    const config = configOf({ islands: { ...ISLANDS, count: 2, capacity: 9 } }, {}, 'islands');
    const run = { id: 'r1', config };
    expect(() => refuseOtherIslands({}, run)).not.toThrow();
    expect(() => refuseOtherIslands({ islands: 2, exploit: ISLANDS.exploit }, run)).not.toThrow();
    expect(() => refuseOtherIslands({ islands: 3 }, run)).toThrow('Run r1 has another --islands (2).');
    expect(() => refuseOtherIslands({ islandCapacity: 8 }, run)).toThrow('another --island-capacity (9)');
  });
});
