import type { Goals } from './goals.ts';

/** All that a version of the repository says of how it is to be worked on. */
export interface Contract {
  /** Absent where it has no GOALS.*. */
  readonly goals?: Goals;
  readonly program?: Program;
  readonly profile?: Profile;
  /** Commands that must exit with 0, in order: the profile's, the program's, else what is found (make test, npm test, …), then the wiring check. */
  readonly bundle: readonly string[];
  /** Where the bundle comes from, for people; what is missing. */
  readonly notes: readonly string[];
  /** Paths and globs that may change; empty for all. */
  readonly mutable: readonly string[];
  /** Paths and globs that may not: the program's, GOALS.*, PROGRAM.md, files that checks and commands name, CI. */
  readonly immutable: readonly string[];
}

/** What PROGRAM.md (else AUTODEV.md) allows and asks for. */
export interface Program {
  readonly path: string;
  readonly objective: string;
  /** Paths and globs. */
  readonly mutable: readonly string[];
  readonly immutable: readonly string[];
  /** What its scopes say without naming a path: only whoever works can heed it. */
  readonly words?: readonly string[];
  readonly unit: string;
  readonly validation: readonly string[];
  readonly policy: readonly string[];
  readonly escalation: string;
  readonly stops: readonly string[];
}

/** The repository's execution profile. */
export interface Profile {
  readonly path: string;
  readonly startupReads: readonly string[];
  readonly goalsSource: { readonly primary: string; readonly mirrors: readonly string[] };
  readonly validation: readonly string[];
  readonly tracker: TrackerCommands;
  readonly done: {
    readonly predicates: readonly string[];
    readonly validations: readonly string[];
    readonly cleanGit: boolean;
  };
  readonly order?: readonly string[];
}

/** Shell lines; `{id}` stands for the issue, `{status}` for what becomes of it. */
export interface TrackerCommands {
  readonly ready: string;
  readonly show: string;
  readonly update: string;
  readonly close: string;
  readonly prefix?: string;
  readonly doctor?: string;
  readonly others: Readonly<Record<string, string>>;
}
