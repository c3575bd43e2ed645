import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Contract } from '../domain/contract.ts';
import type { SessionState } from '../domain/cycle.ts';
import type { Snapshot } from '../domain/goals.ts';
import { LADDER, type Ladder } from '../domain/ladder.ts';
import type { Repository } from '../workspace/workspace.ts';
import type { Desk, Shell } from './desk.ts';

export const NOW = Date.parse('2026-01-02T03:04:05.000Z');
export const BASE = { id: 'c1', commit: 'a'.repeat(40), tree: 'b'.repeat(40) };
export const CONTRACT: Contract = { bundle: [], notes: [], mutable: [], immutable: ['GOALS.md'] };
export const SNAPSHOT: Snapshot = { at: '2026-01-01T00:00:00Z', sha: 'abc', goals: [] };
export const never = new AbortController().signal;

export const STATE: SessionState = {
  cycle: 1,
  mode: 'standard',
  testFirst: true,
  emptyStreak: 0,
  idleStreak: 0,
  fruitlessStreak: 0,
  failureStreak: 0,
  refreshes: 1,
  claims: [],
  unblockDepth: 0,
  unblockFailures: 0,
  quarantined: {},
  oscillations: {},
  productive: 0,
  regressed: 0,
  idle: 0,
  cycles: 1,
  resolved: 0,
  unblocked: 0,
  productiveAt: NOW,
};

export interface Given {
  readonly ladder?: Partial<Ladder>;
  readonly contract?: Contract;
  /** First on the PATH. */
  readonly bin?: string;
  /** Of every line, in place of its own. */
  readonly timeoutMs?: number;
  readonly more?: Partial<Desk>;
}

/** A desk in a folder that is there. Its repository has every commit, and each differs from the others in src/a.ts. */
export function deskAt(
  root: string,
  home: string,
  { ladder, contract = CONTRACT, bin, timeoutMs, more }: Given = {},
): Desk {
  const repository = {
    place: { root, kind: 'git', folder: '' },
    read: async () => undefined,
    changes: async () => [{ path: 'src/a.ts' }],
  } as unknown as Repository;
  const nobody = () => {
    throw new Error('nobody is asked here');
  };
  return {
    root,
    runId: 'run-1',
    folder: join(root, '.evolve/run-1/desk'),
    home,
    ladder: { ...LADDER, ...ladder },
    repository,
    council: { ask: nobody, timeoutMs: 1000 },
    contractOf: async () => contract,
    snapshotOf: async () => undefined,
    notes: () => [],
    now: () => NOW,
    run: shellAt(root, bin, timeoutMs),
    inCheckout: nobody,
    reading: nobody,
    ...more,
  };
}

/** Nothing is on the PATH but git, node and what is given: whoever runs these tests may have a tracker. */
function shellAt(cwd: string, bin: string | undefined, ownMs: number | undefined): Shell {
  const path = [...(bin === undefined ? [] : [bin]), join(process.execPath, '..'), '/usr/bin', '/bin'].join(':');
  return (shell, { timeoutMs }, signal) =>
    new Promise((resolve) => {
      const child = spawn('sh', ['-c', shell], { cwd, env: { PATH: path, HOME: '/nonexistent' }, detached: true });
      let [stdout, stderr, timedOut] = ['', '', false];
      const kill = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
      const timer = setTimeout(() => {
        timedOut = true;
        kill();
      }, ownMs ?? timeoutMs);
      signal.addEventListener('abort', kill, { once: true });
      child.stdout.on('data', (chunk) => {
        stdout += chunk;
      });
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      child.on('close', (code) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', kill);
        resolve({ code: code ?? 1, stdout, stderr, ...(timedOut ? { timedOut: true } : {}) });
      });
    });
}
