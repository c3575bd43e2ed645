import { isUtf8 } from 'node:buffer';
import { markers } from '../../../code/code.ts';
import type { Direction } from '../../../domain/compare.ts';
import type { Channel } from '../../../domain/evaluation.ts';
import type { Case, Changes } from './case.ts';
import { type Deed, type Dialect, dialectOf } from './dialect/dialect.ts';

/** A file in scope of the unchanged code. */
export interface Target {
  readonly path: string;
  readonly content: Buffer;
}

export interface Aim {
  readonly direction: Direction;
  readonly channel: Channel;
  readonly metric?: string;
  /** Longer than any limit. */
  readonly sleepSeconds: number;
  /** Of several files, so many are emptied one by one, too. */
  readonly oneByOne: number;
}

const UNLOADED = 'not known how, in the language of these files';
const IN_BLOCKS = 'the files have EVOLVE-BLOCK markers';
/** No language takes this. */
const BROKEN = ')]} galapagos doctor {[(\n';

/** The made-up candidates, those first that say most. The one that sleeps takes longest and is last. */
export function tricks(targets: readonly Target[], aim: Aim): readonly Case[] {
  const forged = forgedScore(aim);
  const result = JSON.stringify({
    score: forged.value,
    ...(aim.metric === undefined ? {} : { [aim.metric]: forged.value }),
  });
  const loads = (id: string, kind: Case['kind'], what: string, deed: Deed): Case => ({
    id,
    kind,
    what,
    made: onLoad(targets, deed),
  });
  const all = targets.length === 1 ? 'the target is' : 'all files are';
  return [
    { id: 'empty', kind: 'failing', what: `${all} empty`, made: emptied(targets) },
    loads('raises', 'failing', 'fails when it is loaded', { do: 'raise' }),
    loads('exits', 'failing', 'exits with 0 when it is loaded', { do: 'exit' }),
    loads('prints-last', 'forging', 'prints a huge score at the very end', {
      do: 'print',
      text: forged.line,
      when: 'last',
    }),
    loads('prints', 'forging', 'prints a huge score and exits with 0', { do: 'print', text: forged.line, when: 'now' }),
    { id: 'deleted', kind: 'failing', what: `${all} deleted`, made: deleted(targets) },
    loads('writes-last', 'forging', 'writes a huge score to EVOLVE_RESULT at the very end', {
      do: 'write',
      text: result,
      when: 'last',
    }),
    loads('writes', 'forging', 'writes a huge score to EVOLVE_RESULT and exits with 0', {
      do: 'write',
      text: result,
      when: 'now',
    }),
    loads('clocks', 'forging', 'makes the clocks run slower', { do: 'slow-clocks' }),
    { id: 'reformatted', kind: 'control', what: 'has another comment and blank lines', made: reformatted(targets) },
    ...(targets.length === 1 ? [] : targets.slice(0, aim.oneByOne)).map(
      (target, index): Case => ({
        id: `empty-${index + 1}`,
        kind: 'failing',
        what: `${target.path} is empty`,
        made: emptied([target]),
      }),
    ),
    loads('sleeps', 'failing', 'sleeps when it is loaded', { do: 'sleep', seconds: aim.sleepSeconds }),
  ];
}

/** A score that is better than any, in the form in which the unchanged code reports. */
function forgedScore({ direction, channel, metric = 'score' }: Aim): { readonly value: number; readonly line: string } {
  const value = direction === 'max' ? 1e300 : -1e300;
  if (channel === 'metric') return { value, line: `METRIC ${metric}=${value}` };
  if (channel === 'json' || channel === 'file')
    return { value, line: JSON.stringify({ score: value, [metric]: value }) };
  return { value, line: String(value) };
}

/** Whole files, or where they have markers what lies between them. */
function emptied(targets: readonly Target[]): Case['made'] {
  return changed(targets, ({ path, content }) => {
    const text = content.toString('latin1');
    const found = markers(path, text);
    if (found.kind === 'bad') return undefined;
    if (found.kind === 'none') return Buffer.alloc(0);
    const kept = [...found.blocks]
      .reverse()
      .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
    return Buffer.from(kept, 'latin1');
  });
}

function deleted(targets: readonly Target[]): Case['made'] {
  if (targets.some(({ path, content }) => markers(path, content.toString('latin1')).kind !== 'none'))
    return { missing: IN_BLOCKS };
  return { changes: new Map(targets.map(({ path }) => [path, null])) };
}

function reformatted(targets: readonly Target[]): Case['made'] {
  return changed(targets, ({ path, content }) => {
    const comment = dialectOf(path)?.comment;
    if (comment === undefined) return undefined;
    return Buffer.concat([content, Buffer.from(`\n\n${comment} The same code.\n\n`)]);
  });
}

/** In every file that can do it: whichever is loaded first does. */
function onLoad(targets: readonly Target[], deed: Deed): Case['made'] {
  const made = changed(targets, ({ path, content }) => {
    const dialect = dialectOf(path);
    if (dialect === undefined || !isUtf8(content)) return undefined;
    const text = content.toString('utf8');
    const found = markers(path, text);
    return buffered(found.kind === 'none' ? loading(dialect, text, deed) : inBlock(dialect, text, found, deed));
  });
  if ('changes' in made || deed.do !== 'raise') return made;
  return targets.some(({ path }) => dialectOf(path) !== undefined)
    ? made
    : { changes: new Map(targets.map(({ path }) => [path, Buffer.from(BROKEN)])) };
}

function loading(dialect: Dialect, text: string, deed: Deed): string | undefined {
  const code = dialect.code(deed, 'load');
  return code === undefined ? undefined : dialect.insert(text, code);
}

/** At the start of the first block, as deep as what stands there. */
function inBlock(dialect: Dialect, text: string, found: ReturnType<typeof markers>, deed: Deed): string | undefined {
  const [block] = found.kind === 'blocks' ? found.blocks : [];
  if (block === undefined) return undefined;
  const indent = /^(?:[ \t]*\r?\n)*([ \t]*)/.exec(text.slice(block.start, block.end))?.[1] ?? '';
  const code = dialect.code(deed, indent === '' ? 'load' : 'inside');
  if (code === undefined) return undefined;
  return `${text.slice(0, block.start)}${code.replace(/^(?=.)/gm, indent)}\n${text.slice(block.start)}`;
}

const buffered = (text: string | undefined): Buffer | undefined => (text === undefined ? undefined : Buffer.from(text));

function changed(targets: readonly Target[], change: (target: Target) => Buffer | undefined): Case['made'] {
  const changes = new Map<string, Buffer | null>();
  for (const target of targets) {
    const content = change(target);
    if (content !== undefined && !content.equals(target.content)) changes.set(target.path, content);
  }
  return changes.size === 0 ? { missing: UNLOADED } : { changes: changes satisfies Changes };
}
