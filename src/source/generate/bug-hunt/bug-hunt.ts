import type { Check } from '../finding.ts';
import { dependencies } from './dependencies.ts';
import { docs } from './docs.ts';
import { look } from './look.ts';
import { risks } from './risks.ts';

/** Where bugs are likely. */
export const bugHunt: readonly Check[] = [risks, docs, dependencies, look];
