import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import type { Preset } from '../domain/config.ts';
import { UserError } from '../lib/user-error.ts';
import { adjusted } from './adjust.ts';
import { stopWhenOf, stopWhenRules, stopWhenText } from './stop-when.ts';

const { parse } = stopWhenRules('--stop-when <rule>', '');

const run = (strategy: Preset) => ({ id: 'r1', config: configOf({}, {}, strategy) });

describe('--stop-when', () => {
  it.each([
    ['expected gain < 0.1 %', { gain: 0.001, evaluations: 20 }],
    ['expected gain<2% in 50 evaluations', { gain: 0.02, evaluations: 50 }],
    ['  Expected  gain < .5 % in 1 evaluation ', { gain: 0.005, evaluations: 1 }],
    ['expected gain < 0 %', { gain: 0, evaluations: 20 }],
  ])('takes %j', (rule, meant) => {
    expect(stopWhenOf(parse([rule]))).toEqual([meant]);
  });

  it('can be told to a run that goes on, and is told again in words', () => {
    const { stopWhen = [] } = adjusted(['stop-when=expected gain < 0.1 %'], run('patient'));
    expect(stopWhen.map(stopWhenText)).toEqual(['an expected gain of less than 0.1 % in 20 evaluations']);
  });

  it('is refused where it would do nothing, as other settings are', () => {
    for (const pair of ['stop-when=expected gain < 1 %', 'plateau=5', 'control=0', 'idle=0', 'partner=0'])
      expect(() => adjusted([pair], run('generations'))).toThrow(/^Run r1 goes by generations: --/);
    expect(adjusted(['k=6', 'stop-at=3'], run('generations'))).toMatchObject({ k: 6, stopAt: 3 });
  });

  it.each([
    '',
    'gain < 1 %',
    'expected gain < 0.1',
    'expected gain > 1 %',
    'expected gain < -1 %',
    'expected gain < 1 % in 0 evaluations',
    'expected gain < 1 % in 5',
  ])('refuses %j and says how to write it', (rule) => {
    expect(() => parse(['expected gain < 1 %', rule], 'stop-when')).toThrow(UserError);
    expect(() => parse([rule], 'stop-when')).toThrow(/^stop-when /);
  });
});
