import type { Rng } from '../../domain/rng.ts';
import { deleteElse, leaveEarly, swapHeaders, unwrap, wrap } from './branches.ts';
import {
  dropSide,
  type Editor,
  negate,
  pick,
  reduce,
  replaceCall,
  replaceConstant,
  replaceExpression,
  replaceOperator,
  replaceVariable,
  swapOperands,
} from './expressions.ts';
import { isAllowed, type Program } from './program.ts';
import type { Sites } from './sites.ts';
import { type Splice, spliced, type TextEdit } from './splice.ts';
import { deleteStatement, duplicateStatement, moveInto, moveOut, moveStatement, swapStatements } from './statements.ts';

export type Edited =
  | { readonly kind: 'edited'; readonly text: string; readonly summary: string }
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'unsupported' | 'unparsable'; readonly reason: string };

interface EditKind {
  readonly of: Exclude<keyof Sites, 'donors'>;
  /** How often it is drawn, against the others that the file has a place for. */
  readonly weight: number;
  readonly edit: Editor;
}

/** What mostly leaves a program that runs and does something else is common; what mostly spoils it is rare. */
const EDITS: readonly EditKind[] = [
  { of: 'operators', weight: 14, edit: replaceOperator },
  { of: 'constants', weight: 14, edit: replaceConstant },
  { of: 'variables', weight: 10, edit: replaceVariable },
  { of: 'compounds', weight: 8, edit: reduce },
  { of: 'binaries', weight: 7, edit: replaceExpression },
  { of: 'binaries', weight: 4, edit: swapOperands },
  { of: 'rivals', weight: 4, edit: replaceCall },
  { of: 'conditions', weight: 4, edit: negate },
  { of: 'logicals', weight: 6, edit: dropSide },
  { of: 'statements', weight: 9, edit: deleteStatement },
  { of: 'statements', weight: 6, edit: moveStatement },
  { of: 'statements', weight: 5, edit: swapStatements },
  { of: 'statements', weight: 5, edit: moveOut },
  { of: 'statements', weight: 4, edit: moveInto },
  { of: 'statements', weight: 3, edit: duplicateStatement },
  { of: 'statements', weight: 4, edit: wrap },
  { of: 'statements', weight: 4, edit: leaveEarly },
  { of: 'branches', weight: 3, edit: unwrap },
  { of: 'branches', weight: 2, edit: deleteElse },
  { of: 'loops', weight: 9, edit: swapHeaders },
];

/** How many places there are, for the choice of a file. */
export const sizeOf = (sites: Sites): number => EDITS.reduce((sum, { of }) => sum + sites[of].length, 0);

// A kind that has few places would draw the same edit again and again.
const FEW = 8;

/** Draws a place, then an edit of it; undefined when the one does not fit the other. */
export function drawEdit(program: Program, sites: Sites, random: Rng): TextEdit | undefined {
  const kinds = EDITS.filter(({ of }) => sites[of].length > 0);
  const shares = kinds.map(({ of, weight }) => (weight * sites[of].length) / (sites[of].length + FEW));
  const total = shares.reduce((sum, share) => sum + share, 0);
  let at = random.next() * total;
  const kind = kinds.find((_, index) => {
    at -= shares[index] ?? 0;
    return at < 0;
  });
  const site = kind && pick(sites[kind.of], random);
  return site && kind.edit(program, site, random, sites);
}

/** The text with the edit made. Undefined when it would touch what may not change, or change nothing. */
export function edited(program: Program, splices: readonly Splice[]): string | undefined {
  if (!splices.every((splice) => isAllowed(program, splice))) return undefined;
  const text = spliced(program.text, splices);
  return text === program.text ? undefined : text;
}
