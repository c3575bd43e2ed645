import type { Program } from './contract.ts';
import type { DiscoverAnswer } from './cycle.ts';
import type { Goal } from './goals.ts';
import type { WorkItem } from './work-item.ts';

/** What whoever does the work of a cycle is held to, as its base has it. Bounded: it goes into prompts. */
export interface Charter {
  /** What the user is after in this session, in words; for those who are not told otherwise. */
  readonly wanted?: string;
  readonly mission: string;
  readonly northStars: readonly string[];
  readonly antiStars: readonly string[];
  readonly program?: Program;
  readonly goals: readonly Pick<Goal, 'id' | 'check' | 'description'>[];
  /** Commands that must exit with 0. */
  readonly bundle: readonly string[];
  /** When work is done, by the profile. */
  readonly done: readonly string[];
  /** What is to be read before anything else. */
  readonly reads: readonly { readonly path: string; readonly text: string }[];
  /** Where whoever works on files finds the plan and all else that is handed over; absent where nothing is. */
  readonly papers?: { readonly plan: string; readonly packet: string };
}

/** The same in words. */
export function charterText({
  wanted = '',
  mission,
  northStars,
  antiStars,
  program,
  goals,
  bundle,
  done,
}: Charter): string {
  return joined([
    wanted === '' ? '' : `What the user is after: ${wanted}`,
    mission === '' ? '' : `Mission: ${mission}`,
    listed('To strive for:', northStars),
    listed('To stay away from:', antiStars),
    ...(program === undefined ? [] : programParts(program)),
    listed(
      'Goals, each a command that must exit with 0:',
      goals.map(({ id, check, description }) => `${id}: ${check} (${description})`),
    ),
    listed('Validation commands, all of which must exit with 0:', bundle),
    listed('Definition of done:', done),
  ]);
}

const programParts = ({ objective, unit, words = [], policy, stops, escalation }: Program): readonly string[] => [
  `Objective: ${objective}`,
  `One cycle does: ${unit}`,
  listed('Of what may change:', words),
  listed('Decision policy:', policy),
  listed('Done when (stop conditions):', stops),
  `To be given up and escalated: ${escalation}`,
];

/** A piece of work in its own words. */
export const workText = ({ ref, title, description, evidence = '', source, severity }: WorkItem): string =>
  joined([
    title,
    [`From: ${source}, ${ref}`, ...(severity === undefined ? [] : [`severity ${severity}`])].join(', '),
    description,
    evidence === '' ? '' : `Evidence:\n${evidence}`,
  ]);

/** What discovery came to. */
export const planText = ({ plan, criteria, files, premortem, cited }: DiscoverAnswer): string =>
  joined([
    plan,
    listed('Done when:', criteria),
    listed('Files:', files),
    listed('What may go wrong:', premortem.risks),
    listed('Learned before, and heeded:', cited),
  ]);

const joined = (parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join('\n\n');

const listed = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : [title, ...items.map((item) => `- ${item.replace(/\s+/g, ' ')}`)].join('\n');
