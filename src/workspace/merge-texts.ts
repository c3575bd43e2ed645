import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryGit } from './git.ts';
import { remove } from './remove.ts';

interface Texts {
  readonly ours: Buffer;
  readonly base: Buffer;
  readonly theirs: Buffer;
}

/** What conflict markers call the two sides. */
interface Names {
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Joins two changes of one text; where they meet, markers stand around both. undefined for what is no text.
 * The scratch folder is made, used and removed.
 */
export async function mergeTexts(
  scratch: string,
  texts: Texts,
  names: Names = { ours: 'ours', theirs: 'theirs' },
): Promise<{ readonly content: Buffer; readonly clean: boolean } | undefined> {
  mkdirSync(scratch, { recursive: true });
  try {
    for (const [name, content] of Object.entries(texts)) writeFileSync(join(scratch, name), content);
    const labels = [names.ours, 'base', names.theirs].flatMap((name) => ['-L', name]);
    const args = ['merge-file', '-p', '-q', ...labels, 'ours', 'base', 'theirs'];
    const { code, stdout } = await tryGit(args, { cwd: scratch, config: 'none' });
    // Up to 127 conflicts are the exit code; more than that is an error, such as a file that is not text.
    return code > 127 ? undefined : { content: stdout, clean: code === 0 };
  } finally {
    remove(scratch);
  }
}
