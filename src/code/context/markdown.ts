import { languageOf } from '../languages.ts';
import type { Context } from './context.ts';

/** The context as a document, for those who change the code; the farthest dependencies are left out where it has to be short. */
export function contextMarkdown(context: Context, mostBytes = Number.POSITIVE_INFINITY): string {
  const { dependencies } = context;
  for (let shown = dependencies.length; ; shown--) {
    const text = written(context, shown);
    if (Buffer.byteLength(text) <= mostBytes) return text;
    if (shown === 0)
      return `${Buffer.from(text)
        .subarray(0, mostBytes - 1)
        .toString('utf8')
        .replace(/\uFFFD+$/, '')}\n`;
  }
}

function written(context: Context, shown: number): string {
  const { path, symbol, language, signature, lines, goal, imports, dependencies } = context;
  return [
    `# Context: ${symbol}`,
    '',
    `**File**: ${quoted(path)}`,
    `**Language**: ${language}`,
    `**Signature**: ${quoted(signature)}`,
    `**Lines**: ${lines[0]}-${lines[1]}`,
    '',
    '## Goal',
    '',
    goal ?? `No description: what its signature says, ${quoted(signature)}.`,
    '',
    '## Imports',
    '',
    ...(imports.length === 0 ? ['None.'] : fenced(fenceName(path), imports.join('\n'))),
    '',
    '## Dependencies',
    '',
    ...(dependencies.length === 0 ? ['None.', ''] : []),
    ...dependencies
      .slice(0, shown)
      .flatMap(({ name, signature: own, path: at, same }) => [
        `### ${name}`,
        '',
        `- **Signature**: ${quoted(own)}`,
        `- **Location**: ${same ? 'same file' : quoted(at)}`,
        '',
      ]),
    ...(shown < dependencies.length ? [`And ${dependencies.length - shown} more.`, ''] : []),
  ].join('\n');
}

/** Code in a line; more back quotes around where it has some itself. */
function quoted(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  if (longest === 0) return `\`${text}\``;
  const marks = '`'.repeat(longest + 1);
  return `${marks} ${text} ${marks}`;
}

function fenced(name: string, text: string): readonly string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const marks = '`'.repeat(longest + 1);
  return [marks + name, text, marks];
}

const fenceName = (path: string): string => (languageOf(path)?.name ?? '').toLowerCase().replace('c++', 'cpp');
