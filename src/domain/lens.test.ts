import { describe, expect, it } from 'vitest';
import { DOMAINS, domainOf, lensesOf } from './lens.ts';

describe('lenses', () => {
  it.each(DOMAINS)('of %s are at least eight, each with a name and a sentence of its own', (domain) => {
    const lenses = lensesOf({ domain, lenses: [], goal: '' });
    expect(lenses.length).toBeGreaterThanOrEqual(8);
    expect(new Set(lenses.map(({ name }) => name)).size).toBe(lenses.length);
    expect(new Set(lenses.map(({ text }) => text)).size).toBe(lenses.length);
    for (const { name, text } of lenses) {
      expect(name.split(/[ -]/).length).toBeLessThanOrEqual(3);
      expect(text).toMatch(/^[A-Z].{20,}\.$/);
    }
  });

  it('are the user’s own where there are any', () => {
    const lenses = lensesOf({ domain: 'size', lenses: ['sorting', 'tables'], goal: 'fast' });
    expect(lenses.map(({ name }) => name)).toEqual(['sorting', 'tables']);
  });

  it.each([
    ['make it faster', 'performance'],
    ['Lower latency and memory use', 'performance'],
    ['more accurate predictions', 'accuracy'],
    ['reduce the error rate of the classifier', 'accuracy'],
    ['fewer lines, simpler code', 'size'],
    ['a smaller bundle', 'size'],
    ['it must not crash on any input', 'robustness'],
    ['handle edge cases robustly', 'robustness'],
    ['', 'general'],
    ['win more games', 'general'],
    ['breakfast menu', 'general'],
    ['fast and small', 'performance'],
    ['small and fast', 'size'],
  ])('for the goal %j are those of %s', (goal, domain) => {
    expect(domainOf(goal)).toBe(domain);
  });
});
