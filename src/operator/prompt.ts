import { type AnswerFile, markers } from '../code/code.ts';
import type { Agent, Prompt } from '../domain/agent.ts';
import type { ApplyJob, Trial } from '../domain/lane.ts';
import type { Lens } from '../domain/lens.ts';
import type { Source } from '../domain/operator.ts';
import { formatDuration, formatScore } from '../lib/format.ts';
import { ownPages } from '../lib/own-page.ts';
import { bullets, fenced, head, printed } from '../lib/quotation.ts';
import { type Excerpt, excerptOf, presented, rulesOf } from './aim.ts';
import { contents, type Exhibit, exhibits, wholeFiles } from './exhibit.ts';
import { contextOf, directivesIn, MOST_LISTED, parentOf } from './facts.ts';
import { page } from './page.ts';
import { briefOf, mendOf, type Revision, revisionOf, standingOf } from './trial.ts';
import { workPrompt } from './work.ts';

export interface Material {
  readonly job: ApplyJob;
  readonly lenses: readonly Lens[];
  readonly timeoutMs: number;
  readonly works: Agent['works'];
  /** The run's folder, relative to the worktree. */
  readonly folder: string;
  /** What is shown: the first parent, or the merge for one who answers in words. */
  readonly files: Source;
  readonly others: readonly Source[];
  readonly conflicts: readonly string[];
  readonly unmerged: readonly string[];
  /** What was found in the change so far, which is to be revised. */
  readonly revision?: Revision;
  /** The folder of the user's own prompts. */
  readonly prompts?: string;
}

export interface Rendered {
  readonly prompt: Prompt;
  /** The files that are shown whole. */
  readonly shown: readonly AnswerFile[];
  /** What is shown of a file in place of it. */
  readonly excerpt?: Excerpt;
}

/** Of both parts together: a prompt that is still read, and for those who see nothing else one that holds whole files. */
export const PROMPT_BYTES = { files: 48 * 1024, text: 148 * 1024 };
/** Of all contents together, for those who can read the rest where it lies. */
const FILE_BYTES = 24 * 1024;
const OBJECTIVE_BYTES = 4 * 1024;
const FITNESS_BYTES = 1024;

/**
 * What an author is told. Contract: at most `PROMPT_BYTES`, whatever the job holds; text of others is fenced and in `text`;
 * `system` is the same for all of a run that are given the same goal and directives.
 */
export async function promptOf(material: Material): Promise<Rendered> {
  if (material.job.charter !== undefined) return workPrompt(material, PROMPT_BYTES[material.works]);
  const { files, others, works } = material;
  const own = await contents(files);
  const other = others[0] === undefined || works === 'text' ? [] : await contents(others[0]);
  const system = systemOf(material);
  const context = contextIn(material, own);
  const bare = textOf(material, context, { files: '', otherFiles: '' });
  const left = PROMPT_BYTES[works] - Buffer.byteLength(system) - Buffer.byteLength(bare);
  if (works === 'text') {
    const { text, shown } = wholeFiles(own, left, urgentIn(material));
    const part = await aloneIn(material, shown);
    if (part !== undefined && Buffer.byteLength(part.shown) <= left)
      return {
        prompt: { system, text: textOf(material, context, { files: part.shown, otherFiles: '' }) },
        shown: [part.excerpt],
        excerpt: part.excerpt,
      };
    return { prompt: { system, text: textOf(material, context, { files: text, otherFiles: '' }) }, shown };
  }
  const room = Math.min(left, FILE_BYTES);
  const shown = other.length === 0 ? { files: exhibits(own, room), otherFiles: '' } : bothParents(own, other, room);
  return { prompt: { system, text: textOf(material, context, shown) }, shown: [] };
}

/** The target by itself, where its file can't be shown. */
async function aloneIn(
  { job, files }: Material,
  shown: readonly AnswerFile[],
): Promise<{ readonly excerpt: Excerpt; readonly shown: string } | undefined> {
  const { target } = job.dossier;
  if (target === undefined || shown.some(({ path }) => path === target.path)) return undefined;
  const excerpt = await excerptOf(files, target);
  return excerpt && { excerpt, shown: presented(excerpt, target) };
}

function systemOf({ job: { proposal, dossier }, works, folder, timeoutMs }: Material): string {
  const { objective } = proposal.brief;
  return page('system', {
    objective: proposal.operator === 'brief' ? '' : head(objective.trim() || 'a better score', OBJECTIVE_BYTES),
    where:
      works === 'text' ? '' : `, run in ${folder === '' ? 'the root of the worktree' : `${folder} of the worktree`}`,
    better: (dossier.commandDirection ?? dossier.direction) === 'max' ? 'higher' : 'lower',
    fitness: dossier.fitness === '' ? '' : fenced(printed(dossier.fitness, FITNESS_BYTES)),
    judged: judgedBy(dossier),
    target: dossier.target === undefined ? '' : rulesOf(dossier.target, works),
    scope: bullets(dossier.scope, MOST_LISTED),
    directives: directivesIn(dossier),
    how: works === 'text' ? page('answer') : page('worktree', { time: formatDuration(timeoutMs) }),
  });
}

function judgedBy({ fitness, judged }: ApplyJob['dossier']): string {
  if (judged === undefined) return '';
  if (fitness === '') return 'A judge scores how efficient the code is, from 0.1 to 1; higher is better.';
  const share = Math.round(100 * judged);
  return `A judge scores how efficient the code is, from 0.1 to 1: ${share} % of the score; the rest is the command's, from 0 to 1. Higher is better.`;
}

