import { type FollowUp, ITEM_TYPES, SEVERITIES } from '../domain/work-item.ts';
import type { Zod } from './consult.ts';
import { line } from './exhibit.ts';

const TITLE_BYTES = 160;
const TEXT_BYTES = 1200;

/** What an agent says is left to do. */
export const followUpsOf = (z: Zod) =>
  z.array(
    z.object({
      title: z.string(),
      type: z.enum(ITEM_TYPES),
      severity: z.enum(SEVERITIES),
      description: z.string(),
      evidence: z.string().default(''),
    }),
  );

/** In bounds, without those that say nothing. */
export const keptFollowUps = (
  found: readonly (FollowUp & { readonly evidence: string })[],
  most: number,
): readonly FollowUp[] =>
  found
    .map(({ title, type, severity, description, evidence }) => ({
      title: line(title, TITLE_BYTES),
      type,
      severity,
      description: line(description, TEXT_BYTES),
      ...(evidence.trim() === '' ? {} : { evidence: line(evidence, TEXT_BYTES) }),
    }))
    .filter(({ title, description }) => title !== '' && description !== '')
    .slice(0, most);

/** Sentences of an agent, in bounds. */
export const kept = (texts: readonly string[], most: number, bytes = 400): readonly string[] =>
  texts
    .map((one) => line(one, bytes))
    .filter((one) => one !== '')
    .slice(0, most);
