import { describe, expect, it } from 'vitest';
import { EXPERIMENTING } from '../domain/config.ts';
import { experimentingOf } from './experimenting.ts';
import { frontierRule } from './frontier-rule.ts';

describe('settings of experiments', () => {
  it('are the defaults where nothing is given, and the ones before where they were', () => {
    expect(experimentingOf({})).toEqual(EXPERIMENTING);
    const before = experimentingOf({ maxAttempts: 7, frontier: 'softmax', pool: ['/a', '/b', '/a'] });
    expect(before).toEqual({
      attempts: 7,
      failures: EXPERIMENTING.failures,
      frontier: { kind: 'softmax', temperature: 0.5, k: 5 },
      places: { kind: 'pool', slots: ['/a', '/b'] },
      commit: 'tracked-only',
    });
    expect(experimentingOf({}, before)).toEqual(before);
    expect(experimentingOf({ workspaces: 'worktree' }, before)).toMatchObject({
      places: { kind: 'worktree' },
      commit: 'all',
    });
  });

  it('keep parameters of a rule that stays, and forget those of another', () => {
    const before = experimentingOf({ frontier: 'softmax', frontierParams: '{"temperature": 2}' });
    expect(experimentingOf({ frontierParams: '{"k": 2}' }, before).frontier).toEqual({
      kind: 'softmax',
      temperature: 2,
      k: 2,
    });
    expect(experimentingOf({ frontier: 'top-k' }, before).frontier).toEqual({ kind: 'top-k', k: 5 });
  });

  it.each([
    ['top-k', '{"k": 0}', 'k of top-k is a whole number from 1 to 50, not 0'],
    ['top-k', '{"k": 1.5}', 'a whole number'],
    ['epsilon-greedy', '{"epsilon": 2}', 'epsilon of epsilon-greedy is a number from 0 to 1'],
    ['softmax', '{"temperature": "hot"}', 'not "hot"'],
    ['softmax', '{"temprature": 1}', 'Did you mean temperature?'],
    ['argmax', '{"k": 1}', 'It takes none'],
    ['argmax', '[1]', 'takes a JSON object'],
    ['argmax', '{', 'takes a JSON object'],
  ] as const)('refuse %s with %s', (kind, params, message) => {
    expect(() => frontierRule(kind, params)).toThrow(message);
  });

  it('refuse a pool without clones, or with one that is not absolute', () => {
    expect(() => experimentingOf({ workspaces: 'pool' })).toThrow('needs prepared clones');
    expect(() => experimentingOf({ pool: ['clones/a'] })).toThrow('absolute');
  });
});
