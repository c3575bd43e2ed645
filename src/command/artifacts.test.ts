import { expect, it } from 'vitest';
import type { Search } from '../domain/config.ts';
import { artifactsOf } from './artifacts.ts';

const of = (strategy: Search) =>
  artifactsOf('/s', 'r1', { identity: { strategy, fitness: 'true', folder: '', files: [] } });
const candidate = { id: 'exp_0001' };

it('keeps every attempt and check of an experiment apart, with its checkpoints', () => {
  const { artifacts, checkpoints } = of('rounds');
  expect(artifacts({ candidate, attempt: 2 })).toBe('/s/r1/experiments/exp_0001/attempts/002');
  expect(checkpoints?.({ candidate, attempt: 2 })).toBe('/s/r1/experiments/exp_0001/attempts/002/checkpoints');
  expect(artifacts({ candidate, attempt: 2, check: 1 })).toBe('/s/r1/experiments/exp_0001/checks/001');
});

it('lets fresh runs neither overwrite an attempt nor go on from its checkpoints', () => {
  const { artifacts, checkpoints } = of('rounds');
  const fresh = { candidate, attempt: 1, round: 'compare-1' };
  expect(artifacts(fresh)).toBe('/s/r1/experiments/exp_0001/again');
  expect(checkpoints?.(fresh)).toBeUndefined();
});

it('keeps one folder per candidate of a search', () => {
  const { artifacts, checkpoints } = of('generations');
  expect(artifacts({ candidate: { id: 'gen1-1' }, attempt: 3 })).toBe('/s/r1/candidates/gen1-1');
  expect(checkpoints).toBeUndefined();
});
