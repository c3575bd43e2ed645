import { type Challenge, challengeOf, contestOf, staleBest } from '../../src/domain/challenge.ts';
import { sequential, spreadOf } from '../../src/domain/compare.ts';
import { NOISE, seedId } from '../../src/domain/config.ts';
import type { Evaluation, Pair } from '../../src/domain/evaluation.ts';
import type { Event } from '../../src/domain/event.ts';
import type { Proposal } from '../../src/domain/proposal.ts';
import { type Rng, rng } from '../../src/domain/rng.ts';
import type { Entry } from '../../src/domain/view.ts';
import { memoryJournal } from '../../src/journal/journal.ts';
import { placementOf, twinOf } from '../../src/loop/place.ts';
import { homeOfSeed, placementOfSeed, type Variation } from '../../src/strategy/strategy.ts';
import type { Change, Genome, Landscape, World } from '../landscape/landscape.ts';
import { endless, ORIGINAL } from './config.ts';
import type { Rule } from './rules.ts';

const BRIEF = { objective: '', boundaries: [], pointers: [] };

/** Says who, and leaves the change to the world. */
const variation: Variation = {
  questions: () => [],
  begin: () => ({ draw: () => ({ by: 'simulated' }), memos: () => [] }),
};

/**
 * One run of a rule on a landscape, without waiting: the true quality of what the run calls its best, after so many proposals.
 * Every proposal counts, invalid and repeated ones, too. Results arrive in the order of their proposals, `width` of them in
 * flight. A measurement scatters by the landscape's noise; what the noise policy measures beyond the first costs no proposal.
 */
