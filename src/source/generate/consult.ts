import type { ZodType } from 'zod';
import { structured } from '../../agent/agent.ts';
import type { Agent, Role } from '../../domain/agent.ts';
import { ownPages } from '../../lib/own-page.ts';
import { pagesBeside } from '../../lib/page.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Site } from './site.ts';

export type Zod = typeof import('zod');

/** A file of `prompts`, filled in. */
export const page = pagesBeside(import.meta.url);

/** A page that a user may replace; what its answer is held to is always ours. */
type Asked = 'hunt' | 'suggest';

export type Heard<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'silent'; readonly reason: string };

/** Asks an agent that changes nothing. What keeps it from answering is a reason. Contract: rejects only when aborted. */
export async function consult<T>(
  site: Site,
  role: Role,
  { asked, text, schema }: { readonly asked: Asked; readonly text: string; schema(zod: Zod): ZodType<T> },
): Promise<Heard<T>> {
  const { desk, version, signal } = site;
  const key = `${site.key}/${role}`;
  const agent = appointed(site, role, key);
  if (typeof agent === 'string') return { kind: 'silent', reason: agent };
  await using place = agent.works === 'files' ? await desk.reading(key, version) : undefined;
  const where = place === undefined ? {} : { workspace: place };
  const { timeoutMs, prompts } = desk.council;
  const system = [ownPages(page, prompts)(asked), page(`${asked}-rules`)].join('\n\n');
  const task = { role, key, prompt: { system, text }, access: 'read', timeoutMs, ...where } as const;
  const run = await structured(agent, task, schema(await import('zod')), signal);
  if (run.kind === 'answered') return run;
  return {
    kind: 'silent',
    reason: run.kind === 'unreadable' ? `its answer could not be read: ${run.why}` : run.reason,
  };
}

function appointed({ desk }: Site, role: Role, key: string): Agent | string {
  try {
    return desk.council.ask(role, key);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
