import type { Charter } from '../domain/contract.ts';
import type { DiscoverAnswer } from '../domain/cycle.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { bullets, fenced, head, printed } from '../lib/quotation.ts';
import { cleaned } from './exhibit.ts';

const WORK_BYTES = 8 * 1024;
const PLAN_BYTES = 10 * 1024;
const CHARTER_BYTES = 12 * 1024;
const READS_BYTES = 20 * 1024;
const MOST_LISTED = 40;
const ITEM_BYTES = 400;

/** A piece of work in its own words. */
export function workShown({ title, description, evidence = '', source, severity, goal }: WorkItem): string {
  const from = [`from: ${source}`, ...(severity === undefined ? [] : [`severity: ${severity}`])].join(', ');
  const text = [title, from, ...(goal === undefined ? [] : [`goal: ${goal}`]), description, evidence];
  return fenced(bounded(text.filter((part) => part.trim() !== '').join('\n\n'), WORK_BYTES));
}

export function planShown({ plan, criteria, files, premortem }: DiscoverAnswer): string {
  const parts = [plan, listed('Done when:', criteria), listed('Files:', files), listed('Risks:', premortem.risks)];
  return fenced(bounded(parts.filter((part) => part.trim() !== '').join('\n\n') || '(there was no plan)', PLAN_BYTES));
}

/** What the user's files ask for. */
export function charterShown({ mission, northStars, antiStars, program, goals, bundle, done }: Charter): string {
  const parts = [
    mission === '' ? '' : `Mission: ${mission}`,
    listed('To strive for:', northStars),
    listed('To stay away from:', antiStars),
    ...(program === undefined
      ? []
      : [
          `Objective: ${program.objective}`,
          `One cycle does: ${program.unit}`,
          listed('Decision policy:', program.policy),
          listed('Done when (stop conditions):', program.stops),
          `To be given up and escalated: ${program.escalation}`,
        ]),
    listed(
      'Goals, each a command that must exit with 0:',
      goals.map(({ id, check, description }) => `${id}: ${check} (${description})`),
    ),
    listed('Validation commands, all of which must exit with 0:', bundle),
    listed('Definition of done:', done),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : fenced(bounded(parts.join('\n\n'), CHARTER_BYTES));
}

export function readsShown({ reads }: Pick<Charter, 'reads'>): string {
  let room = READS_BYTES;
  const shown: string[] = [];
  for (const { path, text } of reads) {
    const part = `${path}:\n\n${fenced(bounded(text, Math.max(0, room)))}`;
    room -= Buffer.byteLength(part);
    if (room < 0) break;
    shown.push(part);
  }
  return shown.join('\n\n');
}

export const notesShown = (items: readonly string[], most = MOST_LISTED): string =>
  items.length === 0 ? '' : fenced(printed(bullets(items.map(cleaned), most, ITEM_BYTES), WORK_BYTES));

const bounded = (text: string, bytes: number): string => head(cleaned(text), bytes);

const listed = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `${title}\n${bullets(items, MOST_LISTED, ITEM_BYTES)}`;
