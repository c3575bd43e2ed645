import type { Entry } from '../../domain/view.ts';
import { paintPatch, styleOf } from '../../lib/style.ts';
import { UserError } from '../../lib/user-error.ts';
import { ownDiff } from '../grounds.ts';
import { integer, text } from '../option.ts';
import { repositoryOf } from '../repository.ts';
import { experimentOf } from './document.ts';
import type { Lab } from './lab.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'the experiment'),
  other: text('[other]', 'what it is compared with (default: its parent)'),
  attempt: integer('--attempt <n>', 'as it was in this attempt (default: the newest)', 1),
} as const;

interface Diff {
  readonly from: string;
  readonly to: string;
  readonly attempt: number | null;
  readonly patch: string;
}

export const command = experimentVerb<typeof OPTIONS, Diff>({
  details: 'What a workspace holds that was not evaluated yet is not in it.',
  examples: ['evolve exp diff exp_0003', 'evolve exp diff exp_0003 root', 'evolve exp diff exp_0003 --attempt 1'],
  positional: ['id', 'other'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  async run(lab, { id, other, attempt }) {
    const to = experimentOf(lab, id);
    const from = experimentOf(lab, other ?? to.proposal.parents[0]);
    const [before, after] = [commitIn(lab, from), commitIn(lab, to, attempt)];
    const repository = await repositoryOf(lab);
    try {
      const patch = Buffer.from(await ownDiff(repository, lab.journal, lab.run, before, after)).toString('utf8');
      return { from: from.proposal.id, to: to.proposal.id, attempt: attempt ?? null, patch };
    } finally {
      repository.close();
    }
  },
  text({ from, to, patch }, { columns, color }) {
    if (patch === '')
      return from === to ? `${to} is the code as it was: it changes nothing.` : `${to} has the same code as ${from}.`;
    if (columns === Number.POSITIVE_INFINITY) return patch.trimEnd();
    return paintPatch(patch.trimEnd().split('\n'), styleOf(color)).join('\n');
  },
});

function commitIn({ view }: Lab, { proposal: { id }, candidate, experiment }: Entry, attempt?: number): string {
  if (attempt !== undefined) {
    const attempts = view.attempts(id);
    const found = attempts.find((one) => one.attempt === attempt);
    if (found !== undefined) return found.commit;
    const hint = attempts.length === 0 ? 'It has none yet' : `It has ${attempts.length}`;
    throw new UserError(`${id} has no attempt ${attempt}. ${hint}: see evolve exp show ${id}`);
  }
  if (candidate !== undefined) return candidate.commit;
  const where = experiment?.place === undefined ? '' : `: its changes are in ${experiment.place.where}`;
  throw new UserError(`${id} was not evaluated yet${where}. Then: evolve exp eval ${id}`);
}
