/** What an answer says about one file. Lines are without their ends. */
export type Piece = WholePiece | BlockPiece | DeletePiece;

export interface WholePiece {
  readonly kind: 'whole';
  readonly path: string;
  readonly lines: readonly string[];
  /** A diff from /dev/null: the file must not be there yet. */
  readonly mustBeNew: boolean;
  /** Of a new file: whether its last line has an end. */
  readonly lastEnd: boolean;
}

export interface BlockPiece {
  readonly kind: 'block';
  /** Undefined where the answer names none. */
  readonly path: string | undefined;
  /** Whether the path was named further up, so that it could be meant for other blocks only. */
  readonly carried: boolean;
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** Columns before the markers: the whole block may be indented by as much. */
  readonly indent: number;
  /** The line between SEARCH and REPLACE; a hunk of a diff has none. */
  readonly divider: string | undefined;
}

export interface DeletePiece {
  readonly kind: 'delete';
  readonly path: string;
  /** What a diff says the file holds; undefined where nothing is said. */
  readonly lines: readonly string[] | undefined;
}

export interface Problem {
  readonly problem: string;
}

export const isProblem = (value: object): value is Problem => 'problem' in value;
