import { judgesIn, type Named, named } from '../domain/author.ts';
import type { RunFacts } from '../domain/view.ts';
import { type Repository, scopeOf } from '../workspace/workspace.ts';
import type { Quoted } from './quote.ts';

/** What a prompt has beside files: the task, the rules, scores and what was tried. */
const PROMPT_BYTES = 8 * 1024;
/** One that answers in words is shown the files in scope, up to this. */
const SHOWN_BYTES = 160 * 1024;

/** The authors of a run with what one call of each may take and cost. Calls nobody. */
export function quotedAuthors(repository: Repository, facts: RunFacts): Promise<readonly Quoted[]> {
  const { operator, agents } = facts.config.adjustable;
  return quotedAgents(repository, facts, operator === 'agent' ? named(agents?.author ?? []) : [], 'edit');
}

/** The same of its judges, each of which is called for every candidate. */
export function quotedJudges(repository: Repository, facts: RunFacts): Promise<readonly Quoted[]> {
  const { fixed, adjustable } = facts.config;
  return quotedAgents(repository, facts, fixed.judging === undefined ? [] : judgesIn(adjustable), 'read');
}

async function quotedAgents(
  repository: Repository,
  { config, base }: RunFacts,
  authors: readonly Named[],
  access: 'read' | 'edit',
): Promise<readonly Quoted[]> {
  const { prices, isolate = false } = config.adjustable;
  if (authors.length === 0) return [];
  const { agentOf, usageAhead, usdOf } = await import('../agent/agent.ts');
  const weight = authors.reduce((sum, one) => sum + one.weight, 0);
  const files = await bytesInScope(repository, config.identity.files, base.commit);
  return Promise.all(
    authors.map(async ({ name, agent, weight: own }): Promise<Quoted> => {
      const { works } = agentOf(agent, { redact: config.fixed.redact ?? [], isolate });
      const bytes = PROMPT_BYTES + (works === 'text' ? Math.min(files, SHOWN_BYTES) : 0);
      const usage = usageAhead(works, { system: '', text: ' '.repeat(bytes) }, access);
      const usd = await usdOf({ agent: name, usage, summed: works === 'files' }, prices);
      const unnamed = works === 'files' && !/^(?!command|acp)[\w-]+:./.test(agent);
      return {
        name,
        share: own / weight,
        works,
        usage,
        ...(usd === undefined ? {} : { usd }),
        ...(unnamed ? { unnamed } : {}),
      };
    }),
  );
}

async function bytesInScope(repository: Repository, globs: readonly string[], commit: string): Promise<number> {
  const entries = await repository.files(commit);
  const scope = scopeOf(globs, entries);
  let bytes = 0;
  for (const { path, mode } of entries) {
    if (mode === '120000' || !scope.has(path) || bytes >= SHOWN_BYTES) continue;
    bytes += (await repository.read(commit, path))?.length ?? 0;
  }
  return bytes;
}
