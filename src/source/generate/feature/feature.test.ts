import { describe, expect, it } from 'vitest';
import { CLEAN, entriesOf, worldOf } from '../site.fixture.ts';

const feature = (title: string) => ({ title, severity: 'low', description: 'For those who have many numbers.' });

describe('features', () => {
  it('are suggested by an agent that is told what the project is for', async () => {
    const says = [
      { features: [feature('Read numbers from a file'), feature('Print sums as JSON')] },
      { features: [feature('Read numbers from files')] },
    ];
    const world = worldOf(CLEAN, { says });
    expect((await world.generate('feature')).titles).toEqual(['Read numbers from a file', 'Print sums as JSON']);
    expect(entriesOf(world)[0]).toMatchObject({ type: 'feature', source: 'feature-suggestion', severity: 'low' });
    for (const part of ['Adds numbers, always right.', '- Nobody waits for a sum', '- No dependencies', '# Sums'])
      expect(world.asked[0]).toContain(part);
    expect((await world.generate('feature', 2)).titles).toEqual([]);
    expect(world.asked).toHaveLength(1);
    world.commit({ 'docs/more.md': '# More\n' }, 'More', 1);
    expect((await world.generate('feature', 3)).titles).toEqual([]);
    expect(world.asked[1]).toContain('- Read numbers from a file');
  });

  it('are not made up where there is no agent, or nothing to go by', async () => {
    expect((await worldOf(CLEAN).generate('feature')).skipped).toEqual([
      'features: there is no agent: name one with --agent',
    ]);
    expect((await worldOf({ 'a.js': '1;\n' }, { says: [] }).generate('feature')).skipped).toEqual([
      'features: neither goals nor a README say what the project is for',
    ]);
    const silent = worldOf(CLEAN, { says: [{ nothing: 1 }, { nothing: 2 }] });
    expect((await silent.generate('feature')).skipped[0]).toContain('features: its answer could not be read');
  });
});
