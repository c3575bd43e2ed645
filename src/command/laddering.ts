import { LADDER, type Ladder } from '../domain/ladder.ts';
import { UserError } from '../lib/user-error.ts';
import { choice, type Given, integer, number, on, text } from './option.ts';

/** The settings that only cycles over goals have. */
export const LADDERING_OPTIONS = {
  maxCycles: integer('--max-cycles <n>', 'cycles at most, those that unblock others included (default: no limit)', 1),
  dryRun: on('--dry-run', 'say what would be worked on, and do nothing'),
  quality: on(
    '--quality',
    'findings first, by severity, then issues, then heavy goals; what is left of findings and goals comes after them',
  ),
  beadsOnly: on('--beads-only', 'leave goals and directives alone: queue, findings and the tracker’s issues only'),
  queue: text('--queue <file|text>', 'what to do first, in this order: a file, or the list itself'),
  land: choice(
    '--land <branch|commit>',
    `where finished work lands: a branch of its own, or the branch that is checked out (default: ${LADDER.land})`,
    ['branch', 'commit'],
  ),
  branch: text('--branch <name>', `the branch of its own (default: ${LADDER.branch})`),
  push: on('--push', 'push what has landed, at the end and now and then before (default: nothing is pushed)'),
  testFirst: on('--test-first', 'work comes with a test that fails without it; off with --no-test-first (default: on)'),
  compile: on('--compile', 'look first for hotspots, orphaned research and duplicate learnings'),
  skipBaseline: on('--skip-baseline', 'keep no baseline of these goals'),
  attempts: integer('--attempts <n>', `tries that each phase of a cycle has (default: ${LADDER.attempts})`, 1),
  rebases: integer(
    '--rebases <n>',
    `so often a cycle is rebased when its branch has moved (default: ${LADDER.rebases})`,
    0,
  ),
  breakerMinutes: number(
    '--breaker-minutes <n>',
    `end after so many minutes without a productive cycle (default: ${LADDER.breakerMinutes})`,
    0,
  ),
  dormantAfter: integer(
    '--dormant-after <n>',
    `end when nothing was found to do so often in a row (default: ${LADDER.dormantAfter})`,
    1,
  ),
  pinnedFailures: integer(
    '--pinned-failures <n>',
    `end after so many failures in a row on the queue (default: ${LADDER.pinnedFailures})`,
    1,
  ),
  unblockDepth: integer(
    '--unblock-depth <n>',
    `so deep blockers of blockers are worked on (default: ${LADDER.unblockDepth})`,
    0,
  ),
  unblockFailures: integer(
    '--unblock-failures <n>',
    `an item of the queue is given up after so many failures to unblock it (default: ${LADDER.unblockFailures})`,
    1,
  ),
  oscillations: integer(
    '--oscillations <n>',
    `a goal that was fixed and broke again so often is left alone (default: ${LADDER.oscillations})`,
    1,
  ),
  checkSeconds: integer(
    '--check-seconds <n>',
    `limit for one check of a goal, in seconds (default: ${LADDER.checkSeconds})`,
    1,
  ),
  splitAt: integer('--split-at <n>', `work of so many parts is split (default: ${LADDER.splitAt})`, 2),
} as const;

export type LadderingInput = Given<typeof LADDERING_OPTIONS>;

/**
 * The settings of cycles, given ones over those before; undefined where nobody has said any. Throws `UserError` where two of them rule
 * each other out.
 */
export function ladderingOf(input: LadderingInput, before?: Ladder): Ladder | undefined {
  const given = Object.entries(input).filter(([key]) => key in LADDERING_OPTIONS);
  if (given.length === 0) return before;
  const own = Object.fromEntries(given.filter(([key]) => key !== 'quality' && key !== 'beadsOnly'));
  const all = { ...(before ?? LADDER), ...own, mode: modeOf(input, before) };
  const said = Object.entries(all).filter(([, value]) => value !== undefined);
  return { ...LADDER, ...Object.fromEntries(said) };
}

function modeOf({ quality, beadsOnly }: LadderingInput, before: Ladder = LADDER): Ladder['mode'] {
  if (quality === true && beadsOnly === true)
    throw new UserError('--quality and --beads-only both say what comes first: choose one of them.');
  if (quality === true) return 'quality';
  if (beadsOnly === true) return 'beads-only';
  const isTakenBack =
    (quality === false && before.mode === 'quality') || (beadsOnly === false && before.mode === 'beads-only');
  return isTakenBack ? 'standard' : before.mode;
}

/** The names in evolve.yaml, under `goals:`, and the options that they are. What a call decides is not among them. */
export const LADDERING_PARTS = {
  'max-cycles': 'maxCycles',
  quality: 'quality',
  'beads-only': 'beadsOnly',
  queue: 'queue',
  land: 'land',
  branch: 'branch',
  push: 'push',
  'test-first': 'testFirst',
  compile: 'compile',
  'skip-baseline': 'skipBaseline',
  attempts: 'attempts',
  rebases: 'rebases',
  'breaker-minutes': 'breakerMinutes',
  'dormant-after': 'dormantAfter',
  'pinned-failures': 'pinnedFailures',
  'unblock-depth': 'unblockDepth',
  'unblock-failures': 'unblockFailures',
  oscillations: 'oscillations',
  'check-seconds': 'checkSeconds',
  'split-at': 'splitAt',
} as const satisfies Readonly<Record<string, keyof typeof LADDERING_OPTIONS>>;

/** What each of them is, by the name in evolve.yaml. */
export function ladderingValue(ladder: Ladder, part: string): unknown {
  const option = Object.entries(LADDERING_PARTS).find(([name]) => name === part)?.[1];
  if (option === undefined) return undefined;
  if (option === 'quality') return ladder.mode === 'quality';
  if (option === 'beadsOnly') return ladder.mode === 'beads-only';
  return ladder[option];
}

/** Whether evolve.yaml alone has a setting: no run but one over goals does. */
export const isLaddering = (option: string): boolean => option in LADDERING_OPTIONS;
