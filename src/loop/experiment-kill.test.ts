import { describe, expect, it } from 'vitest';
import { dying } from '../../test/fake/dying.ts';
import {
  driveWorld,
  openWorld,
  type Personality,
  type World,
  worldConfig,
  worldLanes,
} from '../../test/fake/rounds.ts';
import { treeOf } from '../../test/fake/tree.ts';
import type { Journal } from '../domain/journal.ts';
import { memoryJournal } from '../journal/journal.ts';

const LANES: readonly Personality[] = ['gated', 'cheat', 'honest'];
const world: World = { who: (round, lane) => (round === 2 ? 'idle' : (LANES[lane] ?? 'honest')) };
const config = worldConfig({ subagents: 3, depth: 2, rounds: 2, ideateAfter: 0 });

/** Every append where time does not matter. */
const STEP = process.env.GALAPAGOS_REQUIRE === 'all' ? 1 : 5;

function fresh(): Journal {
  let time = 0;
  const journal = memoryJournal('r1', () => ++time);
  openWorld(journal, config);
  return journal;
}

const calls = (journal: Journal): readonly string[] =>
  journal.read(0, 100_000).flatMap(({ event }) => (event.type === 'called' ? [event.call.key] : []));

describe('a driver of experiments', () => {
  it('killed before or after any append comes to the same at any width, and pays no call twice', async () => {
    const whole = fresh();
    const counted = dying(whole, Number.POSITIVE_INFINITY, 'before');
    await driveWorld(counted, worldLanes(counted, world), { width: 2 });
    const tree = JSON.stringify(treeOf(whole.view()));
    expect(counted.appends()).toBeGreaterThan(80);
    let killings = 0;
    for (let at = 1; at <= counted.appends(); at += STEP) {
      for (const [moment, width] of [['before', at % 2 === 0 ? 1 : 5] as const, ['after', 2] as const]) {
        const journal = fresh();
        const killed = dying(journal, at, moment);
        // Another width may append less often.
        const ended = await driveWorld(killed, worldLanes(killed, world), { width }).catch(
          ({ message }: Error) => message,
        );
        if (ended === 'killed') killings++;
        await driveWorld(journal, worldLanes(journal, world), { width });
        expect(JSON.stringify(treeOf(journal.view())), `${at} ${moment} ${width}`).toBe(tree);
        expect(new Set(calls(journal)).size).toBe(calls(journal).length);
      }
    }
    expect(killings * STEP).toBeGreaterThan(1.8 * counted.appends());
  });
});
