import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Spent, Usage } from '../domain/agent.ts';
import type { Mount, Workspace } from '../domain/workspace.ts';
import { remove } from '../workspace/workspace.ts';

/** What an agent says of itself is short; anything longer is something else. */
const MOST_BYTES = 64 * 1024;

/** A file in which an agent that is a command may say what it has spent, in a folder that it can write to. */
export function usageFile(workspace: Workspace): { readonly file: string; readonly mounts: readonly Mount[] } {
  const folder = join(workspace.notes, 'usage');
  // What an earlier attempt said is not this one's.
  remove(folder);
  mkdirSync(folder, { recursive: true });
  const mounts = workspace.mounts.length === 0 ? [] : [{ from: folder, to: folder, writable: true }];
  return { file: join(folder, 'usage.json'), mounts };
}

/** What it said; nothing of what is no number. The folder goes, unless it holds something. */
export function readUsage(file: string): Spent {
  const said = objectIn(file);
  if (said === undefined) {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) remove(dirname(file));
    return {};
  }
  const { model } = said;
  const [usd, input, output, cached] = [said.usd, said.input, said.output, said.cached].map(amount);
  const usage: Usage | undefined =
    input === undefined && output === undefined
      ? undefined
      : { input: input ?? 0, cached: Math.min(cached ?? 0, input ?? 0), kept: 0, output: output ?? 0 };
  return {
    ...(typeof model === 'string' && model !== '' ? { model } : {}),
    ...(usage === undefined ? {} : { usage }),
    ...(usd === undefined ? {} : { usd }),
  };
}

const amount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

function objectIn(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > MOST_BYTES) return undefined;
    const said: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof said === 'object' && said !== null ? { ...said } : undefined;
  } catch {
    return undefined;
  }
}
