import { describe, expect, it } from 'vitest';
import { GENERATORS } from '../../domain/work-item.ts';
import { CLEAN, worldOf } from './site.fixture.ts';

describe('generators', () => {
  it.each(GENERATORS)('%s finds nothing in a clean repository', async (generator) => {
    const world = worldOf(CLEAN);
    const { titles } = await world.generate(generator);
    expect(titles).toEqual([]);
  });
});
