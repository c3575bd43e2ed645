import type { Directions } from '../domain/lane.ts';
import type { Ideator } from '../domain/round.ts';
import { ownPages } from '../lib/own-page.ts';
import { pagesBeside } from '../lib/page.ts';
import { bullets, fenced, head } from '../lib/quotation.ts';
import type { Charge, Consulted } from './council.ts';

/** A page that a user may replace. */
export type Asked =
  | 'scan'
  | `ideate-${Ideator}`
  | 'brief'
  | 'verify'
  | 'audit'
  | 'discover'
  | 'validate'
  | 'postmortem';

/** A file of `prompts`, filled in. */
export const page = pagesBeside(import.meta.url);

const GOAL_BYTES = 4 * 1024;
const PROJECT_BYTES = 8 * 1024;
const FITNESS_BYTES = 1024;
const MOST_LISTED = 40;

/**
 * What somebody is asked to be. The page may be the user's own; what the run is about, the rules that its answer is held to and
 * what the user wants are always ours. Contract: the same for all calls of a run that are given the same directives.
 */
export function systemOf(
  { charge, prompts }: Pick<Consulted, 'charge' | 'prompts'>,
  asked: Asked,
  values: Readonly<Record<string, string>>,
  directives: Directions | undefined,
): string {
  // Those of all folders lie beside each other in the package, where authors have one of this name.
  const ours = (name: string, filled = {}) => page(name === 'brief' ? 'brief-writer' : name, filled);
  const rules = `${asked.replace(/^ideate-.*/, 'ideate')}-rules`;
  return [
    ownPages(ours, prompts)(asked, values),
    charge === undefined ? '' : chargeOf(charge),
    page(rules),
    wantsIn(directives),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function chargeOf({ goal, project = '', fitness, direction, scope, gates, mission }: Charge): string {
  if (mission !== undefined)
    return mission.trim() === '' ? '' : page('charge-mission', { mission: fenced(head(mission, GOAL_BYTES)) });
  return page('charge', {
    project: project === '' ? '' : fenced(head(project, PROJECT_BYTES)),
    goal: project === '' ? head(goal.trim(), GOAL_BYTES) : '',
    fitness: fitness === '' ? '' : fenced(head(fitness, FITNESS_BYTES)),
    better: direction === 'max' ? 'Higher' : 'Lower',
    scope: bullets(scope, MOST_LISTED),
    gates: bullets(
      gates.map(({ name, command }) => `${name}: ${command}`),
      MOST_LISTED,
      200,
    ),
  });
}

/** As the user wrote them: they are no text of others. */
function wantsIn(directives: Directions | undefined): string {
  if (directives === undefined || directives.told.length === 0) return '';
  const cut = directives.cut === true ? ['(Older ones are left out here.)'] : [];
  const told = directives.told.map(({ id, text }) => `### ${id}\n\n${text.trim()}`);
  return ['## What the user has said since; the later counts', ...cut, ...told].join('\n\n');
}