export function simulate(
  rule: Rule,
  { name, width, noise }: Landscape,
  world: World,
  seed: number,
  budgets: readonly number[],
): readonly number[] {
  const config = endless(rule.preset, { seed, width, control: rule.control ?? 0, tasks: world.tasks !== undefined });
  const strategy = rule.strategy(config, variation);
  const journal = memoryJournal('simulated', () => 0);
  const view = journal.view();
  const genomes = new Map<string, Genome>();
  const traits = new Map<string, Traits>();
  const scatter = rng(seed, 'scatter');
  const append = (...events: readonly Event[]): void => void journal.append(() => events);
  const genomeOf = (id: string): Genome => genomes.get(id) ?? world.start;
  const measured = (id: string): number => 1 + world.quality(genomeOf(id)) + (noise > 0 ? noise * scatter.normal() : 0);

  const start = seedId(rule.preset);
  const home = homeOfSeed(rule.preset);
  const place = { batch: 0, ord: 0, home, operator: 'seed' as const, by: 'user' };
  append(
    { type: 'opened', config, base: { commit: 'start', tree: 'start' } },
    { type: 'proposed', proposal: { id: start, ...place, parents: [start], inspirations: [], brief: BRIEF } },
    { type: 'applied', candidate: { ...candidateOf(start, [], world.start), traits: ORIGINAL } },
    { type: 'evaluated', candidate: start, evaluation: evaluationOf(start, world.start) },
    { type: 'placed', proposal: start, placement: placementOfSeed(config) },
  );

  const found: number[] = [];
  const flying: Proposal[] = [];
  for (let done = 0; found.length < budgets.length; ) {
    const ask = strategy.ask(view, width - flying.length, 0);
    if (ask.kind === 'propose') {
      append(...ask.proposals.map((proposal): Event => ({ type: 'proposed', proposal })));
      flying.push(...ask.proposals);
      continue;
    }
    if (ask.kind === 'pause') {
      append({ type: 'answered', key: ask.question.key, answer: { option: 'continue' } });
      continue;
    }
    // Nothing new is left to try: more evaluations would find what it has found.
    if (ask.kind !== 'wait') return budgets.map((_, at) => found[at] ?? bestQuality());
    const landed = flying.shift();
    if (landed !== undefined) land(landed);
    // Of a generation nothing is known before all of it is.
    if (landed === undefined || strategy.places === 'arrival') placeNext(landed);
    else continue;
    done++;
    while (done === budgets[found.length]) found.push(bestQuality());
  }
  return found;

  function bestQuality(): number {
    return world.quality(genomeOf(view.best()?.proposal.id ?? start));
  }

  function land(proposal: Proposal): void {
    const { id } = proposal;
    const [first, ...others] = proposal.parents.map(genomeOf);
    const made = world.change(changeOf(proposal), [first ?? world.start, ...others], rng(seed, 'change', id));
    // What does not run is as good as its parent to those who go on from it; nobody does.
    const genome = made ?? first ?? world.start;
    genomes.set(id, genome);
    traits.set(id, drifted(traits.get(proposal.parents[0]) ?? ORIGINAL, proposal, rng(seed, 'traits', id)));
    const candidate = { ...candidateOf(id, proposal.parents, made), traits: traits.get(id) ?? ORIGINAL };
    append({ type: 'applied', candidate });
    const twin = made === undefined ? undefined : twinOf(view, candidate);
    if (twin?.evaluation !== undefined)
      append({ type: 'evaluated', candidate: id, evaluation: twin.evaluation, sameAs: twin.proposal.id });
    else append({ type: 'evaluated', candidate: id, evaluation: evaluationOf(id, made) });
  }

  function placeNext(landed: Proposal | undefined): void {
    settle(() => (landed === undefined ? contestOf(view) : challengeOf(view, entryOf(landed.id))));
    const id = landed?.id ?? view.unplaced()?.proposal.id;
    if (id === undefined) throw new Error(`${rule.name} waits on ${name} with nothing in flight`);
    append({ type: 'placed', proposal: id, placement: placementOf(strategy, view, entryOf(id)) });
    const best = staleBest(view);
    if (best !== undefined) append({ type: 'sampled', candidate: best, samples: [measured(best)] });
  }

  function settle(next: () => Challenge | undefined): void {
    for (let challenge = next(); challenge !== undefined; challenge = next()) append(answerOf(challenge));
  }

  function answerOf(challenge: Challenge): Event {
    const { candidate } = challenge;
    if (challenge.kind !== 'compare') {
      const repeats = challenge.kind === 'repeat' ? challenge.repeats : 1;
      return { type: 'sampled', candidate, samples: Array.from({ length: repeats }, () => measured(candidate)) };
    }
    const { against, alpha } = challenge;
    const pairs = [0, 1].map((): Pair => [measured(candidate), measured(against)]);
    const before = scoredOf(candidate).comparisons.find((one) => one.against === against);
    const spread = before?.spread ?? spreadOf(scoredOf(against).samples);
    const verdict = sequential([...(before?.pairs ?? []), ...pairs], 'max', { ...NOISE, alpha, spread });
    return { type: 'compared', candidate, against, pairs, alpha, spread, verdict };
  }

  function entryOf(id: string): Entry {
    const entry = view.entry(id);
    if (entry === undefined) throw new Error(`no proposal ${id}`);
    return entry;
  }

  function scoredOf(id: string) {
    const { evaluation } = entryOf(id);
    if (evaluation?.outcome !== 'scored') throw new Error(`${id} has no score`);
    return evaluation;
  }

  function evaluationOf(id: string, genome: Genome | undefined): Evaluation {
    if (genome === undefined) return { outcome: 'invalid', epoch: 0, reason: 'does not run', stages: [] };
    const parts = world.tasks === undefined ? {} : { tasks: world.tasks(genome) };
    const score = { samples: [measured(id)], comparisons: [], metrics: {}, ...parts };
    return { outcome: 'scored', epoch: 0, ...score, channel: 'number', stages: [] };
  }
}

function candidateOf(id: string, parents: readonly string[], genome: Genome | undefined) {
  const tree = genome === undefined ? `invalid ${id}` : genome.join(' ');
  return { id, proposal: id, parents, commit: tree, tree, summary: '' };
}

interface Traits extends Readonly<Record<string, number>> {
  readonly size: number;
  readonly complexity: number;
}

/** Every change makes code somewhat longer or shorter, a large one more so; that says nothing of its quality. A grid needs it. */
function drifted({ size, complexity }: Traits, { operator }: Proposal, random: Rng): Traits {
  const reach = operator === 'fresh' ? 0.5 : 0.15;
  const by = (): number => Math.exp(reach * random.normal());
  return { size: size * by(), complexity: complexity * by() };
}

function changeOf({ operator }: Proposal): Change {
  return operator === 'cross' || operator === 'fresh' ? operator : 'mutate';
}
