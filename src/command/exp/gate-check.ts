import { join, relative } from 'node:path';
import type { Evaluation } from '../../domain/evaluation.ts';
import { gatesFor, type Inherited } from '../../domain/inheritance.ts';
import type { Version } from '../../domain/lane.ts';
import { UserError } from '../../lib/user-error.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { plain } from '../../lib/width.ts';
import { on, text } from '../option.ts';
import { nextCheck } from './check.ts';
import { experimentOf } from './document.ts';
import { filesNow } from './eval.ts';
import { recordedVersion, withGateSite } from './gate-site.ts';
import type { Lab } from './lab.ts';
import { gateLog, jsonText } from './outcome.ts';
import { withWorkshop } from './site.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'an experiment, or root'),
  worktree: on('--worktree', 'on its files as they are now, not on what was evaluated last'),
} as const;

interface CheckedGate {
  readonly name: string;
  readonly from: string;
  readonly phase: 'pre' | 'post';
  readonly passed: boolean;
  readonly reason?: string;
  /** Relative to the check's folder. */
  readonly log: string;
}

interface Checked {
  readonly id: string;
  readonly commit: string;
  readonly passed: boolean;
  readonly gates: readonly CheckedGate[];
  /** Relative to the repository. */
  readonly folder: string;
}

export const command = experimentVerb<typeof OPTIONS, Checked>({
  details:
    'Runs every gate that the experiment or its children must pass on the code that was evaluated last, sealed as in an evaluation. Nothing is recorded and no attempt is used up; logs and gate_check.json are kept.',
  examples: ['evolve exp gate check exp_0003', 'evolve exp gate check root --json'],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  async run(lab, input, context) {
    if (input.id === undefined) throw new UserError('Whose gates? evolve exp gate check <id>');
    const entry = experimentOf(lab, input.id);
    const { id } = entry.proposal;
    const version = input.worktree === true ? await filesIn(lab, id) : recordedVersion(lab, entry);
    const wanted = gatesFor(lab.view, id, true);
    const { number: check, folder } = nextCheck(lab, id);
    const stages =
      wanted.length === 0
        ? []
        : await withGateSite(
            lab,
            context,
            async (site) => {
              const gates = wanted.map(({ gate }) => gate);
              return outcomes(await site.run(version, gates, context.signal), wanted);
            },
            check,
          );
    const checked = { id, commit: version.commit, passed: stages.every(({ passed }) => passed), gates: stages };
    writeWhole(join(folder, 'gate_check.json'), jsonText(checked));
    return { ...checked, folder: relative(lab.root, folder) };
  },
  text: ({ id, passed, gates, folder }) =>
    gates.length === 0
      ? `${id} has no gates. Add one: evolve exp gate add ${id} --name <name> --command <command>`
      : [
          ...gates.map(line),
          passed ? `${id} passes all of them.` : `${id} doesn't pass. What they printed: ${folder}`,
        ].join('\n'),
  exitCode: ({ passed }) => (passed ? 0 : 1),
});

/** The files of its workspace as a version that is recorded nowhere. */
const filesIn = (lab: Lab, id: string): Promise<Version> =>
  withWorkshop(lab, async (shop) => (await filesNow(lab, shop, id, true)).version);

/** What the first gates say where something before them, such as the build, has ended it. */
function outcomes(evaluation: Evaluation, wanted: readonly Inherited[]): readonly CheckedGate[] {
  return wanted.map(({ gate: { name, phase }, from }): CheckedGate => {
    const stage = evaluation.stages.find((one) => one.stage === `gate ${name}`);
    const facts = { name, from, phase, log: gateLog(name) };
    if (stage?.verdict === 'pass') return { ...facts, passed: true };
    const unrun = evaluation.outcome === 'scored' ? 'it was not run' : evaluation.reason;
    return { ...facts, passed: false, reason: stage?.reason ?? unrun };
  });
}

const line = ({ name, from, passed, reason }: CheckedGate): string =>
  `${passed ? 'passed' : 'FAILED'}  ${plain(name)} (from ${from})${reason === undefined ? '' : `: ${plain(reason)}`}`;
