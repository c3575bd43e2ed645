import { readFileSync } from 'node:fs';
import type { RunConfig } from '../domain/config.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Council } from '../inquiry/inquiry.ts';
import type { Engine } from './contract.ts';
import { projectPath } from './init/project.ts';
import { promptsFolder } from './place.ts';

/** Who is asked in a run of experiments, told of what the user says of the project. */
export function councilFor(engine: Engine, config: RunConfig, ledger: Ledger, stateDir: string): Council {
  const council = engine.council(config, ledger, undefined, promptsFolder(stateDir));
  const project = textOf(projectPath(stateDir));
  return project === '' ? council : { ...council, charge: { ...council.charge, project } };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
      .replace(/<!--.*?-->/gs, '')
      .trim();
  } catch {
    return '';
  }
}
