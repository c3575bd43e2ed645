import { describe, expect, it } from 'vitest';
import { ARCHIVING_OPTIONS, archivingOf } from './archiving.ts';
import { presetOf } from './searching.ts';

const grid = (raw: unknown) => ARCHIVING_OPTIONS.grid.parse(raw);
const objective = (raw: unknown) => ARCHIVING_OPTIONS.objective.parse(raw);

describe('--grid', () => {
  it('reads axes by ratio and between bounds, in one text or several', () => {
    const axes = [
      { metric: 'size', bins: 9 },
      { metric: 'p-99', bins: 4, least: -1.5, most: 1000 },
    ];
    expect(grid('size, p-99:-1.5..1e3/4')).toEqual(axes);
    expect(grid(['size', 'p-99:-1.5..1e3/4'])).toEqual(axes);
    expect(grid('size/5,latency:0..1')).toEqual([
      { metric: 'size', bins: 5 },
      { metric: 'latency', bins: 10, least: 0, most: 1 },
    ]);
  });

  it('says what is wrong with others', () => {
    expect(() => grid(',')).toThrow('--grid is empty');
    expect(() => grid('size:1')).toThrow('"size:1" is no axis');
    expect(() => grid('size:1..1')).toThrow('must rise');
    expect(() => grid('size:0..1e999')).toThrow('too large');
    expect(() => grid('size/1')).toThrow('at least 2 bins');
    expect(() => grid('size,size/4')).toThrow('names size twice');
    expect(() => grid('size/32,a/33')).toThrow('1056 cells');
    expect(() => grid('size/32,a/32')).not.toThrow();
  });
});

describe('--objective', () => {
  it('reads metrics, the more the better unless told', () => {
    expect(objective('latency:min,gain')).toEqual([
      { metric: 'latency', direction: 'min' },
      { metric: 'gain', direction: 'max' },
    ]);
  });

  it('says what is wrong with others', () => {
    expect(() => objective('latency:least')).toThrow('is no objective');
    expect(() => objective('score')).toThrow('beside the score');
    expect(() => objective('a:min,a')).toThrow('names a twice');
  });
});

describe('the strategy', () => {
  it('follows from what only it has', () => {
    expect(presetOf({ grid: grid('size') })).toBe('grid');
    expect(presetOf({ objective: objective('size') })).toBe('pareto');
    expect(() => presetOf({ grid: grid('size'), objective: objective('size') })).toThrow('different strategies');
    expect(() => presetOf({ grid: grid('size'), strategy: 'greedy' })).toThrow('--grid is for --strategy grid');
    expect(() => presetOf({ grid: grid('size'), k: 4 })).toThrow('--strategy generations');
  });

  it('grid goes by size and complexity unless told', () => {
    expect(archivingOf({ strategy: 'grid' }).grid?.map(({ metric }) => metric)).toEqual(['size', 'complexity']);
    expect(archivingOf({ strategy: 'patient' })).toEqual({});
  });
});
