import type { Rng } from '../../domain/rng.ts';
import type { Target } from '../../domain/target.ts';
import { differences, differingFunctions, type Unit, unit } from './alike.ts';
import { type Edited, edited } from './edits.ts';
import { pick } from './expressions.ts';
import { accepts, isAllowed, lineOf, open, type Program, type Region, textOf } from './program.ts';
import { sitesOf } from './sites.ts';
import type { SyntaxNode } from './tree.ts';

const DRAWS = 12;

/**
 * The text with some of what the other has otherwise: functions of the same name, else parts at the same place, else
 * statements of the same kind.
 * Contract: as for `mutate`. The result is the other text itself only when the two differ in one place.
 */
export async function cross(path: string, text: string, other: string, random: Rng, target?: Target): Promise<Edited> {
  if (text === other) return { kind: 'none', reason: `${path}: the parents are the same` };
  const [mine, theirs] = [await open(path, text, target), await open(path, other, target)];
  if (mine.kind !== 'open') return mine;
  if (theirs.kind !== 'open') return theirs;
  const [program, source] = [mine.program, theirs.program];
  const isTheirs = (from: Region): boolean => target === undefined || isAllowed(source, from);
  const fits = ({ splice, from }: Unit): boolean => isAllowed(program, splice) && (isTheirs(from) || from.end === 0);
  const functions = differingFunctions(program, source).filter(fits);
  const parts = differences(program, source).filter(fits);
  const attempts: (() => readonly Unit[])[] = [
    ...Array.from({ length: functions.length > 1 ? DRAWS : 0 }, () => () => some(functions, random)),
    ...Array.from({ length: parts.length > 1 ? DRAWS : 0 }, () => () => some(parts, random)),
    ...Array.from({ length: DRAWS }, () => () => alike(program, source, random, isTheirs)),
    ...[...functions, ...parts].map((one) => () => [one]),
  ];
  for (const [index, attempt] of attempts.entries()) {
    const units = attempt();
    const result =
      units.length === 0
        ? undefined
        : edited(
            program,
            units.map(({ splice }) => splice),
          );
    const isLast = index >= attempts.length - functions.length - parts.length;
    if (result === undefined || (result === other && !isLast) || !(await accepts(program, result))) continue;
    const names = [...new Set(units.map(({ name }) => name))];
    const shown = names.length > SHOWN ? [...names.slice(0, SHOWN), `${names.length - SHOWN} more`] : names;
    return { kind: 'edited', text: result, summary: `took ${shown.join(', ')} from the other parent` };
  }
  return { kind: 'none', reason: `${path}: nothing of the other parent fits here` };
}

const SHOWN = 3;

/** Some, but neither none nor all: those are the parents. */
function some(units: readonly Unit[], random: Rng): readonly Unit[] {
  const chosen = units.filter(() => random.int(2) === 0);
  if (chosen.length === 0) return [pick(units, random)].filter((one) => one !== undefined);
  return chosen.length < units.length ? chosen : chosen.slice(1);
}

/** A statement that only the other has, in place of one of the same kind. */
function alike(program: Program, source: Program, random: Rng, isTheirs: (from: Region) => boolean): readonly Unit[] {
  const own = sitesOf(program).statements;
  const known = new Set(own.map((node) => textOf(program, node)));
  const isNew = (node: SyntaxNode): boolean => isTheirs(node) && !known.has(textOf(source, node));
  const from = pick(sitesOf(source).statements.filter(isNew), random);
  const to =
    from &&
    pick(
      own.filter(({ type }) => type === from.type),
      random,
    );
  return from && to ? unit(program, source, to, from, `line ${lineOf(source, from.start)}`) : [];
}
