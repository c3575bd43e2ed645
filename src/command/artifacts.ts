import { join } from 'node:path';
import { isOfExperiments, type RunConfig } from '../domain/config.ts';
import type { Occasion, Plan } from '../evaluation/evaluation.ts';
import { attemptFolder, checkFolder, experimentFolder } from './exp/folders.ts';
import { candidateFolder } from './place.ts';

/** Of measurements that belong to no attempt: fresh runs for a comparison, and checks of the machine. */
const AGAIN = 'again';

/** Where the logs of a run are kept: of a search by candidate, of experiments by attempt, which also have checkpoints. */
export function artifactsOf(
  stateDir: string,
  run: string,
  config: Pick<RunConfig, 'identity'>,
): Pick<Plan, 'artifacts' | 'checkpoints'> {
  if (!isOfExperiments(config)) return { artifacts: ({ candidate }) => candidateFolder(stateDir, run, candidate.id) };
  const artifacts = ({ candidate: { id }, attempt, check, round }: Occasion): string => {
    if (round !== undefined) return join(experimentFolder(stateDir, run, id), AGAIN);
    return check === undefined ? attemptFolder(stateDir, run, id, attempt) : checkFolder(stateDir, run, id, check);
  };
  return {
    artifacts,
    checkpoints: (of) => (of.round === undefined ? join(artifacts(of), 'checkpoints') : undefined),
  };
}
