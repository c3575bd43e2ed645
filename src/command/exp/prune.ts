import { isAncestor } from '../../domain/kinship.ts';
import type { Entry, View } from '../../domain/view.ts';
import { boundary } from '../../lib/seam.ts';
import { UserError } from '../../lib/user-error.ts';
import { on, text } from '../option.ts';
import { experimentOf, ofExperiment } from './document.ts';
import { wordsOf } from './said.ts';
import { giveBackOver, withWorkshop } from './site.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'the experiment'),
  reason: text('--reason <text>', 'why: those who come later read it'),
  exhausted: on('--exhausted', 'nothing more is to come of it; its score still counts (the default)'),
  invalid: on('--invalid', 'its score never counted, nor do those of all that come from it'),
  yes: on('-y, --yes', 'also where that takes the best away'),
} as const;

interface Pruned {
  readonly id: string;
  readonly kind: 'exhausted' | 'invalid';
  readonly reason: string;
  readonly best: string | null;
}

export const command = experimentVerb<typeof OPTIONS, Pruned>({
  details:
    'Nobody branches from it any more. Its commit stays, and evolve exp restore brings it back. An evaluated one may be pruned, too.',
  examples: [
    'evolve exp prune exp_0003 --reason "three children, none of them better"',
    'evolve exp prune exp_0004 --invalid --reason "it reads the answers from the cache"',
  ],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  async run(lab, { id: given, reason: why, exhausted, invalid, yes }) {
    if (given === undefined) throw new UserError('Which experiment? evolve exp prune ID --reason "…"');
    const { id } = experimentOf(lab, given).proposal;
    if (why === undefined)
      throw new UserError(`Why? evolve exp prune ${id} --reason "…": those who come later read it.`);
    const reason = wordsOf(why, `evolve exp prune ${id} --reason "…"`, lab);
    if (exhausted === true && invalid === true)
      throw new UserError('It is --exhausted or --invalid: leave one of them out.');
    const kind = invalid === true ? 'invalid' : 'exhausted';
    const { journal } = lab;
    const recorded = journal.append((now) => {
      const entry = now.entry(id);
      if (entry === undefined || whyNot(now, entry, kind, yes === true) !== undefined) return [];
      return [{ type: 'pruned', experiment: id, kind, reason }];
    });
    if (recorded.length === 0) {
      const view = journal.view();
      throw new UserError(
        whyNot(view, experimentOf({ view }, id), kind, yes === true) ?? `${id} has just changed: try again.`,
      );
    }
    boundary();
    if (journal.view().entry(id)?.experiment?.place !== undefined)
      await withWorkshop(lab, (shop) => giveBackOver(lab, shop, id));
    return { id, kind, reason, best: journal.view().best()?.proposal.id ?? null };
  },
  text: ({ id, kind, best }) =>
    [
      kind === 'invalid' ? `PRUNED ${id} as invalid, with all that comes from it.` : `PRUNED ${id} as exhausted.`,
      `The best is ${best ?? 'none'}. Bring it back with: evolve exp restore ${id}`,
    ].join('\n'),
});

function whyNot(view: View, entry: Entry, kind: Pruned['kind'], yes: boolean): string | undefined {
  const { id, operator } = entry.proposal;
  const { status, laid } = ofExperiment(entry);
  if (operator === 'seed')
    return 'root is the code as it was: it can’t be pruned. If it was measured wrongly: evolve exp infra event --breaking -m "…"';
  if (status === 'pruned') return `${id} was pruned already (${laid?.reason ?? ''}).`;
  if (status === 'discarded') return `${id} was discarded already (${laid?.reason ?? ''}).`;
  if (status === 'active') return `${id} is being evaluated: wait for it, or evolve exp abort ${id}`;
  if (status !== 'committed' && status !== 'evaluated')
    return `${id} is ${status}: nothing came of it yet. Give it up with: evolve exp discard ${id} --reason "…"`;
  const best = view.best()?.proposal.id;
  const takesBest = kind === 'invalid' && best !== undefined && (best === id || isAncestor(view, id, best));
  if (takesBest && !yes)
    return `${best === id ? `${id} is the best` : `The best, ${best}, comes from ${id}`}: its score would count no more. If that is meant, add --yes.`;
  return undefined;
}
