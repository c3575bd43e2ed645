import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { UserError } from '../lib/user-error.ts';
import { adjustableOf, fixedOf, isChanged, refuseOtherSettings, timeoutAfter } from './settings.ts';

describe('settings of a run', () => {
  it.each([
    ['npm test', { name: 'gate1', command: 'npm test', phase: 'pre' }],
    ['unit=npm test', { name: 'unit', command: 'npm test', phase: 'pre' }],
    ['post:npm test', { name: 'gate1', command: 'npm test', phase: 'post' }],
    ['post:slow-one=npm test', { name: 'slow-one', command: 'npm test', phase: 'post' }],
    ['FOO=1 make test', { name: 'gate1', command: 'FOO=1 make test', phase: 'pre' }],
    ['test "$a" = b', { name: 'gate1', command: 'test "$a" = b', phase: 'pre' }],
  ])('reads the gate %s', (gate, expected) => {
    expect(fixedOf({ gate: [gate] }).gates).toEqual([expected]);
  });

  it('refuses gates without a command and two of the same name', () => {
    expect(() => fixedOf({ gate: ['unit='] })).toThrow(UserError);
    expect(() => fixedOf({ gate: ['a=true', 'a=false'] })).toThrow('Two gates are called a');
  });

  it('gives a candidate ten times the baseline, at least a minute, unless told otherwise', () => {
    expect(timeoutAfter(1000, {})).toBe(60_000);
    expect(timeoutAfter(9000, {})).toBe(90_000);
    expect(timeoutAfter(9000, { timeout: 5 })).toBe(5);
  });

  it('keeps what a resumed run had where nothing is given', () => {
    const before = configOf({}, { generations: 7, budget: { evaluations: 9 }, stopAt: 3 }).adjustable;
    expect(adjustableOf({}, before)).toEqual(before);
    expect(adjustableOf({ generations: 8, budgetMinutes: 2 }, before)).toEqual({
      ...before,
      generations: 8,
      budget: { evaluations: 9, minutes: 2 },
    });
  });

  it('refuses another value of what a run keeps for life, and only what was said', () => {
    const run = { id: 'r1', config: configOf({ seed: 3, direction: 'min' }) };
    expect(() => refuseOtherSettings({ k: 6, seed: 3 }, run)).not.toThrow();
    expect(() => refuseOtherSettings({}, run)).not.toThrow();
    for (const input of [
      { seed: 1 },
      { direction: 'max' as const },
      { gate: ['true'] },
      { repeat: 2 },
      { build: 'make' },
    ]) {
      expect(() => refuseOtherSettings(input, run)).toThrow('--fresh');
    }
  });
});

it('knows settings again in whatever order they were written down', () => {
  const before = adjustableOf({ agent: ['claude'], budgetUsd: 1 });
  const { agents, ...others } = before;
  const moved = { ...others, ...(agents === undefined ? {} : { agents }) };
  expect(JSON.stringify(moved)).not.toBe(JSON.stringify(before));
  expect(isChanged(adjustableOf({}, moved), moved)).toBe(false);
  expect(isChanged(adjustableOf({ budgetUsd: 2 }, moved), moved)).toBe(true);
});
