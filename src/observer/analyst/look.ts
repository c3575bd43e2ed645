import type { View } from '../../domain/view.ts';
import type { AnalystPlan } from './analyst.ts';
import { buriedWarnings, type Printed } from './buried.ts';
import { deadDirections, ignoredMechanisms, plateaus } from './direction.ts';
import type { Host } from './host.ts';
import { interrupted, leftovers, strangers, strays } from './orphan.ts';
import { type Sight, sightOf } from './sight.ts';
import { type Said, type Sighting, saidOf, unsaid } from './sighting.ts';
import { overrun, stuckAttempts, stuckCalls } from './stuck.ts';

/** What was said is looked up in so many of each kind. */
const REMEMBERED = 200;
/** Of what code sees, in one look: the rest comes with the next. */
const MOST_SEEN = 5;
/** A program that warns of something else each time is not worth more of them. */
const MOST_BURIED = 12;
/** Those whose logs are read. */
const READ = 6;

/** What the look before has seen that this one needs. */
export interface Memory {
  strays: ReadonlySet<number>;
}

/** How a look went. `idle`: well, but nobody was asked whether there is more. */
export type Looked = { readonly kind: 'well' | 'idle' } | { readonly kind: 'failed'; readonly reason: string };

/**
 * Looks once: code first, then the agent, where somebody else has recorded something since. What code sees is recorded before
 * anybody thinks. Rejects only when aborted or where nothing can be seen or recorded.
 */
export async function look(
  plan: AnalystPlan,
  memory: Memory,
  grown: boolean,
  record: (said: readonly Said[]) => void,
  signal: AbortSignal,
): Promise<Looked> {
  const { journal, agent } = plan;
  const sight = sightOf(journal, plan.now());
  const before = saidBefore(journal.view());
  const { sightings, problems } = await seenByCode(plan, memory, sight, before, signal);
  const seen = unsaid(sightings, before).slice(0, MOST_SEEN).map(saidOf);
  signal.throwIfAborted();
  record(seen);
  const [reason] = problems;
  const sofar: Looked = reason === undefined ? { kind: 'well' } : { kind: 'failed', reason };
  if (agent === undefined) return sofar;
  if (!grown) return sofar.kind === 'well' ? { kind: 'idle' } : sofar;
  // Agents are loaded by those alone who ask one.
  const { think } = await import('./question.ts');
  const thought = await think({ ...plan, agent }, sight, { seen, before }, signal);
  signal.throwIfAborted();
  if (thought.kind === 'said') record(thought.said);
  return sofar.kind === 'well' && thought.kind === 'failed' ? thought : sofar;
}

/** The newest first. */
const saidBefore = (view: View): readonly string[] =>
  [...view.remarks({ kind: 'hint' }, REMEMBERED), ...view.remarks({ kind: 'alert' }, REMEMBERED)]
    .sort((a, b) => b.seq - a.seq)
    .map(({ text }) => text);

interface Seen {
  readonly sightings: readonly Sighting[];
  readonly problems: readonly string[];
}

/** One check that fails does not keep the others from seeing. */
async function seenByCode(
  { journal, host, settings, patterns = () => [] }: AnalystPlan,
  memory: Memory,
  sight: Sight,
  before: readonly string[],
  signal: AbortSignal,
): Promise<Seen> {
  const isActive = (id: string) => journal.view().entry(id)?.experiment?.status === 'active';
  const checks: readonly (() => readonly Sighting[] | Promise<readonly Sighting[]>)[] = [
    () => onGraphics(host, settings.gpuMb, signal),
    () => outlived(host, memory),
    () => stuckAttempts(sight),
    () => stuckCalls(sight),
    () => overrun(sight),
    () => interrupted(sight, host, isActive),
    () => leftovers(host),
    () => buried(host, sight, before),
    () => plateaus(patterns(journal.view())),
    () => deadDirections(sight, settings.regressed),
    () => ignoredMechanisms(sight),
  ];
  const sightings: Sighting[] = [];
  const problems: string[] = [];
  for (const check of checks) {
    try {
      sightings.push(...(await check()));
    } catch (error) {
      signal.throwIfAborted();
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { sightings, problems };
}

async function onGraphics(host: Host, leastMb: number, signal: AbortSignal): Promise<readonly Sighting[]> {
  const uses = await host.graphics(signal);
  const processes = uses.length === 0 ? undefined : host.processes();
  return processes === undefined ? [] : strangers(uses, processes, leastMb);
}

function outlived(host: Host, memory: Memory): readonly Sighting[] {
  const processes = host.processes();
  if (processes === undefined) return [];
  const { sightings, pids } = strays(processes, memory.strays);
  memory.strays = pids;
  return sightings;
}

function buried(host: Host, { trials, annotations }: Sight, before: readonly string[]): readonly Sighting[] {
  const room = MOST_BURIED - before.filter((text) => text.startsWith('buried warning ')).length;
  if (room <= 0) return [];
  const printed = trials
    .filter(({ attempt }) => attempt > 0)
    .slice(0, READ)
    .map(({ id, attempt }): Printed => ({ experiment: id, logs: host.logs(id, attempt) }));
  const found = buriedWarnings(
    printed,
    annotations.map(({ text }) => text),
  );
  return unsaid(found, before).slice(0, room);
}
