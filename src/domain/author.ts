import type { Role } from './agent.ts';
import type { Adjustable, Appointed, RunConfig } from './config.ts';
import { rng } from './rng.ts';

export interface Named extends Appointed {
  readonly name: string;
}

/** The name of an agent: as people write it, but of a shell line only what kind it is, and of a model without its address. */
function agentName(spec: string): string {
  return /^(command|acp):/.exec(spec)?.[1] ?? /^(llm:[^@]+)@/.exec(spec)?.[1] ?? spec;
}

/** Appointed agents by name; of several with the same name, the later ones are numbered. */
export function named(appointed: readonly Appointed[]): readonly Named[] {
  const taken = new Map<string, number>();
  return appointed.map((one) => {
    const name = agentName(one.agent);
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return { ...one, name: count === 1 ? name : `${name}#${count}` };
  });
}

/** Who judges the code: those in that role, else the first author. */
export const judgesIn = ({ agents }: Pick<Adjustable, 'agents'>): readonly Named[] =>
  named(agents?.judge ?? agents?.author?.slice(0, 1) ?? []);

/** Who makes what is hard: those in that role, under names of their own, else the first author. */
export function expertsIn({ agents }: Pick<Adjustable, 'agents'>): readonly Named[] {
  const [authors, experts] = [agents?.author ?? [], agents?.expert ?? []];
  return experts.length === 0 ? named(authors.slice(0, 1)) : named([...authors, ...experts]).slice(authors.length);
}

/** Who is asked in a role: those who are appointed to it, else the first author. */
export const askedIn = (settings: Pick<Adjustable, 'agents'>, role: Role): readonly Named[] =>
  role === 'expert'
    ? expertsIn(settings)
    : named(settings.agents?.[role] ?? settings.agents?.author?.slice(0, 1) ?? []);

/** Who makes a proposal, drawn by weight: the same for the same seed and id. */
export function drawnAuthor(authors: readonly Named[], seed: number, id: string): string | undefined {
  let left = rng(seed, 'author', id).next() * authors.reduce((sum, { weight }) => sum + weight, 0);
  const found = authors.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return (found ?? authors.at(-1))?.name;
}

/** Need no appointment. `agent` is the first author, as runs ask for it that were opened before authors had names. */
const ALWAYS = ['tune', 'syntax', 'agent'];

/** Who makes a proposal now: its own author, or where that one is not appointed any more one of those who are. */
export function authorNow(
  { id, by }: { readonly id: string; readonly by: string },
  { fixed, adjustable }: RunConfig,
): string {
  const authors = named(adjustable.agents?.author ?? []);
  const known = [...authors, ...expertsIn(adjustable)];
  if (ALWAYS.includes(by) || known.some(({ name }) => name === by)) return by;
  return drawnAuthor(authors, fixed.seed, id) ?? by;
}
