import { judgesIn } from '../domain/author.ts';
import { commandDirection, type Judging, type RunConfig } from '../domain/config.ts';
import { isOfGoals } from '../domain/ladder.ts';
import { formatNumber } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import { plain } from '../lib/width.ts';
import { appointmentText } from './appointment.ts';
import type { Context } from './contract.ts';
import { type Given, number, type Option, on } from './option.ts';
import { presetOf } from './searching.ts';
import type { RunInput } from './settings.ts';

/** How much of the score is the judges' beside a benchmark. */
const WEIGHT = 0.5;

const PAIR = /^\s*([^,\s]+)\s*,\s*([^,\s]+)\s*$/;

export const JUDGING_OPTIONS = {
  judge: on(
    '--judge',
    'let an agent score the code by a rubric, beside the fitness command or without one; off with --no-judge (default: on with --strategy islands and an agent)',
  ),
  judgeWeight: weight(
    '--judge-weight <share>',
    `how much of the score is the judge’s beside a fitness command (default: ${WEIGHT})`,
  ),
  scale: ends(
    '--scale <zero,one>',
    'beside a judge: the fitness command’s numbers that count as 0 and as 1, such as 0,250, or 250,0 where less is better',
  ),
} as const;

type Input = Given<typeof JUDGING_OPTIONS> & Parameters<typeof presetOf>[0] & Pick<RunInput, 'fitness' | 'direction'>;

/** Whether judges are wanted, be there one or not. */
export const wantsJudge = (input: Input): boolean => input.judge ?? presetOf(input) === 'islands';

/** As asked for: whether there is anybody to judge is seen when the run is opened. */
export function judgingOf(input: Input): { readonly judging?: Judging } {
  const { fitness, scale } = input;
  if (!wantsJudge(input)) {
    const [flag] = [...(input.judgeWeight === undefined ? [] : ['--judge-weight']), ...(scale ? ['--scale'] : [])];
    if (flag !== undefined) throw new UserError(`${flag} is for a run with a judge: add --judge, or leave it out.`);
    return {};
  }
  if (fitness === undefined && scale !== undefined)
    throw new UserError('--scale is for the numbers of a fitness command, and there is none: leave it out.');
  if (fitness === undefined && (input.judgeWeight ?? 1) !== 1)
    throw new UserError('Without a fitness command the judge gives the whole score: leave --judge-weight out.');
  const share = fitness === undefined ? 1 : (input.judgeWeight ?? WEIGHT);
  return { judging: { weight: share, ...(scale === undefined ? {} : { scale }) } };
}

/**
 * The settings once it is known who does what. Scores that judges have a part in grow, whatever the command's do.
 * Throws `UserError` where nobody could give a score.
 */
export function withJudges(config: RunConfig, input: Input, context: Pick<Context, 'tell'>): RunConfig {
  const { identity, fixed, adjustable } = config;
  const { judging } = fixed;
  if (judging === undefined) return config;
  if (judgesIn(adjustable).length === 0) {
    if (identity.fitness === '' || input.judge === true)
      throw new UserError(
        'There is nobody to judge: name an agent with --agent, or only the judge with --agent judge=AGENT' +
          (identity.fitness === '' ? ', or give a fitness command.' : '.'),
      );
    context.tell('no agent to judge the code: the fitness command alone gives the score');
    return withoutJudges(config);
  }
  const way = commandDirection(fixed);
  if (identity.fitness !== '' && input.direction !== undefined && input.direction !== way) throw otherWay(judging);
  return { ...config, fixed: { ...fixed, direction: 'max' } };
}

function otherWay({ scale }: Judging): UserError {
  return new UserError(
    scale === undefined
      ? 'With a judge a score lies between 0 and 1, and more is better: say with --scale WORST,BEST what the fitness command’s numbers mean, for example --scale 250,0, or leave the judge out with --no-judge.'
      : `--scale ${scale.join(',')} and --direction contradict each other: --scale has the worst number first and the best one last.`,
  );
}

/** The same run measured by its command alone. */
export function withoutJudges(config: RunConfig): RunConfig {
  const { judging, ...fixed } = config.fixed;
  if (judging === undefined) return config;
  const direction = judging.scale === undefined ? fixed.direction : commandDirection(config.fixed);
  return { ...config, fixed: { ...fixed, direction } };
}

/** What a run is measured by, as people read it. */
export function measuredBy(config: RunConfig): string {
  const { identity, fixed, adjustable } = config;
  if (isOfGoals(config)) return 'the goals of the repository';
  const judges = judgesIn(adjustable).map(({ name }) => name);
  if (fixed.judging === undefined) return identity.fitness;
  const judged = `judged by ${judges.join(' and ')}`;
  return identity.fitness === '' ? judged : `${identity.fitness} · ${judged}`;
}

const numbers = ({ scale }: Judging): string =>
  scale === undefined ? 'from 0 to 1, more is better (--scale)' : `where ${scale[0]} counts as 0 and ${scale[1]} as 1`;

/** Who judges and how much that counts, before anybody is asked. */
export function judgedLine({ identity, fixed, adjustable }: RunConfig): readonly string[] {
  const { judging } = fixed;
  if (judging === undefined) return [];
  const judges = judgesIn(adjustable).map(appointmentText).join(', ');
  const share = formatNumber(Number((100 * judging.weight).toPrecision(3)));
  const part =
    identity.fitness === ''
      ? 'which is the score'
      : `${share} % of the score (--no-judge), the rest is the command’s number, ${numbers(judging)}`;
  return [`judged by ${plain(judges)}, from 0.1 to 1, ${part}`];
}

function weight(flag: string, description: string): Option<number> {
  const option = number(flag, description, 0);
  return {
    ...option,
    schema: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    parse(raw, name) {
      const value = option.parse(raw, name);
      if (value > 1)
        throw new UserError(`${name ?? '--judge-weight'} takes a share of more than 0 up to 1, not ${value}.`);
      return value;
    },
  };
}

function ends(flag: string, description: string): Option<readonly [number, number]> {
  return {
    flag,
    text: description,
    type: 'text',
    schema: { type: 'string', pattern: PAIR.source },
    parse(raw, name = '--scale') {
      const [, zero = '', one = ''] = PAIR.exec(Array.isArray(raw) ? raw.join(',') : String(raw)) ?? [];
      const [from, to] = [Number(zero || Number.NaN), Number(one || Number.NaN)];
      if (!Number.isFinite(from) || !Number.isFinite(to) || from === to)
        throw new UserError(`${name} takes two different numbers such as 0,250, not ${JSON.stringify(raw)}.`);
      return [from, to];
    },
  };
}
