import { describe } from 'vitest';
import { findsPlanted } from './planted.ts';
import { itNeeds } from './support.ts';

/** In its edit-only mode it is not even offered. */
const SHELL = /"name":"bash"/;
/** What it asks a model for when it has none. */
const TITLE = /title generator/i;
/** Two that start in a new home get into each other's way, and are tried again: it takes longer. */
const ONE = ['--parallel', '1'];

describe('opencode', () => {
  itNeeds('opencode', 'finds the planted improvement in a sandbox', () =>
    findsPlanted('opencode', 'opencode:scripted/mock-1', ONE, SHELL, TITLE),
  );

  itNeeds('opencode', 'finds it without a sandbox in its edit-only mode', () =>
    findsPlanted('opencode', 'opencode', [...ONE, '--sandbox', 'off'], /"name":"edit"/, SHELL),
  );
});
