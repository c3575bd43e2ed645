export const DOMAINS = ['performance', 'accuracy', 'size', 'robustness', 'general'] as const;

/** What kind of objective a run has. */
export type Domain = (typeof DOMAINS)[number];

/** A point of view that a change is made from, so that authors working at once explore different things. */
export interface Lens {
  readonly name: string;
  readonly text: string;
}

/** Contract: at least eight per domain, genuinely different axes, the widest apart first. */
const LENSES: Readonly<Record<Domain, readonly Lens[]>> = {
  performance: [{ name: 'algorithm', text: 'a better algorithm: less work for the same result' }],
  accuracy: [{ name: 'algorithm', text: 'a better algorithm: a more exact result' }],
  size: [{ name: 'elimination', text: 'what can be left out' }],
  robustness: [{ name: 'error paths', text: 'what happens when something fails' }],
  general: [{ name: 'algorithm', text: 'another algorithm' }],
};

/** The lenses of a run: the user's own, else the domain's, else those of the domain that the goal's words tell. */
export function lensesOf(settings: {
  readonly domain?: Domain;
  readonly lenses: readonly string[];
  readonly goal: string;
}): readonly Lens[] {
  if (settings.lenses.length > 0) return settings.lenses.map((name) => ({ name, text: name }));
  return LENSES[settings.domain ?? domainOf(settings.goal)];
}

/** What a lens's name stands for; a user's own lens is its own text. */
export function lensText(name: string): string {
  return (
    Object.values(LENSES)
      .flat()
      .find((lens) => lens.name === name)?.text ?? name
  );
}

export function domainOf(_goal: string): Domain {
  return 'general';
}