interface Shown {
  readonly files: string;
  readonly otherFiles: string;
}

function contextIn({ job }: Material, own: readonly Exhibit[]): string {
  const marked = own.filter(({ path, text }) => text !== undefined && markers(path, text).kind === 'blocks');
  const [first, ...others] = job.dossier.parents;
  // The original has no change to speak of.
  const bare = first === undefined || !fromOriginal(job) ? [] : [{ ...first, summary: '' }, ...others];
  return contextOf(
    bare.length === 0 ? job.dossier : { ...job.dossier, parents: bare },
    marked.map(({ path }) => path),
  );
}

function textOf(material: Material, context: string, { files, otherFiles }: Shown): string {
  const { job, works } = material;
  const { brief } = job.proposal;
  const [first, second] = job.dossier.parents;
  if (first === undefined) throw new Error(`${job.proposal.id} has no parent`);
  const common = { baseline: formatScore(job.dossier.baseline), context, files };
  const best = { best: formatScore(job.dossier.best) };
  const position = { name: first.id, score: formatScore(first.score) };
  if (job.trial !== undefined) return trialText(material, job.trial, { ...common, ...best, ...position });
  const kind = kindOf(job);
  switch (kind) {
    case 'seed':
      return page(kind, { ...common, ...lensOf(material) });
    case 'mutate':
      return page(kind, { ...common, ...best, ...position, ...lensOf(material) });
    case 'fresh':
      return page(kind, {
        ...common,
        ...best,
        ...position,
        original: fromOriginal(job) ? 'yes' : '',
        version: fromOriginal(job) ? '' : 'yes',
        ...lensOf(material),
      });
    case 'repair':
      return page(kind, { ...common, ...best, name: first.id, ...lensOf(material) });
    case 'brief':
      return page(kind, {
        ...common,
        ...best,
        ...position,
        objective: head(brief.objective.replace(/\s+/g, ' ').trim() || 'A better score', OBJECTIVE_BYTES),
        boundaries: bullets(brief.boundaries, MOST_LISTED),
        pointers: bullets(brief.pointers, MOST_LISTED),
      });
    case 'cross':
      return page(kind, {
        ...common,
        ...best,
        ...position,
        worktree: works === 'files' ? 'yes' : '',
        words: works === 'text' ? 'yes' : '',
        other: second?.id ?? '',
        otherScore: formatScore(second?.score ?? null),
        otherParent: second === undefined ? '' : parentOf(second),
        conflicts: bullets(material.conflicts, MOST_LISTED),
        unmerged: bullets(material.unmerged, MOST_LISTED),
        otherFiles,
      });
  }
}

/** An experiment of a round: made, mended or revised. */
function trialText(
  { job: { proposal, dossier }, revision, prompts }: Material,
  trial: Trial,
  { files, name, ...facts }: Readonly<Record<'files' | 'name' | 'context' | 'score' | 'best' | 'baseline', string>>,
): string {
  const [worded, brief] = [ownPages(page, prompts), briefOf(proposal.brief)];
  if (revision !== undefined) {
    const { looks, findings } = revisionOf(revision);
    return `${worded('revise', { name, looks })}\n\n${page('findings', { findings, brief, files })}`;
  }
  const { mend } = trial;
  const why = mend === undefined ? { reason: '', tail: '' } : mendOf(mend);
  const told = { ...facts, ...why, name, files, brief, standing: standingOf(dossier, trial) };
  return `${worded(mend === undefined ? 'implement' : 'mend', { name })}\n\n${page('experiment', told)}`;
}

/** What comes first spans the widest range: the lens decides, and several changes may belong together. */
function kindOf(job: ApplyJob): 'seed' | 'mutate' | 'cross' | 'fresh' | 'repair' | 'brief' {
  const { operator, parents, brief } = job.proposal;
  if (operator === 'fresh' || operator === 'repair' || operator === 'brief') return operator;
  if (operator === 'cross') return parents.length > 1 ? 'cross' : 'mutate';
  const isFirst = fromOriginal(job) && job.dossier.tried.length === 0;
  return isFirst && brief.lens !== undefined ? 'seed' : 'mutate';
}

const fromOriginal = ({ dossier }: ApplyJob): boolean => dossier.parents[0]?.original === true;

function bothParents(first: readonly Exhibit[], second: readonly Exhibit[], bytes: number): Shown {
  const known = new Map(first.map(({ path, text }) => [path, text]));
  const differing = second.filter(({ path, text }) => known.get(path) !== text);
  const gone = bullets(
    first.filter(({ path }) => !second.some((file) => file.path === path)).map(({ path }) => `It has no ${path}.`),
    MOST_LISTED,
  );
  const half = (bytes - Buffer.byteLength(gone)) / 2;
  const shown = exhibits(differing, half);
  return {
    files: exhibits(first, half),
    otherFiles: [shown, gone].filter((part) => part !== '').join('\n'),
  };
}

/** What has to be seen: files to be resolved, and those that the failure or the feedback speaks of. */
function urgentIn({ job, conflicts }: Material): (path: string) => boolean {
  const said = job.dossier.parents
    .map(({ failure, feedback }) => `${failure?.tail ?? ''}\n${feedback ?? ''}`)
    .join('\n');
  return (path) => conflicts.includes(path) || said.includes(path);
}

function lensOf({ job, lenses }: Material): { readonly lens: string; readonly direction: string } {
  const name = job.proposal.brief.lens ?? '';
  const text = lenses.find((lens) => lens.name === name)?.text ?? '';
  return { lens: head(name, 200), direction: text === name ? '' : head(text, 1000) };
}
