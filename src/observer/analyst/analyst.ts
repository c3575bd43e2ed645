import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from '../../domain/agent.ts';
import type { Event } from '../../domain/event.ts';
import type { Journal } from '../../domain/journal.ts';
import type { Pattern } from '../../domain/round.ts';
import type { Rounds } from '../../domain/rounds.ts';
import type { View } from '../../domain/view.ts';
import type { Workspace } from '../../domain/workspace.ts';
import type { Page } from '../../lib/page.ts';
import { plain } from '../../lib/width.ts';
import { hasGrown } from './growth.ts';
import type { Host } from './host.ts';
import { type Looked, look, type Memory } from './look.ts';
import type { Said } from './sighting.ts';

export interface AnalystPlan {
  readonly journal: Journal;
  readonly settings: Pick<Rounds, 'analystSeconds' | 'analystFailures' | 'gpuMb' | 'regressed'>;
  readonly host: Host;
  /** Who thinks about what code has seen; without one code looks alone. */
  readonly agent?: Agent;
  /** Of one call. */
  readonly timeoutMs: number;
  /** Where one who works on files sits: an empty folder, gone when it is disposed of. */
  readonly desk?: () => Workspace & Disposable;
  /** Its own pages, or the user's in their place. */
  readonly pages?: (own: Page) => Page;
  /** What experiments have in common, as code has counted it. */
  readonly patterns?: (view: View) => readonly Pattern[];
  readonly tell: (line: string) => void;
  readonly now: () => number;
  /** Rejects when aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Longer than an agent's processes take to end, short enough for nobody to mind. */
const PATIENCE_MS = 3000;

/**
 * Looks at a run from time to time, and records hints for its next round and alerts for the user.
 * Contract: never rejects, and changes nothing but the journal. The loop doesn't know of it: hints reach a round by its question
 * alone. `end` ends a look in flight at once.
 */
export function analyst(plan: AnalystPlan): { end(): Promise<void> } {
  const { journal, settings, wait = waiting } = plan;
  const everyMs = settings.analystSeconds * 1000;
  if (everyMs <= 0) return { end: () => Promise.resolve() };
  const ending = new AbortController();
  const memory: Memory = { strays: new Set() };
  const living = live(ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted) safely(`warning: the analyst has ended: ${because(error)}`);
  });
  return {
    async end() {
      ending.abort(new Error('the run has ended'));
      // A process that does not end must not keep the run.
      const patience = new AbortController();
      await Promise.race([living, wait(PATIENCE_MS, patience.signal).catch(() => {})]);
      patience.abort();
    },
  };

  async function live(signal: AbortSignal): Promise<void> {
    let [failures, seen] = [0, 0];
    let told: string | undefined;
    for (;;) {
      await wait(everyMs, signal);
      const { looked, until } = await lookAt(seen, signal);
      seen = until;
      if (looked.kind === 'idle') continue;
      const reason = looked.kind === 'failed' ? looked.reason : undefined;
      failures = reason === undefined ? 0 : failures + 1;
      if (reason !== undefined && reason !== told) safely(`warning: the analyst: ${plain(reason)}`);
      told = reason;
      if (reason === undefined || failures < settings.analystFailures) continue;
      safely(`The analyst is off for the rest of this run: it failed ${failures} times in a row.`);
      return;
    }
  }

  async function lookAt(
    after: number,
    signal: AbortSignal,
  ): Promise<{ readonly looked: Looked; readonly until: number }> {
    let until = after;
    try {
      until = newestIn(journal);
      return { looked: await look(plan, memory, hasGrown(journal, after), record, signal), until };
    } catch (error) {
      signal.throwIfAborted();
      return { looked: { kind: 'failed', reason: because(error) }, until };
    }
  }

  function record(said: readonly Said[]): void {
    if (said.length === 0) return;
    const recorded = journal.append((view) =>
      view.run()?.end === undefined ? said.map((one): Event => ({ type: 'observed', ...one })) : [],
    );
    if (recorded.length === 0) return;
    for (const { kind, text } of said) if (kind === 'alert') safely(`alert: ${text}`);
  }

  function safely(line: string): void {
    try {
      plan.tell(line);
    } catch {
      // Nobody listens any more.
    }
  }
}

const newestIn = (journal: Journal): number => journal.tail(1)[0]?.seq ?? 0;

const waiting = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal });

const because = (error: unknown): string => (error instanceof Error ? error.message : String(error));
