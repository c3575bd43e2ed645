import type { Appointed } from './config.ts';

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
