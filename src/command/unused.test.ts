import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import type { Adjustable, Preset } from '../domain/config.ts';
import { unusedLines } from './unused.ts';

const said = (adjustable: Partial<Adjustable>, preset: Preset = 'patient') =>
  unusedLines(configOf({}, adjustable, preset));

describe('settings that do nothing in a run', () => {
  it('are named with what they would need', () => {
    expect(said({ operator: 'built-in', idle: 0.2, partner: 5 })).toEqual([
      expect.stringMatching(/^--idle does nothing here: .*--agent/),
      expect.stringMatching(/^--partner does nothing here: .*--agent/),
    ]);
    expect(said({ operator: 'agent', parallel: 1, idle: 0.2 })).toEqual([
      expect.stringMatching(/^--idle does nothing at --parallel 1/),
    ]);
    expect(said({ control: 0.2 }, 'best-of-n')).toEqual([expect.stringMatching(/^--control does nothing here/)]);
  });

  it('are all that would be done beside the iterations of islands', () => {
    const given = { operator: 'agent', idle: 0.2, partner: 5, repair: false, control: 0.2 } as const;
    expect(said(given, 'islands').map((line) => line.split(' ')[0])).toEqual(['--idle', '--partner', '--no-repair']);
    expect(said({ operator: 'agent', parallel: 1 }, 'islands')).toEqual([]);
  });

  it('are not those that do something, are off, or were never given', () => {
    expect(said({ operator: 'agent', parallel: 2, idle: 0.2, partner: 5, control: 0.2 })).toEqual([]);
    expect(said({ operator: 'built-in', idle: 0, partner: 0 })).toEqual([]);
    expect(said({ operator: 'built-in' })).toEqual([]);
  });
});
