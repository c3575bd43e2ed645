import type { Reply, Script } from './server.mjs';

/** One edit. `find` and `replace` are whole lines, without the last line's end. */
export interface Change {
  readonly path: string;
  readonly find: string;
  readonly replace: string;
}

export interface Ending {
  /** What the agent says when it is done. */
  readonly summary?: string;
  /** In place of the last words. */
  readonly last?: Reply;
}

/** Makes whichever agent it is edit one file with the tools that it has, then say a line about it. */
export function edit(change: Change & Ending): Script;
/** The same with several edits, one after the other. */
export function edits(changes: readonly Change[], ending?: Ending): Script;
/** Starts `sleep SECONDS` in a session of its own, then edits. */
export function daemon(change: Change & Ending & { readonly seconds: number }): Script;
/** Edits, then edits what is not the agent's to edit. */
export function outside(change: Change & Ending & { readonly also: Change }): Script;
/** Calls a tool without end. */
export function forever(): Script;
/** Says this, whatever was asked; of several, one per call and the last one for the rest. */
export function answer(...texts: readonly string[]): Script;
export function refuse(text?: string): Script;
/** These replies for the first calls, in the order of the server's calls; then the script. */
export function faults(first: readonly Reply[], then: Script): Script;
/** The same reply to every call. */
export function always(reply: Reply): Script;

/** A script in JSON, for a server that is a process: `{ edit: {…} }`, `{ faults: [first, then] }`. */
export type ScriptData = Readonly<Record<string, unknown>>;
export function scriptOf(data: ScriptData): Script;
