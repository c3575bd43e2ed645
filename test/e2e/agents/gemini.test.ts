import { describe } from 'vitest';
import { findsPlanted } from './planted.ts';
import { itNeeds } from './support.ts';

/** In its edit-only mode it is not even offered. */
const SHELL = /"name":"run_shell_command"/;

describe('gemini', () => {
  itNeeds('gemini', 'finds the planted improvement in a sandbox', () =>
    findsPlanted('gemini', 'gemini:gemini-2.5-pro', [], SHELL, /never so/),
  );

  itNeeds('gemini', 'finds it without a sandbox in its edit-only mode', () =>
    findsPlanted('gemini', 'gemini', ['--sandbox', 'off'], /"name":"replace"/, SHELL),
  );
});
