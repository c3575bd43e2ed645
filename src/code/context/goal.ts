import type { Definition } from '../symbol/definition.ts';
import type { Text } from './binding.ts';

const LONGEST = 500;
/** Comments are not longer, and what is before the file's other code need not be searched. */
const REACH = 8_000;

/** What a definition is for, by its comment: the first paragraph, as one or two sentences on one line. */
export function goalIn(source: Text, definition: Definition): string | undefined {
  const doc = commentOf(source, definition);
  const paragraph = doc
    ?.trim()
    .split(/\n\s*\n|\n\s*(?:@|:param|:return|Args:|Arguments:|Parameters\b|Returns?:|>>>)/)[0];
  const line = paragraph?.replace(/\s+/g, ' ').trim();
  if (line === undefined || line === '' || /^[@:]/.test(line)) return undefined;
  const sentences = /^(?:.*?[.!?](?=\s|$)){1,2}/.exec(line)?.[0]?.trim() ?? line;
  return sentences.length > LONGEST ? `${sentences.slice(0, LONGEST - 1)}…` : sentences;
}

/** Its comment; a doc comment may also have an empty line after it. */
export function commentOf({ text }: Text, { doc, start }: Definition): string | undefined {
  if (doc !== undefined) return doc;
  const before = text.slice(Math.max(0, start - REACH), start);
  const open = before.lastIndexOf('/**');
  const inner = /^\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*$/.exec(open === -1 ? '' : before.slice(open))?.[1];
  return inner?.replace(/^[ \t]*\* ?/gm, '').trim();
}
