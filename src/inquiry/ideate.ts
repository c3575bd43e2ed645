import type { Answered, Directions } from '../domain/lane.ts';
import type { Source } from '../domain/operator.ts';
import type { Idea, IdeateAnswer, Ideator, Situation } from '../domain/round.ts';
import type { Workspace } from '../domain/workspace.ts';
import { answered, consult, type Zod } from './consult.ts';
import type { Council } from './council.ts';
import { codeOf, line } from './exhibit.ts';
import { page } from './page.ts';
import { partsOf } from './situation.ts';

/** What a round knows, and the code of the best. */
export interface Thinking {
  readonly key: string;
  readonly situation: Situation;
  readonly best: string;
  readonly code: Source;
  /** The same code in a folder, for those who work on files. */
  place(): Promise<Workspace & AsyncDisposable>;
  readonly directives?: Directions;
}

/** For one who sees nothing else. */
const CODE_BYTES = 64 * 1024;
const MOST_IDEAS = 8;
const MOST_SOURCES = 5;
const MOST_GAIN = 10;

/** What else could be tried. Whoever can't search the web is not asked for what others have written. */
export async function ideateBy(
  council: Council,
  thinking: Thinking & { readonly ideator: Ideator },
  signal: AbortSignal,
): Promise<Answered> {
  const { key, ideator, situation, directives } = thinking;
  const agent = council.ask('ideator', key);
  const isRead = ideator === 'literature';
  if (isRead && agent.searches !== true) return nothing(`${agent.name} has no web search`);
  await using place = agent.works === 'files' ? await thinking.place() : undefined;
  const heard = await consult(
    council,
    agent,
    {
      role: 'ideator',
      key,
      asked: `ideate-${ideator}`,
      directives,
      text: page('situation', await situationOf(thinking, place !== undefined)),
      workspace: place,
      ...(isRead ? { search: true } : {}),
      schema,
    },
    signal,
  );
  if (heard.kind === 'broken') return heard;
  if (heard.kind === 'silent') return nothing(`${ideator}: ${heard.reason}`);
  const ideas = heard.answer.ideas
    .map((one) => ideaOf(one, ideator, situation))
    .filter(({ hypothesis }) => hypothesis !== '');
  const sourced = isRead ? ideas.filter(({ sources }) => sources.length > 0) : ideas;
  if (sourced.length === 0 && ideas.length > 0)
    return nothing('literature: no idea came with the page that it is from');
  return answered({ ideas: sourced.slice(0, MOST_IDEAS) } satisfies IdeateAnswer);
}

const nothing = (failed: string): Answered => answered({ ideas: [], failed } satisfies IdeateAnswer);

export async function situationOf(
  { situation, best, code }: Thinking,
  isInPlace: boolean,
): Promise<Readonly<Record<string, string>>> {
  return {
    ...partsOf(situation),
    round: String(situation.round),
    stall: situation.stall === 0 ? '' : String(situation.stall),
    best,
    place: isInPlace ? 'yes' : '',
    code: isInPlace ? '' : await codeOf(code, CODE_BYTES),
  };
}

interface Said {
  readonly hypothesis: string;
  readonly technique: string;
  readonly gain: number;
  readonly confidence: number;
  readonly parent: string;
  readonly sources: readonly string[];
}

function ideaOf(
  { hypothesis, technique, gain, confidence, parent, sources }: Said,
  ideator: Ideator,
  { parents }: Situation,
): Idea {
  const known = parents.find(({ id }) => id === parent)?.id;
  const cited = ideator === 'literature' ? sources.filter((source) => /^https?:\/\/\S+$/.test(source.trim())) : sources;
  return {
    ideator,
    hypothesis: line(hypothesis),
    technique: line(technique, 200),
    gain: within(gain, MOST_GAIN),
    confidence: within(confidence, 1),
    ...(known === undefined ? {} : { parent: known }),
    sources: cited.slice(0, MOST_SOURCES).map((source) => line(source, 300)),
  };
}

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));

const schema = (z: Zod) =>
  z.object({
    ideas: z.array(
      z.object({
        hypothesis: z.string(),
        technique: z.string(),
        gain: z.number(),
        confidence: z.number(),
        parent: z.string(),
        sources: z.array(z.string()),
      }),
    ),
  });
