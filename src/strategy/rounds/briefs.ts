import type { CandidateId } from '../../domain/candidate.ts';
import { isAlike } from '../../domain/likeness.ts';
import type { Plan, Pointer, WrittenBrief } from '../../domain/round.ts';
import { clipped } from './course.ts';
import type { Discard } from './discards.ts';

export interface Admission {
  readonly parents: readonly CandidateId[];
  readonly width: number;
  /** From the same parent, briefs that share so much of their pointers are one. */
  readonly overlap: number;
  readonly discards: readonly Discard[];
}

type Admitted = Pick<Plan, 'briefs' | 'dropped'>;

/** They go into every prompt of their lane. */
const MOST_TEXT = 4000;
const MOST_ITEMS = 12;

/** Which briefs get a lane: the first of those that are too near to each other, at most as many as the round is wide. */
export function admitted(written: readonly WrittenBrief[], rule: Admission): Admitted {
  const briefs: WrittenBrief[] = [];
  const dropped: { objective: string; reason: string }[] = [];
  for (const brief of written.map(bounded)) {
    const reason = whyNot(brief, briefs, rule);
    if (reason === undefined) briefs.push(forewarned(brief, rule.discards));
    else dropped.push({ objective: clipped(brief.objective, 200), reason });
  }
  return { briefs, dropped };
}

function whyNot(brief: WrittenBrief, kept: readonly WrittenBrief[], rule: Admission): string | undefined {
  if (brief.objective === '') return 'it has no objective';
  if (!rule.parents.includes(brief.parent)) return `${brief.parent || 'nothing'} is not one of those to branch from`;
  const same = kept.findIndex((one) => one.parent === brief.parent && clashes(one, brief, rule.overlap));
  if (same >= 0) return `too near to brief ${same + 1}`;
  return kept.length >= rule.width ? `the round is ${rule.width} wide` : undefined;
}

/** By their pointers; where one has none, by what they are for. */
function clashes(one: WrittenBrief, other: WrittenBrief, overlap: number): boolean {
  const [a, b] = [pointersIn(one), pointersIn(other)];
  const fewer = Math.min(a.size, b.size);
  if (fewer === 0) return isAlike(one.objective, other.objective);
  return [...a].filter((pointer) => b.has(pointer)).length / fewer >= overlap;
}

const pointersIn = ({ pointers }: WrittenBrief): ReadonlySet<string> => new Set(pointers.map(plainPointer));

/** Two that mean the same are the same, however they are written: `./src/A.ts` and `src/a.ts`. */
const plainPointer = ({ kind, name }: Pointer): string =>
  `${kind} ${name.toLowerCase().replace(/["'`]/g, '').replace(/\s+/g, ' ').trim().replace(/^\.\//, '')}`;

/** Whoever takes it up must know that others have failed at it. */
function forewarned(brief: WrittenBrief, discards: readonly Discard[]): WrittenBrief {
  const told = discards
    .filter(({ parent }) => parent === brief.parent)
    .filter(({ hypothesis, objective }) => isAlike(hypothesis, brief.objective) || isAlike(objective, brief.objective))
    .slice(0, 3)
    .map(({ id, hypothesis, reason }) => `${id} has tried this before: ${hypothesis}. Given up: ${reason}`);
  return { ...brief, boundaries: [...brief.boundaries, ...told] };
}

const bounded = ({ objective, parent, boundaries, pointers, hard }: WrittenBrief): WrittenBrief => ({
  objective: clipped(objective.trim(), MOST_TEXT),
  parent: parent.trim(),
  boundaries: boundaries.filter((text) => text.trim() !== '').slice(0, MOST_ITEMS),
  pointers: pointers.filter(({ name }) => name.trim() !== '').slice(0, MOST_ITEMS),
  hard,
});
