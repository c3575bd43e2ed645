import type { CandidateId } from '../../domain/candidate.ts';
import type { Gate } from '../../domain/config.ts';
import { gatesFor, OF_RUN } from '../../domain/inheritance.ts';
import type { Entry, View } from '../../domain/view.ts';
import { UserError } from '../../lib/user-error.ts';
import { plain } from '../../lib/width.ts';
import type { Context } from '../contract.ts';
import { choice, on, text } from '../option.ts';
import { experimentOf } from './document.ts';
import { brokenVersions } from './gate-broken.ts';
import { recordedVersion, withGateSite } from './gate-site.ts';
import type { Lab } from './lab.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'the experiment whose descendants must pass it; root for all'),
  name: text('--name <name>', 'what it is called'),
  command: text('--command <command>', 'exit 0 passes; {worktree} and {target} stand for the checkout and the file'),
  phase: choice('--phase <phase>', 'before the benchmark or after it (default: pre)', ['pre', 'post']),
  force: on('--force', 'also where it lets broken code pass'),
} as const;

interface Added {
  readonly id: string;
  readonly gate: Gate;
  /** It lets broken code pass. */
  readonly decorative: boolean;
  /** Experiments below with a gate of this name, which counts no more. */
  readonly replaces: readonly string[];
}

/** A name is a heading, and part of a file's name. */
const LONGEST_NAME = 80;

export const command = experimentVerb<typeof OPTIONS, Added>({
  details:
    'The gate is run first, sealed as in an evaluation: on the experiment’s own commit, which must pass, and on a broken target, which must not. It applies to what comes below the experiment, not to itself.',
  examples: [
    'evolve exp gate add root --name tests --command "npm test"',
    'evolve exp gate add exp_0003 --name size --command "python3 check_size.py {target}" --phase post',
  ],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  async run(lab, input, context) {
    if (input.id === undefined || input.name === undefined || input.command === undefined)
      throw new UserError('What gate, and where? evolve exp gate add <id> --name <name> --command <command>');
    const entry = experimentOf(lab, input.id);
    const { id } = entry.proposal;
    const gate: Gate = { name: nameOf(input.name), command: input.command, phase: input.phase ?? 'pre' };
    const before = problemWith(lab.view, entry, gate);
    if (before !== undefined) throw new UserError(before);
    const decorative = await tried(lab, entry, gate, input.force ?? false, context);
    let problem: string | undefined;
    lab.journal.append((view) => {
      problem = problemWith(view, view.entry(id) ?? entry, gate);
      return problem === undefined ? [{ type: 'gated', experiment: id, gate }] : [];
    });
    if (problem !== undefined) throw new UserError(problem);
    return { id, gate, decorative, replaces: below(lab.view, id, gate.name) };
  },
  text: ({ id, gate, decorative, replaces }) =>
    [
      `Gate ${plain(gate.name)} on ${id}: whatever comes below it must pass. See: evolve exp gate list ${id}`,
      ...(decorative ? ['It lets broken code pass, and was added because of --force.'] : []),
      ...replaces.map((node) => `It counts in place of the gate of that name on ${node}.`),
    ].join('\n'),
});

function nameOf(given: string): string {
  const name = given.trim();
  if (name.length > LONGEST_NAME || plain(name) !== name)
    throw new UserError(`A gate's name is one line of at most ${LONGEST_NAME} characters.`);
  return name;
}

/** Why a gate can't be put there. */
function problemWith(view: View, { proposal: { id }, experiment }: Entry, gate: Gate): string | undefined {
  if (experiment?.laid !== undefined)
    return `${id} is ${experiment.status}, and nothing comes below it: evolve exp restore ${id}, or choose another`;
  const first = gatesFor(view, id, true).find((one) => one.gate.name === gate.name);
  if (first === undefined) return undefined;
  const whose = first.from === OF_RUN ? 'the run itself has one' : `${first.from} has one`;
  const next = first.from === id ? `evolve exp gate remove ${id} --name '${gate.name}' first, or` : 'The first counts:';
  return `There is a gate ${gate.name} already: ${whose} (${first.gate.command}). ${next} choose another name.`;
}

/** Gates of that name that were put on what comes below. */
const below = (view: View, id: CandidateId, name: string): readonly string[] =>
  view
    .nodeGates()
    .filter(({ node, gate }) => node !== id && gate.name === name)
    .filter(({ node }) => gatesFor(view, node).some((one) => one.from === id && one.gate.name === name))
    .map(({ node }) => node);

/** Whether it lets broken code pass. Throws unless it can be used. */
function tried(lab: Lab, entry: Entry, gate: Gate, force: boolean, context: Context): Promise<boolean> {
  const { id } = entry.proposal;
  const version = recordedVersion(lab, entry);
  return withGateSite(lab, context, async (site) => {
    context.tell(`running ${gate.name} on ${id} …`);
    const own = await site.run(version, [gate], context.signal);
    if (own.outcome !== 'scored')
      throw new UserError(
        `${id} itself doesn't pass: ${own.reason}. Mend the command, or put the gate on an experiment that passes.${tailText(own)}`,
      );
    context.tell(`running ${gate.name} on broken code …`);
    const passing: string[] = [];
    const broken = await brokenVersions(site.repository, version, site.files);
    for (const one of broken) {
      const evaluation = await site.run(one.version, [gate], context.signal);
      if (evaluation.outcome !== 'scored') return false;
      passing.push(one.what);
    }
    if (passing.length > 0 && !force)
      throw new UserError(
        `Gate ${gate.name} is decorative: it also passes where ${passing.join(', and where it ')}. Make it look at what the code does, or add it with --force.`,
      );
    return passing.length > 0;
  });
}

const tailText = (evaluation: { readonly tail?: string }): string =>
  evaluation.tail === undefined || evaluation.tail.trim() === ''
    ? ''
    : `\n${evaluation.tail
        .trimEnd()
        .split('\n')
        .slice(-TAIL_LINES)
        .map((line) => `  ${plain(line)}`)
        .join('\n')}`;

const TAIL_LINES = 10;
