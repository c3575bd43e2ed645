import type { Adjustable } from '../domain/config.ts';
import type { RunFacts } from '../domain/view.ts';
import type { Store } from '../journal/journal.ts';
import { formatNumber } from '../lib/format.ts';
import { controlShare, idleShare, partnerMost } from '../strategy/strategy.ts';
import type { Repository } from '../workspace/workspace.ts';
import { agentWords } from './appoint.ts';
import { appointmentText } from './appointment.ts';
import { isBred } from './breeding.ts';
import type { Context } from './contract.ts';
import { scoreIn } from './document.ts';
import { endsText } from './ending.ts';
import { judgedLine } from './judging.ts';
import { comingOf, judgeLines, quoteLines } from './quote.ts';
import { quotedAuthors, quotedJudges } from './quoted.ts';
import { unusedLines } from './unused.ts';

/** Nobody's agent is used unasked, and that is said. */
function authorOf({ operator, agents }: Adjustable): string {
  if (operator === 'agent') return (agents?.author ?? []).map(appointmentText).join(', ');
  return operator === 'built-in' ? 'the built-in operators (no --agent)' : operator;
}

/** Plain samples cost evaluations, too, so they are named. */
function controlLines({ config }: RunFacts): readonly string[] {
  const share = controlShare(config);
  if (isBred(config) || config.identity.strategy === 'best-of-n' || share === 0) return [];
  return [
    `${formatNumber(100 * share)} % are plain changes of the seed, to tell whether the search is worth it (--control)`,
  ];
}

/** Evaluations that no agent asked for are named, too. */
function besideLines({ config }: RunFacts): readonly string[] {
  const { operator, parallel } = config.adjustable;
  if (isBred(config) || operator !== 'agent') return [];
  const idle = parallel > 1 && idleShare(config) > 0 ? ['work on the best while agents think (--idle)'] : [];
  const partner = partnerMost(config) > 0 ? ['tune the numbers of each new best (--partner)'] : [];
  const beside = [...idle, ...partner];
  return beside.length === 0 ? [] : [`the built-in operators ${beside.join(' and ')}; their evaluations count, too`];
}

/** Says what a run is about to do, who does it, when it ends and what agents may cost. Calls nobody. */
export async function announce(repository: Repository, store: Store, run: string, context: Context): Promise<void> {
  const view = store.journal(run).view();
  const facts = view.run();
  if (facts === undefined) return;
  const { fixed, adjustable } = facts.config;
  const { strategy } = facts.config.identity;
  const width = isBred(facts.config) ? `${adjustable.k} per generation` : `${adjustable.parallel} at once`;
  context.tell(`run ${run} · ${strategy} · ${width} by ${authorOf(adjustable)} · seed ${fixed.seed}`);
  for (const word of [...judgedLine(facts.config), ...(await agentWords(facts.config))]) context.tell(word);
  context.tell(endsText(facts));
  for (const line of [...controlLines(facts), ...besideLines(facts), ...unusedLines(facts.config)]) context.tell(line);
  if (fixed.gates.length === 0)
    context.tell('no gate: only the score tells right from wrong; add tests: --gate "<command>"');
  const baseline = scoreIn(view.entries(0)[0]);
  const better = fixed.direction === 'max' ? 'higher' : 'lower';
  context.tell(`baseline   ${formatNumber(baseline ?? Number.NaN).padStart(10)}  (${better} is better)`);
  const authors = await quotedAuthors(repository, facts);
  const coming = comingOf(facts, view.counts());
  const judges = await quotedJudges(repository, facts);
  const quoted = quoteLines(coming, adjustable.budget, authors);
  for (const line of [...quoted, ...judgeLines(coming, adjustable.budget, judges, authors)]) context.tell(line);
}
