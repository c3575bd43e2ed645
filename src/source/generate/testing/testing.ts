import type { Check } from '../finding.ts';
import { coverage } from './coverage.ts';
import { fixes } from './fixes.ts';
import { skippedTests } from './skipped-tests.ts';
import { smoke } from './smoke.ts';
import { untested } from './untested.ts';

/** Where tests are thin. */
export const testing: readonly Check[] = [coverage, untested, fixes, skippedTests, smoke];
