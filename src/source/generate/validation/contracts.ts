import { basename } from 'node:path';
import { at, type Check, type Finding, found, skipped, titled } from '../finding.ts';
import { isApart, isCi, isSample, isScript } from '../kind.ts';
import { MOST_FILES } from '../site.ts';

const CONTRACT =
  /\.schema\.json$|(^|\/)(?:openapi|swagger|asyncapi)\.(?:ya?ml|json)$|\.proto$|\.(?:graphql|graphqls|avsc)$/;

/** Schemas and interface files that no test, script, check or code mentions. */
export const contracts: Check = {
  name: 'contracts',
  async look(site) {
    const all = site.files.filter((path) => CONTRACT.test(path) && !isApart(path) && !isSample(path));
    if (all.length === 0) return found();
    const readers = site.files.filter(
      (path) =>
        isCi(path) ||
        isScript(path) ||
        /(?:\.sh|\.ya?ml|Makefile|package\.json|\.toml|\.py|\.go|\.rs|\.java)$/.test(path),
    );
    if (readers.length > MOST_FILES)
      return skipped('contracts: there are too many files to read all that may check them');
    const texts = await Promise.all(
      readers.filter((path) => !CONTRACT.test(path)).map(async (path) => (await site.text(path)) ?? ''),
    );
    const checks = (site.contract.goals?.goals ?? []).map(({ check }) => check);
    const mentioned = [...texts, ...checks, ...site.contract.bundle].join('\n');
    const findings = all
      .filter((path) => !mentioned.includes(basename(path)) && !mentioned.includes(`*${endingOf(path)}`))
      .map(
        (path): Finding => ({
          title: titled(`Check ${path}, which nothing checks`),
          type: 'improvement',
          severity: 'low',
          description: `No test, script or code mentions ${path}: nobody would see that it and the code part ways. Add a test that holds one to the other.`,
          evidence: at(path, 1),
          path,
          weight: 20,
        }),
      );
    return found(...findings);
  },
};

const endingOf = (path: string): string => /\.schema\.json$|\.\w+$/.exec(path)?.[0] ?? '';
