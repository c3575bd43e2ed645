import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { markers } from '../code/code.ts';
import type { ApplyJob, ParentFacts } from '../domain/lane.ts';
import type { Lens } from '../domain/lens.ts';
import type { Source } from '../domain/operator.ts';
import { formatDuration, formatScore } from '../lib/format.ts';
import { type Exhibit, exhibits } from './exhibit.ts';
import { bullets, fenced, head, printed } from './quotation.ts';
import { render } from './template.ts';

export interface Material {
  readonly job: ApplyJob;
  readonly lenses: readonly Lens[];
  readonly timeoutMs: number;
  /** The run's folder, relative to the worktree. */
  readonly folder: string;
  readonly files: Source;
  readonly others: readonly Source[];
  readonly conflicts: readonly string[];
  readonly unmerged: readonly string[];
}

/** Of all contents together: enough for a few files, and a prompt that is still read. */
const FILE_BYTES = 24 * 1024;
const OBJECTIVE_BYTES = 4 * 1024;
const FITNESS_BYTES = 1024;
const QUOTED_BYTES = 1536;
const MOST_LISTED = 10;
/** So many files are looked into; more than that no prompt could show. */
const MOST_FILES = 200;

/** What an author is told. Contract: at most 48 KB, whatever the job holds; text of others is fenced. */
export async function promptOf(material: Material): Promise<string> {
  const { job, files, others } = material;
  const { proposal, dossier } = job;
  const [first, second] = dossier.parents;
  if (first === undefined) throw new Error(`${proposal.id} has no parent`);
  const own = await contents(files);
  const common = {
    objective: head(proposal.brief.objective.trim() || 'a better score', OBJECTIVE_BYTES),
    fitness: fenced(printed(dossier.fitness, FITNESS_BYTES)),
    better: dossier.direction === 'max' ? 'higher' : 'lower',
    folder: material.folder === '' ? 'the root of the worktree' : `${material.folder} of the worktree`,
    baseline: formatScore(dossier.baseline),
    rules: rules(material, own),
    parent: parent(fromOriginal(job) ? { ...first, summary: '' } : first),
  };
  const best = { best: formatScore(dossier.best) };
  const position = { name: first.id, score: formatScore(first.score) };
  const lens = lensOf(material);
  switch (kindOf(job)) {
    case 'seed':
      return template('seed', { ...common, ...lens, files: exhibits(own, FILE_BYTES) });
    case 'mutate':
      return template('mutate', { ...common, ...best, ...position, ...lens, files: exhibits(own, FILE_BYTES) });
    case 'fresh':
      return template('fresh', { ...common, ...best, ...lens, files: exhibits(own, FILE_BYTES) });
    case 'cross':
      return template('cross', {
        ...common,
        ...best,
        ...position,
        other: second?.id ?? '',
        otherScore: formatScore(second?.score ?? null),
        otherParent: second === undefined ? '' : parent(second),
        conflicts: bullets(material.conflicts, MOST_LISTED),
        unmerged: bullets(material.unmerged, MOST_LISTED),
        ...bothParents(own, others[0] === undefined ? [] : await contents(others[0])),
      });
  }
}

/** The first generation spans the widest range: the lens decides, and several changes may belong together. */
function kindOf({ proposal }: ApplyJob): 'seed' | 'mutate' | 'cross' | 'fresh' {
  const { operator, batch, parents } = proposal;
  if (operator === 'cross') return parents.length > 1 ? 'cross' : 'mutate';
  if (operator === 'fresh') return 'fresh';
  return batch === 1 && proposal.brief.lens !== undefined ? 'seed' : 'mutate';
}

/** The original has no change to speak of. */
const fromOriginal = ({ proposal }: ApplyJob): boolean => proposal.batch === 1 || proposal.operator === 'fresh';

function bothParents(first: readonly Exhibit[], second: readonly Exhibit[]) {
  const known = new Map(first.map(({ path, text }) => [path, text]));
  const differing = second.filter(({ path, text }) => known.get(path) !== text);
  const gone = first
    .filter(({ path }) => !second.some((file) => file.path === path))
    .map(({ path }) => `It has no ${path}.`);
  const shown = exhibits(differing, FILE_BYTES / 2);
  return {
    files: exhibits(first, FILE_BYTES / 2),
    otherFiles: [shown, bullets(gone, MOST_LISTED)].filter((part) => part !== '').join('\n\n'),
  };
}

function rules({ job, timeoutMs }: Material, files: readonly Exhibit[]): string {
  const marked = files.filter(({ path, text }) => text !== undefined && markers(path, text).kind === 'blocks');
  return template('rules', {
    scope: bullets(job.dossier.scope, MOST_LISTED),
    blocks: head(marked.map(({ path }) => path).join(', '), 1024),
    time: formatDuration(timeoutMs),
  });
}

function parent({ id, summary, refused, feedback = '', failure, sameSyntax = '' }: ParentFacts): string {
  const quoted = (text: string): string => (text.trim() === '' ? '' : fenced(printed(text, QUOTED_BYTES)));
  return template('parent', {
    name: id,
    twin: sameSyntax,
    summary: head(summary.replace(/\s+/g, ' '), 300),
    refused: bullets(
      refused.map(({ path, reason }) => `${path}: ${reason}`),
      MOST_LISTED,
    ),
    feedback: quoted(feedback),
    failure: head((failure?.reason ?? '').replace(/\s+/g, ' '), 500),
    tail: quoted(failure?.tail ?? ''),
  });
}

function lensOf({ job, lenses }: Material): { readonly lens: string; readonly direction: string } {
  const name = job.proposal.brief.lens ?? '';
  const text = lenses.find((lens) => lens.name === name)?.text ?? '';
  return { lens: head(name, 200), direction: text === name ? '' : head(text, 1000) };
}

async function contents(source: Source): Promise<readonly Exhibit[]> {
  return Promise.all(
    source
      .files()
      .slice(0, MOST_FILES)
      .map(async (path) => ({ path, text: await source.read(path) })),
  );
}

const texts = new Map<string, string>();

/** Beside the bundle in the package, beside this file in the source tree. */
function template(name: string, values: Readonly<Record<string, string>>): string {
  const text = texts.get(name) ?? readFileSync(fileURLToPath(new URL(`./prompts/${name}.md`, import.meta.url)), 'utf8');
  texts.set(name, text);
  return render(text, values);
}
