import type { Plan } from '../evaluation/evaluation.ts';
import type { LocalOptions } from './local.ts';

/** Where candidates are made and read: from what, in which bounds, in which folders. */
export interface Premises
  extends Pick<LocalOptions, 'repository' | 'seed' | 'scope' | 'inputs' | 'bind' | 'holdout' | 'folder'> {
  readonly plan: Pick<Plan, 'folder' | 'files' | 'sandbox' | 'secrets' | 'target' | 'artifacts'>;
}
