export { formOf, SEED_FORM } from './form.ts';

import type { Operator } from '../domain/operator.ts';
import { syntax } from './syntax.ts';
import { tune } from './tune.ts';

export type { Traits } from '../code/code.ts';
export { author } from './author.ts';
export { withinBlocks } from './blocks.ts';
export { extentOf } from './extent.ts';
export { goalPrompt, readGoal } from './goal.ts';
export { treesIn } from './syntax.ts';
export { withinTarget } from './target.ts';
export { touchedBy } from './touched.ts';
export { fileTraits, NO_TRAITS } from './traits.ts';
export { numbersIn } from './tune.ts';

/** The operators that need no model, by name. */
export const BUILT_IN: Readonly<Record<string, Operator>> = { syntax, tune };
