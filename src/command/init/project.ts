import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { differ, median, spreadOf } from '../../domain/compare.ts';
import type { RunConfig } from '../../domain/config.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import { formatDuration, formatNumber, plural } from '../../lib/format.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { textOf } from './saved.ts';

type Scored = Extract<Evaluation, { outcome: 'scored' }>;

export interface ProjectFacts {
  readonly run: string;
  readonly config: RunConfig;
  readonly baseline: Scored;
  /** What was said of the fitness command when somebody tried to fool it; absent where nobody has. */
  readonly said?: readonly string[];
}

/** What everybody who works on the project must know, and nothing that would help to fool the score. */
export function projectText({ run, config, baseline, said }: ProjectFacts): string {
  const { identity, fixed, adjustable } = config;
  const where = identity.folder === '' ? 'the repository’s root' : identity.folder;
  const attempts = `.evolve/${run}/experiments/ID/attempts/NNN/`;
  const tasks = Object.keys(baseline.tasks ?? {});
  return section('# The project', [
    adjustable.goal === ''
      ? `Goal: a ${fixed.direction === 'max' ? 'higher' : 'lower'} score. (Say here what you are after, and why.)`
      : `Goal: ${adjustable.goal}`,
    ...section('## What is measured', [
      `- Command: \`${identity.fitness}\`, in ${where}.`,
      `- Score: ${scoreText(config)}; ${fixed.direction === 'max' ? 'higher' : 'lower'} is better.`,
      `- Baseline (\`root\`): ${formatNumber(median(baseline.samples))}.`,
      `- ${determinism(baseline.samples)}`,
      ...(tasks.length === 0 ? [] : [`- It reports ${plural(tasks.length, 'task')}: ${some(tasks)}.`]),
      `- A command may take ${formatDuration(adjustable.timeoutMs)}.`,
      ...(fixed.holdout === undefined ? [] : ['- A held-out benchmark that nobody sees must agree.']),
    ]),
    ...section('## What may change', [
      ...identity.files.map((glob) => `- \`${glob}\``),
      '',
      'Everything else is protected: other changes are left out and said.',
    ]),
    ...section('## Gates', [
      ...(fixed.gates.length === 0
        ? ['None yet: only the score tells right from wrong. Add one with `evolve exp gate add`.']
        : fixed.gates.map(({ name, command, phase }) => `- ${name} (${phase}): \`${command}\``)),
    ]),
    ...section('## How to read results', [
      '- `evolve exp scratchpad`: where everything stands, what was tried and what not to try again.',
      '- `evolve exp show ID`: all that is known of one experiment; `evolve exp traces ID` what its tasks did.',
      `- \`${attempts}\`: outcome.json, diff.patch, benchmark.log, a log for each gate, traces/ and checkpoints/.`,
    ]),
    ...section('## How the score could be fooled', [...risks(said)]),
  ]).join('\n');
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  title.startsWith('# ') ? [title, '', ...lines, ''] : ['', title, '', ...lines];

function scoreText({ fixed }: RunConfig): string {
  if (fixed.metric !== undefined) return `\`${fixed.metric}\` of what it reports`;
  return fixed.parse === 'last-number'
    ? 'the last number it prints'
    : 'its last line, a number or a JSON object with "score"';
}

function determinism(samples: readonly number[]): string {
  if (!differ(samples)) return `Deterministic: ${plural(samples.length, 'run')} gave the same score.`;
  const share = samples.every((sample) => sample > 0) || samples.every((sample) => sample < 0);
  const by = formatNumber(Number((spreadOf(samples) * (share ? 100 : 1)).toPrecision(2)));
  return `Noisy: ${plural(samples.length, 'run')} of the same code differ by about ${by}${share ? ' %' : ''}. What looks better is measured again before it counts.`;
}

const SHOWN = 8;

const some = (names: readonly string[]): string =>
  names.length <= SHOWN ? names.join(', ') : `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`;

const risks = (said: readonly string[] | undefined): readonly string[] =>
  said === undefined
    ? ['Nobody has tried yet: `evolve doctor --full` does.']
    : [
        ...said.map((line) => `- ${line}`),
        '',
        'A change that only fools the score is worth nothing: say so instead of making it.',
      ];

const MARK = /\n<!-- evolve init wrote this: ([0-9a-f]{16}) -->\n$/;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

export const projectPath = (stateDir: string): string => join(stateDir, 'project.md');

/** Writes it unless a person has edited the one that is there: then that one stays. */
export function keepProject(stateDir: string, text: string): 'written' | 'kept' {
  const path = projectPath(stateDir);
  const before = textOf(path);
  const [mark = '', hash] = MARK.exec(before ?? '') ?? [];
  if (before !== undefined && hashOf(before.slice(0, before.length - mark.length)) !== hash) return 'kept';
  writeWhole(path, `${text}\n<!-- evolve init wrote this: ${hashOf(text)} -->\n`);
  return 'written';
}
