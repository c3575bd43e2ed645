import { isOfExperiments, type RunConfig } from '../domain/config.ts';
import { isOfGoals } from '../domain/ladder.ts';

const OPTIMIZE = 'evolve optimize';
const CYCLES = 'evolve goals run';
const RUN = 'the same evolve run … with --resume';

/** How a run that was stopped or interrupted goes on. */
export const againOf = ({ config }: { readonly config: RunConfig }): string =>
  isOfExperiments(config) ? OPTIMIZE : isOfGoals(config) ? CYCLES : RUN;

export const againWith = (of: { readonly experiments?: unknown; readonly cycles?: unknown }): string =>
  of.experiments !== undefined ? OPTIMIZE : of.cycles !== undefined ? CYCLES : RUN;
