import type { Adjustable } from '../domain/config.ts';
import type { Store } from '../journal/journal.ts';
import { formatCount, formatNumber, formatUsd, plural } from '../lib/format.ts';
import type { Repository } from '../workspace/workspace.ts';
import { agentWords } from './appoint.ts';
import { appointmentText } from './appointment.ts';
import type { Context } from './contract.ts';
import { scoreIn } from './document.ts';
import { quoteLines } from './quote.ts';
import { quotedAuthors } from './quoted.ts';

/** Nobody's agent is used unasked, and that is said. */
function authorOf({ operator, agents }: Adjustable): string {
  if (operator === 'agent') return (agents?.author ?? []).map(appointmentText).join(', ');
  return operator === 'built-in' ? 'the built-in operators (no --agent)' : operator;
}

/** Says what a run is about to do, who does it, when it ends and what agents may cost. Calls nobody. */
export async function announce(repository: Repository, store: Store, run: string, context: Context): Promise<void> {
  const view = store.journal(run).view();
  const facts = view.run();
  if (facts === undefined) return;
  const { fixed, adjustable } = facts.config;
  const { generations, stale, budget, stopAt } = adjustable;
  const limits = [plural(generations, 'generation'), `${stale} without a better one`];
  if (budget.evaluations !== undefined) limits.push(plural(budget.evaluations, 'evaluation'));
  if (budget.minutes !== undefined) limits.push(plural(budget.minutes, 'minute'));
  if (budget.usd !== undefined) limits.push(`${formatUsd(budget.usd)} for agents`);
  if (budget.tokens !== undefined) limits.push(`${formatCount(budget.tokens)} tokens`);
  if (stopAt !== undefined) limits.push(`a score of ${formatNumber(stopAt)}`);
  context.tell(
    `run ${run} · ${facts.config.identity.strategy} · ${adjustable.k} per generation by ${authorOf(adjustable)} · seed ${fixed.seed}`,
  );
  for (const word of await agentWords(facts.config)) context.tell(word);
  context.tell(`ends after ${limits.join(', or ')}`);
  if (fixed.gates.length === 0)
    context.tell('no gate: only the score tells right from wrong; add tests: --gate "<command>"');
  const baseline = scoreIn(view.entries(0)[0]);
  const better = fixed.direction === 'max' ? 'higher' : 'lower';
  context.tell(`baseline   ${formatNumber(baseline ?? Number.NaN).padStart(10)}  (${better} is better)`);
  const authors = await quotedAuthors(repository, facts);
  for (const line of quoteLines(adjustable, facts.batch, authors, view.counts().open)) context.tell(line);
}
