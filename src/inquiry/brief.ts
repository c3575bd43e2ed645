import type { Answered } from '../domain/lane.ts';
import type { BriefAnswer, Pointer, WrittenBrief } from '../domain/round.ts';
import { answered, consult, type Zod } from './consult.ts';
import type { Council } from './council.ts';
import { line } from './exhibit.ts';
import { situationOf, type Thinking } from './ideate.ts';
import { page } from './page.ts';

const OBJECTIVE_BYTES = 1000;
const MOST_BOUNDARIES = 8;
const MOST_POINTERS = 8;
const KINDS = ['task', 'gate', 'experiment', 'file', 'other'] as const;

/** What the lanes of a round are to do: at most one brief each, from parents that were offered. */
export async function briefBy(council: Council, thinking: Thinking, signal: AbortSignal): Promise<Answered> {
  const { key, situation, directives } = thinking;
  const agent = council.ask('briefer', key);
  await using place = agent.works === 'files' ? await thinking.place() : undefined;
  const offered = situation.parents.map(({ id }) => id);
  const heard = await consult(
    council,
    agent,
    {
      role: 'briefer',
      key,
      asked: 'brief',
      values: { width: String(situation.width) },
      directives,
      text: page('situation', await situationOf(thinking, place !== undefined)),
      workspace: place,
      schema: (zod) => schemaFor(zod, offered),
    },
    signal,
  );
  if (heard.kind === 'broken') return heard;
  if (heard.kind === 'silent') return answered({ briefs: [], failed: heard.reason } satisfies BriefAnswer);
  const briefs = heard.answer.briefs
    .filter(({ parent, objective }) => offered.includes(parent) && objective.trim() !== '')
    .slice(0, situation.width)
    .map(briefOf);
  const axis = line(heard.answer.axis, 300);
  return answered({ briefs, ...(axis === '' ? {} : { axis }) } satisfies BriefAnswer);
}

const briefOf = ({ objective, parent, boundaries, pointers, hard }: WrittenBrief): WrittenBrief => ({
  objective: line(objective, OBJECTIVE_BYTES),
  parent,
  boundaries: boundaries
    .slice(0, MOST_BOUNDARIES)
    .map((one) => line(one))
    .filter((one) => one !== ''),
  pointers: pointers
    .slice(0, MOST_POINTERS)
    .map(pointerOf)
    .filter(({ name }) => name !== ''),
  hard,
});

const pointerOf = ({ kind, name, why }: Pointer): Pointer => ({ kind, name: line(name, 200), why: line(why, 300) });

/** What none of its briefs can be used of is no answer. */
function schemaFor(z: Zod, offered: readonly string[]) {
  return z
    .object({
      briefs: z.array(
        z.object({
          objective: z.string(),
          parent: z.string(),
          boundaries: z.array(z.string()),
          pointers: z.array(z.object({ kind: z.enum(KINDS), name: z.string(), why: z.string() })),
          hard: z.boolean(),
        }),
      ),
      axis: z.string(),
    })
    .refine(({ briefs }) => briefs.length === 0 || briefs.some(({ parent }) => offered.includes(parent)), {
      message: `parent must be one of ${offered.join(', ')}`,
    });
}
