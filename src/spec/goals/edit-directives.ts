import type { Directive, Steer } from '../../domain/goals.ts';
import { type Line, type Part, partsOf, sectionOf } from '../markdown.ts';
import { directivesOf } from './directives.ts';
import { breakBefore, spliced } from './splice.ts';
import { plainLine } from './write-markdown.ts';

/** A directive as it is asked for. */
export interface NewDirective {
  readonly title: string;
  readonly body?: string;
  readonly steer?: Steer;
  readonly id?: string;
}

interface Block {
  readonly directive: Directive;
  readonly from: number;
  /** After its last line that says something. */
  readonly to: number;
}

const blocksOf = (parts: readonly Part[]): readonly Block[] =>
  directivesOf(sectionOf(parts, 'Directives') ?? []).directives.map(({ directive, lines }) => ({
    directive,
    from: lines[0]?.start ?? 0,
    to: said(lines)?.end ?? 0,
  }));

const said = (lines: readonly Line[]): Line | undefined => lines.filter(({ text }) => text.trim() !== '').at(-1);

/** A GOALS.md with one more directive, after the others: its number is one more than the largest. */
export function addDirective(text: string, added: NewDirective): string {
  const parts = partsOf(text);
  const blocks = blocksOf(parts);
  const number = Math.max(0, ...blocks.map(({ directive }) => directive.number)) + 1;
  const words = directiveText(number, added);
  const last = blocks.at(-1);
  const section = sectionOf(parts, 'Directives')?.[0];
  const ended = last?.to ?? (section === undefined ? undefined : (said(section.lines) ?? section.heading)?.end);
  if (ended !== undefined) {
    const more = ended < text.length && !/^\r?\n/.test(text.slice(ended)) ? '\n' : '';
    return spliced(text, [{ from: ended, to: ended, text: `${breakBefore(text, ended)}\n${words}${more}` }]);
  }
  const gates = sectionOf(parts, 'Gates')?.[0]?.heading;
  const at = gates?.start ?? text.length;
  const gap = `${breakBefore(text, at)}${gates === undefined && text.trim() !== '' ? '\n' : ''}`;
  return spliced(text, [
    { from: at, to: at, text: `${gap}## Directives\n\n${words}${gates === undefined ? '' : '\n'}` },
  ]);
}

function directiveText(number: number, { title, body, steer, id }: NewDirective): string {
  const attributes = [
    ...(id === undefined ? [] : [`**Directive ID:** ${plainLine(id)}`]),
    ...(steer === undefined ? [] : [`**Steer:** ${steer}`]),
  ];
  const paragraphs = [`### ${number}. ${plainLine(title)}`, bodyText(body), attributes.join('\n')];
  return `${paragraphs.filter((one) => one !== '').join('\n\n')}\n`;
}

/** A heading in it would end the directive or its section. */
const bodyText = (body = ''): string => body.trim().replace(/^ {0,3}(?=#{1,3}(?:\s|$))/gm, '    ');

/** A GOALS.md without a directive; the others keep their numbers. */
export function removeDirective(text: string, number: number): string {
  const block = blocksOf(partsOf(text)).find(({ directive }) => directive.number === number);
  if (block === undefined) return text;
  const gap = /^(?:[ \t]*\r?\n)*/.exec(text.slice(block.to))?.[0].length ?? 0;
  return spliced(text, [{ from: block.from, to: block.to + gap, text: '' }]);
}

/**
 * A GOALS.md with a directive at another place among the others, from 1. The numbers stay and go to the directives in their new order,
 * for the lowest is worked on first. Where a gate is tied to one by its number, all that get another keep their old id by name.
 */
export function moveDirective(text: string, number: number, place: number, gates: readonly string[]): string {
  const blocks = blocksOf(partsOf(text));
  const before = [...blocks].sort((a, b) => a.directive.number - b.directive.number);
  const moved = before.find(({ directive }) => directive.number === number);
  if (moved === undefined) return text;
  const others = before.filter((block) => block !== moved);
  const after = [...others.slice(0, place - 1), moved, ...others.slice(place - 1)];
  const renumbered = after.map((block, index) => ({ block, number: before[index]?.directive.number ?? 0 }));
  const changed = renumbered.filter((one) => one.number !== one.block.directive.number);
  const tied = changed.some(({ block: { directive } }) => isUsual(directive) && gates.includes(directive.id));
  // The stretches stay where they are; the directives take turns in them.
  const inFile = [...blocks].sort((a, b) => a.from - b.from);
  return spliced(
    text,
    renumbered.map((one, index) => {
      const stretch = inFile[index] ?? one.block;
      const own = text.slice(one.block.from, one.block.to);
      return {
        from: stretch.from,
        to: stretch.to,
        text: numbered(own, one.number, tied ? one.block.directive : undefined),
      };
    }),
  );
}

const isUsual = ({ id, number }: Directive): boolean => id === `directive-${number}`;

/** The text of a directive under another number, with its id written out where it would change. */
function numbered(text: string, number: number, named: Directive | undefined): string {
  const own = text.replace(/^(\s*#+\s+)\d+/, `$1${number}`).replace(/\r?\n$/, '');
  const written = /^\s*\*\*\s*Directive ID\b/im.test(own);
  const id = named === undefined || written || named.number === number ? '' : `\n\n**Directive ID:** ${named.id}`;
  return `${own}${id}\n`;
}
