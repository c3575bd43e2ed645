import { isOfExperiments, type RunConfig } from '../domain/config.ts';

const OPTIMIZE = 'evolve optimize';
const RUN = 'the same evolve run … with --resume';

/** How a run that was stopped or interrupted goes on. */
export const againOf = ({ config }: { readonly config: RunConfig }): string =>
  isOfExperiments(config) ? OPTIMIZE : RUN;

export const againWith = ({ experiments }: { readonly experiments?: unknown }): string =>
  experiments === undefined ? RUN : OPTIMIZE;
