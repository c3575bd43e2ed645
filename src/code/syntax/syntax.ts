import type { Rng } from '../../domain/rng.ts';
import type { Target } from '../../domain/target.ts';
import { drawEdit, type Edited, edited, sizeOf } from './edits.ts';
import { accepts, open, type Program } from './program.ts';
import { sitesOf } from './sites.ts';

// Draws are cheap, parsing is not: a text of ten thousand lines takes a tenth of a second.
const DRAWS = 300;
const PARSES = 12;

/**
 * One edit of the syntax tree, or two to four.
 * Contract: the result parses, differs, and is the same for the same draws; outside the marked blocks and the target no byte
 * changes.
 */
export async function mutate(
  path: string,
  text: string,
  random: Rng,
  size: 'small' | 'large',
  target?: Target,
): Promise<Edited> {
  const opened = await open(path, text, target);
  if (opened.kind !== 'open') return opened;
  const wanted = size === 'small' ? 1 : 2 + random.int(3);
  const summaries: string[] = [];
  let current = text;
  for (let { program } = opened; summaries.length < wanted; ) {
    const next = await drawnFrom(program, text, random);
    if (next === undefined) break;
    summaries.push(next.summary);
    current = next.text;
    const reopened = summaries.length < wanted ? await open(path, current, target) : undefined;
    if (reopened?.kind !== 'open') break;
    program = reopened.program;
  }
  if (summaries.length > 0) return { kind: 'edited', text: current, summary: summaries.join(', ') };
  return { kind: 'none', reason: `${path}: nothing that may be edited` };
}

interface Drawn {
  readonly text: string;
  readonly summary: string;
}

/** One edit that leads neither to a text that is wrong nor back to the original. */
async function drawnFrom(program: Program, original: string, random: Rng): Promise<Drawn | undefined> {
  const sites = sitesOf(program);
  if (sizeOf(sites) === 0) return undefined;
  for (let draws = 0, parses = 0; draws < DRAWS && parses < PARSES; draws++) {
    const edit = drawEdit(program, sites, random);
    const text = edit && edited(program, edit.splices);
    if (edit === undefined || text === undefined || text === original) continue;
    parses++;
    if (await accepts(program, text)) return { text, summary: edit.summary };
  }
  return undefined;
}

/** How many places of a file can be edited. */
export async function editable(path: string, text: string, target?: Target): Promise<Editable> {
  const opened = await open(path, text, target);
  return opened.kind === 'open' ? { kind: 'found', places: sizeOf(sitesOf(opened.program)) } : opened;
}

export type Editable =
  | { readonly kind: 'found'; readonly places: number }
  | { readonly kind: 'unsupported' | 'unparsable'; readonly reason: string };
