import type { Check } from '../finding.ts';
import { complexity } from './complexity.ts';
import { dead } from './dead.ts';
import { generated } from './generated.ts';
import { staleDocs } from './stale-docs.ts';
import { todo } from './todo.ts';

/** Where the repository has moved away from what it should be. */
export const drift: readonly Check[] = [complexity, generated, todo, dead, staleDocs];
