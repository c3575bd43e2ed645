import { type Charter, charterText, planText, workText } from '../domain/charter.ts';
import type { DiscoverAnswer } from '../domain/cycle.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { bullets, fenced, head, printed } from '../lib/quotation.ts';
import { cleaned, shownOf } from './exhibit.ts';

const WORK_BYTES = 8 * 1024;
const PLAN_BYTES = 10 * 1024;
const CHARTER_BYTES = 12 * 1024;
const READ_BYTES = 6 * 1024;
const MOST_LISTED = 40;
const ITEM_BYTES = 400;

export const workShown = (work: WorkItem): string => block(workText(work), WORK_BYTES);

export const planShown = (plan: DiscoverAnswer): string => block(planText(plan) || '(there was no plan)', PLAN_BYTES);

export const charterShown = (charter: Charter): string => block(charterText(charter), CHARTER_BYTES);

export const readsShown = ({ reads }: Pick<Charter, 'reads'>): string =>
  reads.map(({ path, text }) => shownOf(path, text, READ_BYTES)).join('\n\n');

export const notesShown = (items: readonly string[], most = MOST_LISTED): string =>
  items.length === 0 ? '' : fenced(printed(bullets(items.map(cleaned), most, ITEM_BYTES), WORK_BYTES));

const block = (text: string, bytes: number): string => (text === '' ? '' : fenced(head(cleaned(text), bytes)));
