import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ITEM_TYPES, SEVERITIES } from '../../domain/work-item.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { slugOf } from '../about.ts';
import { isJson, jsonIn } from '../json.ts';
import { type Check, type Finding, type Findings, found } from './finding.ts';
import type { Site } from './site.ts';

/**
 * What a check finds in the site's tree: looked for once in a run, for neither tests nor agents say anything else of the same files. What
 * could not be looked at is tried again.
 */
export async function lookOnce(site: Site, check: Check): Promise<Findings> {
  const file = join(site.desk.folder, 'looked', `${site.version.tree}-${site.generator}-${slugOf(check.name)}.json`);
  const kept = keptIn(file);
  if (kept !== undefined) return found(...kept);
  const looked = await check.look(site);
  if (looked.skipped.length === 0) writeWhole(file, JSON.stringify(looked.found));
  return looked;
}

function keptIn(file: string): readonly Finding[] | undefined {
  try {
    const kept = jsonIn(readFileSync(file, 'utf8'));
    return Array.isArray(kept) && kept.every(isFinding) ? kept : undefined;
  } catch {
    // Nobody has looked yet.
    return undefined;
  }
}

const isFinding = (value: unknown): value is Finding =>
  isJson(value) &&
  typeof value.title === 'string' &&
  typeof value.description === 'string' &&
  typeof value.evidence === 'string' &&
  typeof value.weight === 'number' &&
  ITEM_TYPES.some((one) => one === value.type) &&
  SEVERITIES.some((one) => one === value.severity);
