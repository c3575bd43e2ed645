import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import { UserError } from '../../lib/user-error.ts';
import {
  Annotations,
  Config,
  type EvoAnnotation,
  type EvoConfig,
  type EvoInfra,
  type EvoNode,
  type EvoNote,
  type EvoOutcome,
  Graph,
  InfraLog,
  Meta,
  Outcome,
} from './evo-shape.ts';

/** A run of evo, as its files have it. */
export interface EvoRun {
  /** The repository's folder. */
  readonly root: string;
  readonly id: string;
  readonly folder: string;
  readonly config: EvoConfig;
  /** Parents first; the synthetic root is apart. */
  readonly nodes: readonly EvoExperiment[];
  readonly top?: EvoNode;
  readonly annotations: readonly EvoAnnotation[];
  readonly infra: readonly EvoInfra[];
  readonly notes: readonly EvoNote[];
  /** What evo knew of the project. */
  readonly project?: string;
}

export interface EvoExperiment {
  readonly node: EvoNode;
  readonly parent: string;
  readonly attempts: readonly EvoAttempt[];
  /** The numbers of attempts that have no outcome. */
  readonly torn: readonly number[];
}

export interface EvoAttempt {
  readonly attempt: number;
  readonly outcome: EvoOutcome;
  /** The change as evo kept it; absent where it kept none. */
  readonly patch?: string;
}

/** Reads a run of evo. Throws UserError on what is missing, torn or makes no sense. */
export function readEvo(given: string, run: string | undefined): EvoRun {
  const evo = evoFolder(given);
  const folder = runFolderIn(evo, run);
  const config = read(join(folder, 'config.json'), Config);
  const graph = read(join(folder, 'graph.json'), Graph);
  const project = join(evo, 'project.md');
  const old = join(folder, 'notes.md');
  const written = existsSync(old) ? readFileSync(old, 'utf8').trim() : '';
  const { root: top, ...others } = graph.nodes;
  return {
    root: dirname(evo),
    id: folder === evo ? 'run_0000' : basename(folder),
    folder,
    config,
    nodes: inOrder(Object.values(others), join(folder, 'graph.json')).map((node) => withAttempts(folder, node)),
    ...(top === undefined ? {} : { top }),
    annotations: optional(join(folder, 'annotations.json'), Annotations) ?? [],
    infra: (optional(join(folder, 'infra_log.json'), InfraLog) ?? []).filter(({ kind }) => kind !== 'frontier'),
    notes: [...(graph.workspace_notes ?? []), ...(written === '' ? [] : [{ text: written, timestamp: undefined }])],
    ...(existsSync(project) ? { project: readFileSync(project, 'utf8') } : {}),
  };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function evoFolder(given: string): string {
  const folder = resolve(given);
  const inside = join(folder, '.evo');
  if (isFolder(inside)) return inside;
  if (basename(folder) === '.evo' && isFolder(folder)) return folder;
  throw new UserError(`There is no .evo in ${folder}: name the repository that evo worked in, or its .evo folder.`);
}

function runFolderIn(evo: string, run: string | undefined): string {
  const runs = readdirSync(evo)
    .filter((name) => name.startsWith('run_') && existsSync(join(evo, name, 'graph.json')))
    .sort();
  const active = run ?? optional(join(evo, 'meta.json'), Meta)?.active ?? undefined;
  if (active !== undefined && runs.includes(active)) return join(evo, active);
  if (run !== undefined)
    throw new UserError(
      `${evo} has no run ${run}. ${runs.length === 0 ? 'It has none.' : `It has ${runs.join(', ')}.`}`,
    );
  if (existsSync(join(evo, 'graph.json'))) return evo;
  const [newest] = runs.toReversed();
  if (newest === undefined) throw new UserError(`${evo} has no runs: there is nothing to import.`);
  return join(evo, newest);
}

function withAttempts(folder: string, node: EvoNode & { readonly parent: string }): EvoExperiment {
  const attempts = join(folder, 'experiments', node.id, 'attempts');
  const numbers = isFolder(attempts) ? readdirSync(attempts).filter((name) => /^\d+$/.test(name)) : [];
  const all = numbers.sort().map((name) => {
    const patch = join(attempts, name, 'diff.patch');
    return {
      attempt: Number(name),
      outcome: optional(join(attempts, name, 'outcome.json'), Outcome),
      ...(existsSync(patch) && statSync(patch).size > 0 ? { patch } : {}),
    };
  });
  return {
    node,
    parent: node.parent,
    attempts: all.flatMap(({ outcome, ...rest }) => (outcome === undefined ? [] : [{ ...rest, outcome }])),
    torn: all.filter(({ outcome }) => outcome === undefined).map(({ attempt }) => attempt),
  };
}

/** Parents before children, else by number. */
function inOrder(nodes: readonly EvoNode[], file: string): readonly (EvoNode & { readonly parent: string })[] {
  const known = new Set(['root']);
  const done: (EvoNode & { readonly parent: string })[] = [];
  let open = nodes.toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
  while (open.length > 0) {
    const ready = open.filter(({ parent }) => known.has(parent ?? 'root'));
    const [first] = open;
    if (ready.length === 0 && first !== undefined) {
      const missing = open.find(({ parent }) => parent != null && !nodes.some(({ id }) => id === parent));
      const why =
        missing === undefined ? `${first.id} is its own ancestor` : `${missing.id} has no parent ${missing.parent}`;
      throw new UserError(`${file} is not a tree: ${why}.`);
    }
    for (const node of ready) {
      known.add(node.id);
      done.push({ ...node, parent: node.parent ?? 'root' });
    }
    open = open.filter(({ id }) => !known.has(id));
  }
  return done;
}

function optional<T extends z.ZodType>(path: string, shape: T): z.infer<T> | undefined {
  return existsSync(path) ? read(path, shape) : undefined;
}

function read<T extends z.ZodType>(path: string, shape: T): z.infer<T> {
  if (!existsSync(path)) throw new UserError(`${path} is missing: this is no complete run of evo.`);
  const parsed = shape.safeParse(parse(readFileSync(path, 'utf8'), path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new UserError(`${path} can't be read${where === '' ? '' : ` at ${where}`}: ${issue?.message ?? 'unknown'}.`);
}

/** A number that Python writes and JSON does not have. */
const NO_NUMBER = /(?<=[:[,]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g;

function parse(text: string, path: string): unknown {
  for (const tried of [text, text.replace(NO_NUMBER, 'null')]) {
    try {
      return JSON.parse(tried);
    } catch {}
  }
  throw new UserError(`${path} is no JSON: it is torn or empty. Mend it, or take it from a backup.`);
}
