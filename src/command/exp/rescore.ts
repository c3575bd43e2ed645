import { isComparable } from '../../domain/conclusion.ts';
import type { Event } from '../../domain/event.ts';
import type { View } from '../../domain/view.ts';
import { formatScore } from '../../lib/format.ts';
import { boundary } from '../../lib/seam.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Context } from '../contract.ts';
import { list } from '../option.ts';
import { whyNoRescore } from './admission.ts';
import { experimentOf, ofExperiment } from './document.ts';
import { carryOut, withClaim } from './evaluating.ts';
import type { Lab } from './lab.ts';
import { type Result, resultOf, resultText } from './result.ts';
import { factsNow, type Workshop, withWorkshop } from './site.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  ids: list('<id...>', 'root, or committed experiments; parents are measured before their children'),
} as const;

interface Rescored {
  readonly id: string;
  readonly score: number | null;
  /** Why it wasn't measured; null where it was. */
  readonly skipped: string | null;
  readonly result: Result | null;
}

interface AllRescored {
  readonly epoch: number;
  readonly rescored: readonly Rescored[];
}

export const command = experimentVerb<typeof OPTIONS, AllRescored>({
  details: 'After a new epoch has begun nothing older counts until it was measured in it. Begin with root.',
  examples: ['evolve exp rescore root', 'evolve exp rescore root exp_0003 exp_0007'],
  positional: ['ids'],
  options: OPTIONS,
  async run(lab, { ids = [] }, context) {
    if (ids.length === 0) throw new UserError('Which experiments? evolve exp rescore root');
    const view = lab.view;
    const depth = (id: string): number => view.kin(id)?.depth ?? 0;
    const wanted = [...new Set(ids.map((id) => experimentOf(lab, id).proposal.id))].sort((a, b) => depth(a) - depth(b));
    const rescored: Rescored[] = [];
    for (const id of wanted) rescored.push(await withWorkshop(lab, (shop) => rescore(lab, shop, id, context)));
    return { epoch: factsNow(lab).epoch ?? 0, rescored };
  },
  text: ({ rescored }) =>
    rescored
      .map(({ id, score, skipped, result }) =>
        result === null ? `${skipped ?? id}: ${formatScore(score)}` : resultText(result),
      )
      .join('\n'),
  exitCode: ({ rescored }) => (rescored.some(({ result }) => result?.outcome === 'failed') ? 1 : 0),
});

async function rescore(lab: Lab, shop: Workshop, id: string, context: Context): Promise<Rescored> {
  const { journal } = lab;
  const known = experimentOf({ view: journal.view() }, id);
  if (isComparable(known)) return skipped(journal.view(), id);
  return withClaim(lab, id, async () => {
    const resumed = isRescoring(journal.view(), id);
    if (!resumed) {
      const recorded = journal.append((now) => beginning(now, id));
      if (recorded.length === 0 && isComparable(experimentOf({ view: journal.view() }, id)))
        return skipped(journal.view(), id);
      if (recorded.length === 0) {
        const view = journal.view();
        throw new UserError(whyNoRescore(view, experimentOf({ view }, id)) ?? `${id} has just changed: try again.`);
      }
    }
    boundary();
    const ended = await carryOut(lab, shop, id, {}, context);
    const entry = experimentOf({ view: journal.view() }, id);
    const result = resultOf(lab, entry, ended, { resumed, drifted: false });
    return { id, score: result.score, skipped: null, result };
  });
}

function skipped(view: View, id: string): Rescored {
  const entry = experimentOf({ view }, id);
  const score = view.attempts(id).at(-1)?.end?.score ?? null;
  const { evaluation } = entry;
  const known = evaluation?.outcome === 'scored' ? (evaluation.samples[0] ?? null) : null;
  return { id, score: score ?? known, skipped: whyNoRescore(view, entry) ?? 'has just changed', result: null };
}

/** The recorded code, and of the root what everything is based on now. */
function beginning(view: View, id: string): readonly Event[] {
  const entry = view.entry(id);
  const run = view.run();
  if (entry?.candidate === undefined || run === undefined || whyNoRescore(view, entry) !== undefined) return [];
  const { status, attempt } = ofExperiment(entry);
  if (status === 'active') return [];
  const { commit, tree } = entry.proposal.operator === 'seed' ? run.base : entry.candidate;
  return [{ type: 'applied', candidate: { ...entry.candidate, commit, tree }, attempt: attempt + 1, rescore: true }];
}

const isRescoring = (view: View, id: string): boolean => {
  const experiment = view.entry(id)?.experiment;
  return experiment?.status === 'active' && experiment.rescoring === true;
};
