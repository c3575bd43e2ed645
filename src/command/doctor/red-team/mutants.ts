import { isUtf8 } from 'node:buffer';
import { editable, mutate } from '../../../code/code.ts';
import { type Rng, rng } from '../../../domain/rng.ts';
import type { Case } from './case.ts';
import type { Target } from './tricks.ts';

/** More draws than this for one mutant only find again what was drawn before. */
const DRAWS = 4;

interface Place {
  readonly path: string;
  readonly text: string;
  readonly places: number;
}

/** Small changes of the syntax, each another, drawn by the seed; fewer where there is less to change. */
export async function mutants(targets: readonly Target[], wanted: number, seed: number): Promise<readonly Case[]> {
  const places = await placesIn(targets);
  const made = new Map<string, Case>();
  for (let draw = 0; draw < wanted * DRAWS && made.size < wanted && places.length > 0; draw++) {
    const random = rng(seed, 'doctor', 'mutant', draw);
    const place = drawn(places, random);
    const result = await mutate(place.path, place.text, random, 'small');
    const key = result.kind === 'edited' ? `${place.path}\n${result.text}` : '';
    if (result.kind !== 'edited' || made.has(key)) continue;
    const where = targets.length === 1 ? '' : `${place.path} `;
    made.set(key, {
      id: `mutant-${made.size + 1}`,
      kind: 'mutant',
      what: `${where}${result.summary}`,
      made: { changes: new Map([[place.path, Buffer.from(result.text)]]) },
    });
  }
  if (made.size > 0) return [...made.values()];
  const missing = 'no syntax to change is found in these files';
  return [{ id: 'mutant-1', kind: 'mutant', what: 'small changes', made: { missing } }];
}

async function placesIn(targets: readonly Target[]): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const { path, content } of targets) {
    if (!isUtf8(content)) continue;
    const text = content.toString('utf8');
    const found = await editable(path, text);
    if (found.kind === 'found' && found.places > 0) places.push({ path, text, places: found.places });
  }
  return places;
}

/** Large files are drawn more often. */
function drawn(places: readonly Place[], random: Rng): Place {
  let at = random.int(places.reduce((sum, one) => sum + one.places, 0));
  for (const place of places) {
    at -= place.places;
    if (at < 0) return place;
  }
  throw new Error('no file to draw from');
}
