/** A text in a document that means something to a program, with its line. */
export interface Quoted {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** In a fenced block: which language it says, else an empty word. Absent of what stands in a sentence. */
  readonly fence?: string;
}

/** What stands in back ticks, in sentences and in fenced blocks, line by line. */
export function quotedIn(document: string): readonly Quoted[] {
  const all: Quoted[] = [];
  let open: { readonly mark: string; readonly fence: string } | undefined;
  for (const [index, text] of document.split('\n').entries()) {
    const [, mark, word = ''] = /^\s*(`{3,}|~{3,})\s*([\w+-]*)/.exec(text) ?? [];
    if (open !== undefined) {
      if (mark?.startsWith(open.mark) === true && word === '') open = undefined;
      else all.push({ text, line: index + 1, fence: open.fence });
    } else if (mark !== undefined) open = { mark, fence: word.toLowerCase() };
    else for (const [, inner = ''] of text.matchAll(/`([^`]+)`/g)) all.push({ text: inner, line: index + 1 });
  }
  return all;
}

/** Relative targets of links, with their lines; none of other sites, of anchors and of pictures' addresses elsewhere. */
export function linksIn(document: string): readonly Quoted[] {
  let fenced = false;
  return document.split('\n').flatMap((text, index): readonly Quoted[] => {
    if (/^\s*(?:`{3,}|~{3,})/.test(text)) fenced = !fenced;
    if (fenced) return [];
    const plain = text.replace(/`[^`]*`/g, '');
    return [...plain.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)].flatMap(([, target = '']) => {
      const path = target.replace(/[#?].*$/, '');
      return path === '' || /^(?:[a-z][\w+.-]*:|\/\/|\{|<)/i.test(target) ? [] : [{ text: path, line: index + 1 }];
    });
  });
}

/** Lines of a shell: in fenced blocks that say so or say nothing, without the prompt. */
export const commandsIn = (document: string): readonly Quoted[] =>
  quotedIn(document)
    .filter(({ fence }) => fence === undefined || /^(?:sh|bash|shell|console|zsh|)$/.test(fence))
    .map((one) => ({ ...one, text: one.text.trim().replace(/^[$>%]\s+/, '') }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'));
