import { at, type Check, type Finding, found, places, titled } from '../finding.ts';

interface Mark {
  readonly pattern: RegExp;
  readonly kind: 'skipped' | 'alone' | 'flaky';
  /** Only of files with this ending. */
  readonly of: RegExp;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
/** At the beginning of a line, where a test stands: not what a test of a tool like this one has in its texts. */
const MARKS: readonly Mark[] = [
  { kind: 'skipped', of: SCRIPT, pattern: /^\s*(?:(?:it|test|describe|suite)\.skip|xit|xtest|xdescribe)\s*\(/ },
  { kind: 'alone', of: SCRIPT, pattern: /^\s*(?:(?:it|test|describe|suite)\.only|fit|fdescribe)\s*\(/ },
  {
    kind: 'flaky',
    of: SCRIPT,
    pattern: /^\s*(?:jest\.retryTimes|this\.retries)\s*\(\s*[1-9]|^\s*(?:\}, )?\{?\s*retry:\s*[1-9]/,
  },
  { kind: 'skipped', of: /\.py$/, pattern: /^\s*@(?:pytest\.mark\.skip|unittest\.skip)\b(?!If|Unless)/ },
  { kind: 'flaky', of: /\.py$/, pattern: /^\s*@(?:pytest\.mark\.flaky|flaky)\b/ },
  { kind: 'skipped', of: /\.go$/, pattern: /^\t[ts]?b?\.Skip(?:f|Now)?\(/ },
  { kind: 'skipped', of: /\.rs$/, pattern: /^\s*#\[ignore\b/ },
  { kind: 'skipped', of: /\.java$/, pattern: /^\s*@(?:Disabled|Ignore)\b/ },
];

const TITLES = {
  skipped: (path: string) => `Bring back the skipped tests in ${path}`,
  alone: (path: string) => `Run all tests in ${path}, not just those marked only`,
  flaky: (path: string) => `Make the retried tests in ${path} reliable`,
} as const;

const ADVICE = {
  skipped: 'Mend what they test or the tests; delete them only where nothing is lost.',
  alone: 'All other tests of the file do not run: take the marks away and mend what fails.',
  flaky: 'Find what they depend on (time, order, network) and take the retries away.',
} as const;

/** Tests that don't run, keep others from running, or are run until they pass. */
export const skippedTests: Check = {
  name: 'skipped tests',
  async look(site) {
    const findings: Finding[] = [];
    for (const path of site.tests) {
      const lines = ((await site.text(path)) ?? '').split('\n');
      for (const kind of ['alone', 'skipped', 'flaky'] as const) {
        const marks = MARKS.filter((mark) => mark.kind === kind && mark.of.test(path));
        const hits = lines.flatMap((line, index) =>
          marks.some(({ pattern }) => pattern.test(line)) ? [index + 1] : [],
        );
        const [first] = hits;
        if (first === undefined) continue;
        findings.push({
          title: titled(TITLES[kind](path)),
          type: 'tech-debt',
          severity: kind === 'alone' ? 'high' : kind === 'flaky' ? 'medium' : 'low',
          description: `${places(hits.map((line) => at(path, line)))}. ${ADVICE[kind]}`,
          evidence: at(path, first),
          path,
          weight: hits.length,
        });
      }
    }
    return found(...findings);
  },
};
