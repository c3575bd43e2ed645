/**
 * How far a command is kept apart from the machine, strongest first. `bubblewrap`: only what it needs is there, most of
 * it read-only. The two namespace levels: its processes can't outlive it, and the network and the user's own files are
 * kept from it. `group`: limits only.
 */
export type Isolation = 'bubblewrap' | 'namespace' | 'user-namespace' | 'group';

/** The commands that candidate code runs in, and the agents that write it. */
export const STEPS = ['prepare', 'build', 'gates', 'fitness', 'holdout', 'agent'] as const;
export type Step = (typeof STEPS)[number];

/** What a command may reach beyond its checkout and its temporary folder. */
export interface Reach {
  readonly network: boolean;
  /** Absolute paths, or relative to the repository's root; `~/` is the user's home. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Names of variables of the caller's environment. */
  readonly env: readonly string[];
}

/** `required` refuses a machine that has no sandbox; `off` leaves network and files open. */
export interface Sandbox {
  readonly mode: 'auto' | 'required' | 'off';
  readonly reach: Readonly<Record<Step, Reach>>;
}

export const NO_REACH: Reach = { network: false, read: [], write: [], env: [] };

/** An agent without a network could not think. */
export const AGENT_REACH: Reach = { ...NO_REACH, network: true };

export const CLOSED: Sandbox = {
  mode: 'auto',
  reach: {
    prepare: NO_REACH,
    build: NO_REACH,
    gates: NO_REACH,
    fitness: NO_REACH,
    holdout: NO_REACH,
    agent: AGENT_REACH,
  },
};
