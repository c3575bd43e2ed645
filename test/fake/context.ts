import type { Context } from '../../src/command/contract.ts';

/** What a command has around it in a test: no terminal, no engine, nothing told; `input` is piped in. */
export const contextIn = (cwd: string, input?: string): Context => ({
  cwd,
  signal: new AbortController().signal,
  engine: () => Promise.reject(new Error('not needed')),
  tell: () => {},
  interactive: false,
  ask: async () => undefined,
  ...(input === undefined ? {} : { input: async () => input }),
  out: async () => {},
  show: async () => {},
  columns: 100,
  color: false,
  detail: 'normal',
});
