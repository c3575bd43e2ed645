import type { Charter } from '../domain/charter.ts';
import { type DiscoverAnswer, type Learning, NO_PLAN } from '../domain/cycle.ts';
import type { Answered, Directions } from '../domain/lane.ts';
import type { Source } from '../domain/operator.ts';
import type { WorkItem } from '../domain/work-item.ts';
import type { Workspace } from '../domain/workspace.ts';
import { bullets, fenced, head } from '../lib/quotation.ts';
import { complexityOf } from './complexity.ts';
import { answered, consult, type Zod } from './consult.ts';
import type { Council } from './council.ts';
import { cleaned, codeOf, line, shownOf } from './exhibit.ts';
import { kept } from './follow-up.ts';
import { page } from './page.ts';
import { charterShown, notesShown, readsShown, workShown } from './work.ts';

/** A piece of work that somebody is to look into. */
export interface Unplanned {
  readonly key: string;
  readonly work: WorkItem;
  readonly charter: Charter;
  /** Paths and globs. */
  readonly mutable: readonly string[];
  readonly immutable: readonly string[];
  readonly learnings: readonly Learning[];
  /** A whole pre-mortem, however small the work looks. */
  readonly full: boolean;
  readonly splitAt: number;
  readonly earlier: readonly string[];
  /** All files, for those who see nothing but the prompt. */
  readonly code: Source;
  place(): Promise<Workspace & AsyncDisposable>;
  readonly directives?: Directions;
}

const CODE_BYTES = 96 * 1024;
const LEARNING_BYTES = 2 * 1024;
const MOST_LEARNINGS = 10;
const MOST_PATHS = 400;
const PLAN_BYTES = 8 * 1024;
const PART_BYTES = 1500;
const MOST = { criteria: 12, files: 40, risks: 12, parts: 24, blockers: 8 } as const;

/** What is to be done about a piece of work. Who can't say it has no plan; a plan that its own pre-mortem condemns is none. */
export async function discoverBy(council: Council, unplanned: Unplanned, signal: AbortSignal): Promise<Answered> {
  const { key, directives } = unplanned;
  const agent = council.ask('briefer', key);
  await using place = agent.works === 'files' ? await unplanned.place() : undefined;
  const text = page('discover-case', await caseOf(unplanned, place !== undefined));
  const call = { role: 'briefer', key, asked: 'discover', directives, text, workspace: place } as const;
  const heard = await consult(council, agent, { ...call, schema: (zod) => schemaFor(zod, unplanned) }, signal);
  if (heard.kind === 'broken') return heard;
  if (heard.kind === 'silent') return answered({ ...NO_PLAN, reason: line(heard.reason) } satisfies DiscoverAnswer);
  return answered(settled(heard.answer, unplanned));
}

async function caseOf(unplanned: Unplanned, inPlace: boolean): Promise<Readonly<Record<string, string>>> {
  const { work, charter, mutable, immutable, learnings, earlier, code } = unplanned;
  return {
    work: workShown(work),
    earlier: notesShown(earlier),
    charter: charterShown(charter),
    scope: [
      `May change:\n\n${bullets(mutable.length === 0 ? ['every file'] : mutable, 40)}`,
      ...(immutable.length === 0 ? [] : [`May not change:\n\n${bullets(immutable, 60)}`]),
      ...(work.about.length === 0
        ? []
        : [`May change all the same, since the work is about it:\n\n${bullets(work.about, 20)}`]),
    ].join('\n\n'),
    reads: readsShown(charter),
    learnings: learnings
      .slice(0, MOST_LEARNINGS)
      .map(({ path, text }) => shownOf(path, text, LEARNING_BYTES))
      .join('\n\n'),
    depth: depthOf(unplanned),
    place: inPlace ? 'yes' : '',
    code: inPlace ? '' : `${fenced(bullets(code.files(), MOST_PATHS))}\n\n${await codeOf(code, CODE_BYTES)}`,
  };
}

