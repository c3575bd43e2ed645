import type { Price, Role } from './agent.ts';
import type { Direction } from './compare.ts';
import type { Ladder } from './ladder.ts';
import type { Domain } from './lens.ts';
import type { Rounds } from './rounds.ts';
import type { Sandbox } from './sandbox.ts';
import type { Target } from './target.ts';

export interface Gate {
  readonly name: string;
  readonly command: string;
  readonly phase: 'pre' | 'post';
}

export interface Budget {
  readonly evaluations?: number;
  readonly minutes?: number;
  readonly usd?: number;
  readonly tokens?: number;
}

/** An agent in a role; where there are several, each gets work by its weight. */
export interface Appointed {
  /** As people write it: `claude`, `codex:MODEL`, `llm:anthropic/MODEL`, `command:my-agent {prompt_file}`. */
  readonly agent: string;
  readonly weight: number;
}

export type Appointments = { readonly [R in Role]?: readonly Appointed[] };

/** A cheaper benchmark that a candidate must do well on before it gets the next. */
export interface Rung {
  readonly name: string;
  readonly command: string;
  /** The score to reach: as it is, or as a share of what the seed scores there. */
  readonly threshold: number;
  readonly of: 'score' | 'seed';
}

/** When a difference on a noisy benchmark is worth having, and how many runs of each side may go into finding out. */
export interface Noise {
  /** A share: 0.01 is one per cent. */
  readonly margin: number;
  readonly limit: number;
}

export const NOISE: Noise = { margin: 0.01, limit: 40 };

/** A command that no author sees, with inputs that no worktree has. */
export interface Holdout {
  readonly command: string;
  readonly inputs: readonly string[];
}

/** The fitness command is a server: one line per candidate. */
export interface Warm {
  /** It is started anew after so many. */
  readonly uses: number;
  /** Candidates may share its process. */
  readonly trust: boolean;
}

/** Named searches: each is a strategy, an archive and a rule that chooses parents. */
export const PRESETS = ['patient', 'greedy', 'best-of-n', 'generations', 'grid', 'pareto', 'islands'] as const;
export type Preset = (typeof PRESETS)[number];

/** `rounds`: experiments in a tree, which people and agents grow. `ladder`: cycles that keep a repository to its goals. */
export type Search = Preset | 'rounds' | 'ladder';

/** The seed's name. */
export const seedId = (strategy: Search): string =>
  strategy === 'generations' ? 'gen0-seed' : strategy === 'rounds' ? 'root' : 'seed';

/** Whether a run is made of experiments. */
export const isOfExperiments = ({ identity }: Pick<RunConfig, 'identity'>): boolean => identity.strategy === 'rounds';

/** Whether a run goes by the islands and their iterations alone: nobody mends, tunes or fills slots beside them. */
export const isByIslands = ({ identity }: Pick<RunConfig, 'identity'>): boolean => identity.strategy === 'islands';

/** Whether every proposal is a plain sample: from the seed, with nothing learned. */
export const isAllPlain = ({ identity }: Pick<RunConfig, 'identity'>): boolean => identity.strategy === 'best-of-n';

/** A metric that counts beside the score. */
export interface Objective {
  readonly metric: string;
  readonly direction: Direction;
}

/** One side of a grid: a metric or trait in so many bins, between bounds or by its ratio to the seed's. */
export interface Axis {
  readonly metric: string;
  readonly bins: number;
  readonly least?: number;
  readonly most?: number;
  /** The seed's value, once it is known: of an axis without bounds. */
  readonly origin?: number;
}

/** What can be told of code without running it. */
export const TRAITS: readonly string[] = ['size', 'complexity'];

/** Whether the search goes by what the code is like. */
export const readsTraits = ({ grid = [], objectives = [] }: Pick<Fixed, 'grid' | 'objectives'>): boolean =>
  [...grid, ...objectives].some(({ metric }) => TRAITS.includes(metric));

/** Populations that evolve apart. */
export interface Islands {
  readonly count: number;
  /** Of each; the worst go. */
  readonly capacity: number;
  /** After so many additions the best of each is copied to the others. */
  readonly interval: number;
  /** How often a parent is one of the island's `top`; else it is any of the island's. */
  readonly exploit: number;
  readonly top: number;
  /** How many of the best of all islands are shown to an author. */
  readonly inspirations: number;
}

export const ISLANDS: Islands = { count: 3, capacity: 40, interval: 10, exploit: 0.7, top: 3, inspirations: 3 };

/** A run of islands ends after so many proposals unless told otherwise. */
export const ITERATIONS = 10;

/** Agents score the code by a rubric, from 0 to 1, beside the benchmark or in place of it. */
export interface Judging {
  /** Share of the judges in the score; 1 where there is no benchmark. */
  readonly weight: number;
  /** What of the benchmark's numbers counts as 0, and what as 1: the first may be the larger. */
  readonly scale?: readonly [zero: number, one: number];
}

/** Which way the command's own numbers are better: scores that judges have a part in always grow. */
export const commandDirection = ({ direction, judging }: Pick<Fixed, 'direction' | 'judging'>): Direction => {
  if (judging === undefined) return direction;
  const [zero, one] = judging.scale ?? [0, 1];
  return zero <= one ? 'max' : 'min';
};

/** A file of lines `NAME=value`. */
export interface EnvironmentSource {
  /** Relative to the repository's root, or absolute. */
  readonly path: string;
  /** The names that are taken; all of them when absent. */
  readonly keys?: readonly string[];
}

