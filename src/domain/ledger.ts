import type { AgentRun, Role, Usage } from './agent.ts';
import type { Left } from './workspace.ts';

/** In dollars and tokens. Dollars are absent where no price is known. */
export interface Amount {
  readonly usd?: number;
  readonly tokens: number;
}

/** One call of an agent, as it ended. */
export interface Call {
  readonly key: string;
  readonly agent: string;
  readonly role: Role;
  readonly outcome: Exclude<AgentRun<unknown>['kind'], 'spent'>;
  readonly reason?: string;
  readonly model?: string;
  readonly usage?: Usage;
  readonly usd?: number;
  /** What was set aside for it. */
  readonly estimate: Amount;
  readonly ms: number;
  /** The file that holds prompt and answer, relative to the run's folder. */
  readonly record: string;
  /** The files as it left them, where it edited any. */
  readonly left?: Left;
  readonly session?: string;
  /** The answer was cut off at the longest length. */
  readonly truncated?: true;
}

/** What a call was asked and what it said. */
export interface Recording {
  readonly prompt: string;
  readonly text: string;
}

export type Recalled = Call & Recording;

/**
 * Who keeps the money and the recordings.
 * Contract: what was reserved counts until it is settled, also when the process dies in between; what was settled is
 * never paid again, but for outages.
 */
export interface Ledger {
  /** A call of this key that ended in anything but an outage. */
  recall(key: string): Recalled | undefined;
  /** What a call of this agent has come to so far, at most; undefined before the first. */
  typical(agent: string): Amount | undefined;
  /** What may still be spent, work in flight set aside; undefined without a budget. */
  left(): Partial<Amount>;
  /** Sets the estimate aside. Waits while calls in flight may leave room for it; a reason when there is none. */
  reserve(
    call: Asking,
    signal: AbortSignal,
  ): Promise<{
    readonly refused?: string;
    /** What was set aside. */
    readonly aside?: Amount;
  }>;
  /** The call's `record` is given here, not by the caller. */
  settle(call: Omit<Call, 'record'> & { readonly record?: string }, recording: Recording): void;
  /** Tells of an outage that the call sits out. */
  outage(reason: string): void;
}

export type Reservation = Pick<Call, 'key' | 'agent' | 'role' | 'estimate'>;

export interface Asking extends Reservation {
  /** Nothing is known of this agent yet: what is left will do, if it is less than the estimate. */
  readonly guessed?: true;
  /** A new estimate after it has waited: calls that ended meanwhile have shown what they take, or that it can't be told. */
  readonly again?: () => Promise<Estimated>;
}

export interface Estimated extends Pick<Asking, 'estimate' | 'guessed'> {
  /** Why it must not be made at all. */
  readonly refused?: string;
}

/** What a run has spent. */
export interface Spending {
  readonly calls: number;
  readonly usd: number;
  readonly usage: Usage;
  /** Calls that ended without a known price: they are not in `usd`. */
  readonly unpriced: number;
  /** Set aside for calls in flight. */
  readonly pending: Required<Amount> & { readonly calls: number };
  /** Set aside for calls that never came back; they count as spent. */
  readonly lost: Required<Amount> & { readonly calls: number };
  readonly agents: Readonly<Record<string, AgentSpending>>;
}

export interface AgentSpending {
  readonly calls: number;
  readonly usd: number;
  readonly tokens: number;
  /** The dearest call. */
  readonly most: Amount;
}
