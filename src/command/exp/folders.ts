import { join } from 'node:path';
import { claimsFolder, runFolder } from '../place.ts';

/** What experiments leave on disk, for people and agents to read. */
export const experimentFolder = (stateDir: string, run: string, id: string): string =>
  join(runFolder(stateDir, run), 'experiments', id);

export const attemptFolder = (stateDir: string, run: string, id: string, attempt: number): string =>
  join(experimentFolder(stateDir, run, id), 'attempts', numbered(attempt));

/** Of measurements that don't count. */
export const checkFolder = (stateDir: string, run: string, id: string, check: number): string =>
  join(checksFolder(stateDir, run, id), numbered(check));

export const checksFolder = (stateDir: string, run: string, id: string): string =>
  join(experimentFolder(stateDir, run, id), 'checks');

/** Held by whoever evaluates an experiment, or takes it away. */
export const claimPath = (stateDir: string, run: string, id: string): string =>
  join(claimsFolder(stateDir, run), `${id}.claim`);

/** The checkouts of one evaluation. */
export const evaluationFolder = (stateDir: string, run: string, id: string): string =>
  join(runFolder(stateDir, run), 'evaluations', id);

/** Held while a prepared clone is chosen. */
export const poolPath = (stateDir: string, run: string): string => join(stateDir, 'locks', `${run}.pool`);

const numbered = (number: number): string => String(number).padStart(3, '0');
