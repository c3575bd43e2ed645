import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, type Check, type Finding, type Findings, found, skipped, titled } from '../finding.ts';
import { isSource } from '../kind.ts';
import { lastWords } from '../output.ts';
import type { Site } from '../site.ts';
import { type Covered, coverageIn, REPORTS } from './coverage-report.ts';

const LEAST_SHARE = 0.4;
/** Of a smaller file a share says little. */
const LEAST_LINES = 20;
const TIMEOUT_MS = 10 * 60_000;

const SCRIPTS = ['coverage', 'test:coverage', 'test:cov', 'cov', 'test-coverage'];
const TARGETS = ['coverage', 'cover', 'cov'];

/** Files of which the tests run little, by the repository's own coverage script, else by a report that lies there. */
export const coverage: Check = {
  name: 'coverage',
  async look(site) {
    const measured = await byScript(site);
    if (measured.report !== undefined) return thin(site, measured.report);
    const there = reportIn(site.desk.root) ?? (await reportInTree(site));
    if (there !== undefined) return thin(site, there);
    return skipped(measured.reason ?? 'coverage: there is no report and no script named coverage');
  },
};

async function byScript(site: Site): Promise<{ readonly report?: readonly Covered[]; readonly reason?: string }> {
  const { scripts, targets } = site.manifest;
  const script = SCRIPTS.find((name) => scripts[name] !== undefined);
  const target = TARGETS.find((name) => targets[name] !== undefined);
  const command =
    script !== undefined ? `npm run --silent ${script}` : target !== undefined ? `make ${target}` : undefined;
  if (command === undefined) return {};
  return site.inCheckout(async (place) => {
    const ran = await place.run(command, { timeoutMs: TIMEOUT_MS });
    const report = reportIn(place.root);
    if (report !== undefined) return { report };
    return { reason: `coverage: ${command} left no report (${lastWords(ran)})` };
  });
}

function reportIn(folder: string): readonly Covered[] | undefined {
  for (const name of REPORTS) {
    const read = coverageIn(name, textAt(join(folder, name)));
    if (read.length > 0) return read;
  }
  return undefined;
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Most of them are not there.
    return '';
  }
}

async function reportInTree(site: Site): Promise<readonly Covered[] | undefined> {
  for (const name of REPORTS) {
    const read = coverageIn(name, (await site.text(name)) ?? '');
    if (read.length > 0) return read;
  }
  return undefined;
}

function thin(site: Site, report: readonly Covered[]): Findings {
  const files = new Set(site.files);
  const thinOnes = report.flatMap(({ path, lines, hit, missed = 1 }): readonly Finding[] => {
    const known = knownAs(path, files);
    if (known === undefined || !isSource(known) || lines < LEAST_LINES || hit / lines >= LEAST_SHARE) return [];
    const percent = Math.floor((100 * hit) / lines);
    return [
      {
        title: titled(`Cover ${known} by tests`),
        type: 'improvement',
        severity: 'medium',
        description: `The tests run ${percent} % of the ${lines} lines of ${known} that can be run; at least 40 % is wanted. Test what it is for, the failing paths too.`,
        evidence: at(known, missed),
        path: known,
        weight: lines - hit,
      },
    ];
  });
  return found(...thinOnes);
}

/** A report's path as the version has it: reports name files from the root of the machine, or of the module. */
function knownAs(path: string, files: ReadonlySet<string>): string | undefined {
  const parts = path.replaceAll('\\', '/').replace(/^\.\//, '').split('/');
  for (let from = 0; from < parts.length; from++) {
    const tried = parts.slice(from).join('/');
    if (files.has(tried)) return tried;
  }
  return undefined;
}