function depthOf({ work, full, splitAt }: Unplanned): string {
  const complexity = full ? 'full' : complexityOf(work.title);
  const plan = {
    fast: 'A few lines of plan will do.',
    standard: 'A plan of the usual size.',
    full: 'A thorough plan.',
  };
  const premortem =
    complexity === 'full'
      ? 'A whole pre-mortem: imagine that the work has failed, and list every likely cause (what it misses, what it breaks, what the checks say, what was assumed), with what the plan does about each.'
      : 'A short pre-mortem: the two or three most likely ways in which it fails.';
  const split = `It is split where it has ${splitAt} parts or more, or where it changes several subsystems that don't depend on each other.`;
  return [plan[complexity], premortem, split].join(' ');
}

type Said = Omit<DiscoverAnswer, 'status' | 'reason'> & {
  readonly status: 'ready' | 'split' | 'blocked' | 'satisfied';
  readonly reason: string;
};

function settled(said: Said, { learnings, splitAt }: Unplanned): DiscoverAnswer {
  const risks = kept(said.premortem.risks, MOST.risks, 600);
  const parts = said.parts
    .map(({ title, description, wave }) => ({
      title: line(title, 160),
      description: line(description, PART_BYTES),
      wave: Math.max(1, wave),
    }))
    .filter(({ title }) => title !== '')
    .slice(0, MOST.parts);
  const isMany = said.status === 'ready' && parts.length >= splitAt;
  const isDoomed = said.status === 'ready' && said.premortem.verdict === 'fail' && !isMany;
  const reason = isDoomed
    ? `the plan would not survive its own pre-mortem: ${risks[0] ?? 'no reason given'}`
    : said.reason;
  const shown = line(reason, 600);
  return {
    status: isDoomed ? 'failed' : isMany ? 'split' : said.status,
    plan: head(cleaned(said.plan).trim(), PLAN_BYTES),
    criteria: kept(said.criteria, MOST.criteria),
    files: [...new Set(said.files.map(pathOf))].filter((path) => path !== '').slice(0, MOST.files),
    premortem: { verdict: said.premortem.verdict, risks },
    parts: said.status === 'split' || isMany ? parts : [],
    blockers: said.status === 'blocked' ? kept(said.blockers, MOST.blockers, 200) : [],
    cited: learnings.map(({ path }) => path).filter((path) => said.cited.includes(path)),
    ...(shown === '' ? {} : { reason: shown }),
  };
}

/** Relative to the root; nothing where it leads out of it. */
function pathOf(text: string): string {
  const path = line(text, 300).replace(/^(?:\.\/)+/, '');
  return path.startsWith('/') || path.split('/').includes('..') ? '' : path;
}

/** What nothing can be made of is no answer. */
function schemaFor(z: Zod, { work }: Unplanned) {
  return z
    .object({
      status: z.enum(['ready', 'split', 'blocked', 'satisfied']),
      plan: z.string(),
      criteria: z.array(z.string()),
      files: z.array(z.string()).default([]),
      premortem: z.object({ verdict: z.enum(['pass', 'warn', 'fail']), risks: z.array(z.string()) }),
      parts: z.array(z.object({ title: z.string(), description: z.string(), wave: z.number().int() })).default([]),
      blockers: z.array(z.string()).default([]),
      cited: z.array(z.string()).default([]),
      reason: z.string().default(''),
    })
    .refine(({ status, plan, criteria }) => status !== 'ready' || (plan.trim() !== '' && criteria.length > 0), {
      message: 'work that is ready needs a plan and criteria',
    })
    .refine(({ status, parts }) => status !== 'split' || parts.length >= 2, {
      message: 'work that is split needs two parts or more',
    })
    .refine(({ status, blockers, reason }) => status !== 'blocked' || blockers.length > 0 || reason.trim() !== '', {
      message: 'work that is blocked needs blockers or a reason',
    })
    .refine(({ status }) => status !== 'satisfied' || work.source !== 'goal', {
      message: 'the check of the goal was run and fails, so the work is not satisfied',
    });
}
