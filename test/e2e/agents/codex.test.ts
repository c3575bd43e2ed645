import { describe } from 'vitest';
import { findsPlanted } from './planted.ts';
import { itNeeds } from './support.ts';

const ALL = /danger-full-access|`sandbox_mode` is `danger-full-access`/;
const WRITES = /workspace-write/;

describe('codex', () => {
  itNeeds('codex', 'finds the planted improvement in a sandbox', () => findsPlanted('codex', 'codex', [], ALL, WRITES));

  itNeeds('codex', 'finds it without a sandbox in its edit-only mode', () =>
    findsPlanted('codex', 'codex:gpt-5.5', ['--sandbox', 'off'], WRITES, ALL),
  );
});
