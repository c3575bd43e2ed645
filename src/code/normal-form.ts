import { languageOf } from './languages.ts';
import { localsOf } from './syntax/locals.ts';
import { LOCALS } from './syntax/locals-table.ts';
import { open, type Program } from './syntax/program.ts';
import { holds, type SyntaxNode } from './syntax/tree.ts';

/**
 * A text without what does not matter to a program: comments, white space and the names of locals.
 * Contract: texts with the same form do the same, unless they look at themselves; undefined for what can't be read, or
 * where lines and comments matter.
 */
export async function normalForm(path: string, text: string): Promise<string | undefined> {
  const language = languageOf(path);
  const locals = LOCALS[language?.name ?? ''];
  if (language === undefined || locals === undefined || locals.verbatim.test(text)) return undefined;
  const opened = await open(path, text);
  if (opened.kind !== 'open') return undefined;
  const { program } = opened;
  return written(program, localsOf(program, locals), language.name);
}

/** Every piece with its length before it, so that no text can pass for structure. */
const piece = (text: string): string => `${text.length}:${text}`;

function written(program: Program, locals: ReadonlyMap<SyntaxNode, number>, language: string): string {
  const { text, root } = program;
  const parts: string[] = [];
  const stack: (SyntaxNode | string)[] = [root];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (typeof at === 'string') {
      parts.push(at);
      continue;
    }
    if (at.type.includes('comment') && !instructs(text.slice(at.start, at.end), at, language)) continue;
    const local = locals.get(at);
    if (local !== undefined) parts.push(`$${local}`);
    else if (at.children.length === 0 || isEcho(at)) parts.push(at.named ? at.type : '', piece(leafText(at, text)));
    else {
      parts.push(`(${at.type}`);
      stack.push(')');
      stack.push(...withGaps(at, text).reverse());
    }
  }
  return parts.join(' ');
}

/** The end of a line is no part of a macro. */
const leafText = ({ type, start, end }: SyntaxNode, text: string): string =>
  type === 'preproc_arg' ? text.slice(start, end).trim() : text.slice(start, end);

/** The children with the text between them where it is of any meaning. */
function withGaps(node: SyntaxNode, text: string): (SyntaxNode | string)[] {
  const all: (SyntaxNode | string)[] = [];
  const quoted = QUOTED.test(node.type);
  let from = node.start;
  const gap = (to: number) => {
    const between = text.slice(from, to);
    if (quoted ? between !== '' : between.trim() !== '') all.push(piece(between));
  };
  for (const child of node.children) {
    if (!holds(node, child)) continue;
    gap(child.start);
    all.push(child);
    from = child.end;
  }
  gap(node.end);
  return all;
}

/** Inside these white space is text. */
const QUOTED = /string|char|regex|jsx_text|raw_text|format_specifier/;

const isEcho = ({ type, children }: SyntaxNode): boolean =>
  type === 'interpolation' && children.some((child) => child.type === '=');

/** Comments that tools obey. */
const INSTRUCTIONS =
  /^(?:\/\/|\/\*|#)\s*(?:go:|\+build|export\b|line\b|cgo\b|@|[#@]__|cython:|distutils:|-\*-|.{0,40}coding[:=])/i;

function instructs(comment: string, { start }: SyntaxNode, language: string): boolean {
  if (start === 0 && comment.startsWith('#!')) return true;
  if (language === 'Rust' && /^\/(?:\/\/(?!\/)|\/!|\*\*(?!\/)|\*!)/.test(comment)) return true;
  return INSTRUCTIONS.test(comment);
}
