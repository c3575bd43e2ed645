import type { AnswerFile } from './answer.ts';

/** What must come of an answer: the files that change, a part of the reason, or nothing because there is only prose. */
export interface Case {
  readonly name: string;
  readonly answer: string;
  readonly files?: readonly AnswerFile[];
  readonly mayCreate?: boolean;
  readonly truncated?: boolean;
  readonly expected: Readonly<Record<string, string | null>> | RegExp | 'none';
}

export const A = 'import os\n\ndef f(x):\n    y = x + 1\n    return y\n';
export const B = 'import os\n\ndef g():\n    return 2\n';
export const both: readonly AnswerFile[] = [
  { path: 'src/a.py', text: A },
  { path: 'src/b.py', text: B },
];
export const one: readonly AnswerFile[] = [{ path: 'src/a.py', text: A }];

/** A block with the usual markers. */
export const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}${search === '' ? '' : '\n'}=======\n${replace}${replace === '' ? '' : '\n'}>>>>>>> REPLACE\n`;

export const fence = (text: string, info = '', sign = '```'): string => `${sign}${info}\n${text}${sign}\n`;

/** The change that most cases make, and what comes of it. */
export const change = block('    y = x + 1', '    y = x + 2');
export const changed = { 'src/a.py': A.replace('x + 1', 'x + 2') };
