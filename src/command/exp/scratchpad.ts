import type { Remark } from '../../domain/experiment.ts';
import { directiveDocument } from '../directive.ts';
import { remarkDocument } from './remark.ts';
import { type Facts, factsOf } from './scratchpad-facts.ts';
import { cutBytes } from './scratchpad-fit.ts';
import { scratchpadText } from './scratchpad-text.ts';
import { experimentVerb } from './verb.ts';

const verb = experimentVerb<Record<never, never>, Facts>({
  details:
    'At most 8 KB, however many experiments there are: where they stand, the best path, whom to branch from, what awaits a decision, gates, directives, what was learned and what not to try. Reading changes nothing.',
  examples: ['evolve exp scratchpad', 'evolve exp scratchpad --json'],
  positional: [],
  options: {},
  run: factsOf,
  text: scratchpadText,
  document: (facts) => ({
    ...clipped(documentOf(facts)),
    directives_in_force: facts.directives_in_force.map(directiveDocument),
  }),
});

const documentOf = ({ gates, annotations, notes, infra, observed, ...facts }: Facts): object => ({
  ...facts,
  gates: gates.map(({ gate, from }) => ({ ...gate, from })),
  annotations: annotations.map(remarkDocument),
  notes: notes.map(remarkDocument),
  observed: { alerts: observed.alerts.map(remarkDocument), hints: observed.hints.map(remarkDocument) },
  infra: {
    noted: infra.noted.map(eventOf),
    machine: infra.machine.map(({ first, count }) => ({ ...eventOf(first), count })),
  },
});

const eventOf = ({ seq, at, text, breaking }: Remark) => ({
  seq,
  created_at: new Date(at).toISOString(),
  message: text,
  breaking: breaking === true,
});

/** Longer texts are in the verbs that list them. */
const LONGEST = 500;

function clipped(facts: object): object {
  const clip = (_: string, value: unknown): unknown => (typeof value === 'string' ? cutBytes(value, LONGEST) : value);
  return JSON.parse(JSON.stringify(facts, clip));
}

/** The directives are in it already. */
export const command: typeof verb = { ...verb, text: ({ result }) => scratchpadText(result) };
