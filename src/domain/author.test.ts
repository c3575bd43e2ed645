import { expect, it } from 'vitest';
import { named } from './author.ts';

it('names agents as people write them, without shell lines and addresses, and no two alike', () => {
  const specs = [
    'claude',
    'codex:gpt-5',
    'command:a b',
    'acp:x --acp',
    'command:c',
    'llm:m@http://user@host/v1',
    'claude',
  ];
  const names = named(specs.map((agent) => ({ agent, weight: 1 }))).map(({ name }) => name);
  expect(names).toEqual(['claude', 'codex:gpt-5', 'command', 'acp', 'command#2', 'llm:m', 'claude#2']);
});