/** Which of the living experiments are branched from next. */
export type FrontierRule =
  | { readonly kind: 'argmax' }
  | { readonly kind: 'top-k'; readonly k: number }
  | { readonly kind: 'epsilon-greedy'; readonly epsilon: number }
  | { readonly kind: 'softmax'; readonly temperature: number; readonly k: number }
  /** Tasks that nobody does better than `floor` at are left out, where more is better. */
  | { readonly kind: 'pareto-per-task'; readonly k: number; readonly floor: number };

/** Where those who carry out experiments work. */
export type Places =
  | { readonly kind: 'worktree' }
  /** Clones that the user has prepared, by absolute path: one experiment at a time in each. */
  | { readonly kind: 'pool'; readonly slots: readonly string[] };

export interface Experimenting {
  /** Of an experiment: so many may be measured and not be better. */
  readonly attempts: number;
  /** So many in a row may come to no score. */
  readonly failures: number;
  readonly frontier: FrontierRule;
  readonly places: Places;
  /** What of a workspace is taken: every change, or new files only where they were staged. */
  readonly commit: 'all' | 'tracked-only';
}

export const EXPERIMENTING: Experimenting = {
  attempts: 3,
  failures: 5,
  frontier: { kind: 'pareto-per-task', k: 5, floor: 0 },
  places: { kind: 'worktree' },
  commit: 'all',
};

/** Ends a run when the next `evaluations` are expected to bring less than `gain`, a share of the best score. */
export interface StopWhen {
  readonly gain: number;
  readonly evaluations: number;
}

/** What identifies a run for `--resume`. Paths are relative to the repository's root. */
export interface Identity {
  readonly strategy: Search;
  /** Empty where judges alone give the score. */
  readonly fitness: string;
  readonly folder: string;
  readonly files: readonly string[];
  /** The target's symbol, where the scope is one. */
  readonly target?: string;
}

/** What a run keeps for life: a resumed run that asks for another value is refused. */
export interface Fixed {
  readonly direction: Direction;
  readonly seed: number;
  readonly gates: readonly Gate[];
  readonly repeat: number;
  readonly parse: 'auto' | 'last-number';
  readonly metric?: string;
  readonly inputs: readonly string[];
  readonly prepare?: string;
  readonly build?: string;
  /** Runs before every run of the fitness command, in the same checkout. */
  readonly beforeRun?: string;
  /** Words before the fitness command: `nice -n 10`. */
  readonly prefix?: string;
  // What is absent below was not there yet when the run was opened, or has its default.
  readonly sandbox?: Sandbox;
  readonly noise?: Noise;
  /** Cores that a benchmark has to itself; 0 for no pinning. */
  readonly cores?: number;
  readonly holdout?: Holdout;
  readonly cascade?: readonly Rung[];
  readonly warm?: Warm;
  /** Which candidates count as tried before: those of the same tree, or also those of the same syntax. */
  readonly dedupe?: 'tree' | 'syntax';
  /** Of `pareto`; without any it goes by the benchmark's tasks. */
  readonly objectives?: readonly Objective[];
  /** Of `grid`. */
  readonly grid?: readonly Axis[];
  readonly target?: Target;
  /** Of `islands`. */
  readonly islands?: Islands;
  /** Absent where nobody judges. */
  readonly judging?: Judging;
  /** Variables whose values are kept out of everything that is written down, beside those that look like keys. */
  readonly redact?: readonly string[];
}

/** Who makes the changes: one of the operators that need no model, both of them in turns, or agents. */
export type Author = 'built-in' | 'tune' | 'syntax' | 'agent';

/** What may change when a run is resumed or answered. */
export interface Adjustable {
  readonly k: number;
  readonly operator: Author;
  /** Who is what. There is an author where the operator is `agent`. */
  readonly agents?: Appointments;
  readonly agentTimeoutMs: number;
  /** Prices of models, over those that are known. */
  readonly prices?: Readonly<Record<string, Price>>;
  /** Agents have a configuration of their own in place of the user's. */
  readonly isolate?: true;
  /** Invalid candidates of agents are left as they are. */
  readonly repair?: false;
  /** What kind of objective it is, for the choice of lenses; by the words of the goal when absent. */
  readonly domain?: Domain;
  /** Lenses of the user's own, in place of the domain's. */
  readonly lenses: readonly string[];
  /** Whether the living are published as branches of the user's repository. */
  readonly branches: boolean;
  /** A command to run on a new best. */
  readonly notify?: string;
  /** How much `.evolve` may take. */
  readonly diskMb?: number;
  readonly generations: number;
  readonly stale: number;
  readonly budget: Budget;
  /** Files of variables that commands get beside their own; values are read when a command starts and never kept. */
  readonly environment?: readonly EnvironmentSource[];
  /** Of experiments; the defaults when absent. */
  readonly experiments?: Experimenting;
  /** Of whoever drives them; the defaults when absent. */
  readonly rounds?: Rounds;
  /** Of cycles over goals; the defaults when absent. */
  readonly ladder?: Ladder;
  // Of strategies that go on without generations; what is absent has its default.
  /** Ends after so many proposals, whatever came of them. Of `islands`. */
  readonly iterations?: number;
  /** Ends after so many evaluations without a new best. */
  readonly plateau?: number;
  readonly stopWhen?: readonly StopWhen[];
  /** Share of plain proposals from the seed. */
  readonly control?: number;
  /** Share of the record that free operators may have while agents think. */
  readonly idle?: number;
  /** Evaluations for the numbers of a promoted candidate of an agent, at most. */
  readonly partner?: number;
  readonly stopAt?: number;
  readonly parallel: number;
  readonly parallelBench: number;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly goal: string;
}

export interface RunConfig {
  readonly identity: Identity;
  readonly fixed: Fixed;
  readonly adjustable: Adjustable;
}
