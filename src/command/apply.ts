import { formatNumber, formatScore, formatSigned } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import { type Applied, applyCandidate, type How } from './apply-candidate.ts';
import { type Command, RUN } from './contract.ts';
import { refuseCycles } from './goals/refuse.ts';
import { on, text } from './option.ts';
import { withRun } from './place.ts';
import type { Measured } from './remeasure.ts';
import { repositoryOf } from './repository.ts';

const OPTIONS = {
  id: text('[id]', 'a candidate such as gen2-1 (default: best)'),
  branch: text('--branch <name>', 'put the commit on a new branch; your working tree stays as it is'),
  patch: text('--patch <file>', 'only write a patch (- for stdout)'),
  measure: on('--no-measure', 'do not measure again when your code has changed since the run started'),
  withHarness: on('--with-harness', 'take along what evolve harness has changed since the run was opened'),
  run: RUN,
} as const;

export const command: Command<typeof OPTIONS, Applied> = {
  details: [
    "Makes one commit with your identity, your HEAD plus the candidate's changes, and merges it into what you have checked out.",
    'When your code has changed since the run started, both are joined, and the result is measured against yours first.',
    'Whatever stands in the way leaves everything as it was.',
  ].join('\n'),
  examples: ['evolve apply', 'evolve apply gen3-1 --branch faster-packer', 'evolve apply best --patch winner.patch'],
  positional: ['id'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async (open) => {
      refuseCycles('apply', open.run);
      const repository = await repositoryOf(open);
      try {
        const { store, run } = open;
        const options = { measure: input.measure !== false, withHarness: input.withHarness === true };
        return await applyCandidate(
          { repository, store, run: run.id },
          input.id ?? 'best',
          howOf(input),
          options,
          context,
        );
      } finally {
        repository.close();
      }
    }),
  text: (applied) => applied.patch ?? textOf(applied),
  document: ({ patch, ...applied }) =>
    patch === undefined ? applied : { ...applied, patch: Buffer.from(patch).toString('utf8') },
};

function howOf({ branch, patch }: { readonly branch?: string; readonly patch?: string }): How {
  if (branch !== undefined && patch !== undefined)
    throw new UserError('--branch makes a commit and --patch a file: choose one of them.');
  if (branch !== undefined) return { kind: 'branch', name: branch };
  return patch === undefined ? { kind: 'merge' } : { kind: 'patch', file: patch };
}

function textOf(applied: Applied): string {
  const { how, candidate, score, commit = '', branch, measured } = applied;
  const what = `${candidate} (${formatScore(score)})`;
  const lines = measured === undefined ? [] : [measuredText(measured)];
  switch (how) {
    case 'none':
      lines.push(`Nothing to do: your code has ${candidate} already.`);
      break;
    case 'merge':
      lines.push(
        `Merged ${what} into ${branch ?? 'the detached HEAD, which is on no branch'} as ${commit.slice(0, 12)}.`,
        'Take it back: git reset --keep HEAD^1',
      );
      break;
    case 'branch':
      lines.push(`Put ${what} on the new branch ${branch} as ${commit.slice(0, 12)}. Look: git diff HEAD...${branch}`);
      break;
    case 'patch':
      lines.push(`Wrote ${what} to ${applied.file}.`);
      break;
    case 'files':
      lines.push(`Wrote ${what} to your files; without git there is no commit.`);
  }
  return lines.join('\n');
}

function measuredText({ yours, merged, delta, percent }: Measured): string {
  const part = percent === null ? '' : `, ${Math.abs(percent).toFixed(2)} % better`;
  return `Measured in turns on your code as it is now: ${merged.map(formatNumber).join('  ')} against ${yours.map(formatNumber).join('  ')} without it (${formatSigned(delta)}${part}).`;
}
