import { definitionsIn } from '../../../code/code.ts';
import { at, type Check, type Finding, found, titled } from '../finding.ts';
import { isGenerated, stemOf } from '../kind.ts';
import { wordsIn } from '../words.ts';

/** A smaller file has little that could go wrong. */
const LEAST_LINES = 15;
/** A name says whose it is from so many letters on. */
const TELLING = 4;
const ASIDE = /(^|\/)(?:scripts?|examples?|bench(?:es|marks?)?|docs?|bin|tools?|migrations?)\//;
const EVERYWHERE = new Set(['index', 'main', 'mod', 'lib', '__init__', 'setup', 'types', 'constants']);

/** Code that no test names: neither its file nor anything that it defines. */
export const untested: Check = {
  name: 'tests by name',
  async look(site) {
    const sources = site.sources.filter((path) => !ASIDE.test(path));
    if (site.tests.length === 0) return found(...noTests(sources));
    const texts = await Promise.all(site.tests.map(async (path) => `${path}\n${(await site.text(path)) ?? ''}`));
    const words = wordsIn(texts.join('\n'));
    const findings: Finding[] = [];
    for (const path of sources) {
      const text = (await site.text(path)) ?? '';
      const lines = text.split('\n').filter((line) => line.trim() !== '').length;
      if (lines < LEAST_LINES || isGenerated(text) || /#\[cfg\(test\)\]/.test(text)) continue;
      const stem = stemOf(path);
      if (!EVERYWHERE.has(stem) && spellings(stem).some((word) => words.has(word))) continue;
      const names = await namesIn(path, text);
      if (names.length === 0 || names.some((name) => words.has(name))) continue;
      findings.push({
        title: titled(`Cover ${path} by tests`),
        type: 'improvement',
        severity: lines >= 100 ? 'medium' : 'low',
        description: `No test names ${path} or anything that it defines (${names.slice(0, 5).join(', ')}). Test what it does for those who call it.`,
        evidence: at(path, 1),
        path,
        weight: lines,
      });
    }
    return found(...findings);
  },
};

const spellings = (stem: string): readonly string[] => [
  stem,
  `${stem}_test`,
  `test_${stem}`,
  `${stem}Test`,
  `${stem}Tests`,
];

/** What a file defines that a test could name; empty where there is no function in it. */
async function namesIn(path: string, text: string): Promise<readonly string[]> {
  const read = await definitionsIn(path, text);
  if (read.kind !== 'found') return [];
  const outside = read.definitions.filter(({ local }) => local !== true);
  if (!outside.some(({ kind }) => kind === 'function' || kind === 'method')) return [];
  return [...new Set(outside.map(({ name }) => name))].filter((name) => name.length >= TELLING);
}

function noTests(sources: readonly string[]): readonly Finding[] {
  const [first] = sources;
  if (first === undefined) return [];
  return [
    {
      title: 'Begin a test suite',
      type: 'improvement',
      severity: 'high',
      description: `There are ${sources.length} source files and no test. Begin with what matters most, and a command that runs the tests.`,
      evidence: at(first, 1),
      weight: sources.length,
    },
  ];
}
