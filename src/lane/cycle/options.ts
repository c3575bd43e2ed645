import type { Sha } from '../../domain/candidate.ts';
import type { Contract } from '../../domain/contract.ts';
import type { Version } from '../../domain/lane.ts';
import type { Workspace } from '../../domain/workspace.ts';
import type { CyclePlan } from '../../evaluation/evaluation.ts';
import type { Council } from '../../inquiry/inquiry.ts';
import type { LocalLanes, LocalOptions } from '../local.ts';

/** What lanes of cycles are given. What may change is another thing in each cycle, so `plan.files` is empty. */
export interface GoalOptions
  extends Pick<LocalOptions, 'repository' | 'operators' | 'inputs' | 'bind' | 'width' | 'prepare' | 'folder'> {
  /** The run that the cycles belong to. */
  readonly run: string;
  readonly plan: CyclePlan;
  readonly council: Council;
  /** What a version of the repository says of how it is to be worked on. */
  contractOf(version: Version): Promise<Contract>;
  /** Where the branch that cycles land on is now, readable in the private repository. */
  tip(): Promise<{ readonly commit: Sha; readonly tree: Sha }>;
}

export interface GoalLanes extends LocalLanes {
  /** The files of a version for somebody who reads them; gone when it is disposed of, whatever was written to it. */
  reading(key: string, version: Version): Promise<Workspace & AsyncDisposable>;
}
