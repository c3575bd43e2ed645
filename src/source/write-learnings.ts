import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { titleKey } from './about.ts';
import type { Desk } from './desk.ts';
import { LEARNINGS, put, textIn } from './files.ts';
import { blockOf, lineOf } from './json.ts';

const MOST = 10;
const MOST_TEXT = 2000;

/** Writes the lessons of a cycle or a session, one file each, for those who come later. What is known already is not written again. */
export function writeLearnings(
  { root, runId, now }: Pick<Desk, 'root' | 'runId' | 'now'>,
  { cycle, learnings }: { readonly cycle: number; readonly learnings: readonly string[] },
  of = `cycle-${cycle}`,
): void {
  const known = new Set(ours(root).map((path) => titleKey(bodyOf(textIn(root, path) ?? ''))));
  for (const [at, learning] of learnings.slice(0, MOST).entries()) {
    const path = `${LEARNINGS}/evolve-${runId}-${of}-${at + 1}.md`;
    const text = blockOf(learning, MOST_TEXT);
    const key = titleKey(text);
    if (key === '' || known.has(key)) continue;
    known.add(key);
    const day = new Date(now()).toISOString().slice(0, 10);
    put(
      root,
      path,
      `---\nsource: evolve:cycle-${cycle}\nrun: ${runId}\ndate: ${day}\n---\n# ${lineOf(text, 80)}\n\n${text}\n`,
    );
  }
}

/** Below the fields and the heading. */
const bodyOf = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n# .*\n/, '');

function ours(root: string): readonly string[] {
  try {
    const names = readdirSync(join(root, LEARNINGS));
    return names.filter((name) => name.startsWith('evolve-')).map((name) => `${LEARNINGS}/${name}`);
  } catch {
    return [];
  }
}
