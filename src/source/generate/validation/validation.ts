import type { Check } from '../finding.ts';
import { ci } from './ci.ts';
import { contracts } from './contracts.ts';
import { gates } from './gates.ts';
import { disables, lint } from './lint.ts';
import { masked } from './masked.ts';

/** Where checks are weak. */
export const validation: readonly Check[] = [masked, ci, gates, lint, disables, contracts];
