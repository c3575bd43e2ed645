import { basename } from 'node:path';
import { definitionsIn } from '../../../code/code.ts';
import { at, type Check, type Finding, found, skipped, titled } from '../finding.ts';
import { isApart, isGenerated, isScript, stemOf } from '../kind.ts';
import { MOST_FILES } from '../site.ts';
import { indexOf } from '../words.ts';

/** Folders whose files are run by name, or by a framework. */
const BY_NAME =
  /(^|\/)(?:bin|scripts?|examples?|bench(?:es|marks?)?|pages|app|routes|api|migrations?|public|stories|tools?|plugins?)\//;
const ENTRY = /^(?:index|main|cli|server|app|worker|sw|entry|setup|bin)$/;
/** Texts in which a file may be named. */
const READABLE =
  /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|html?|vue|svelte|mdx?|sh|css|scss)$|(^|\/)(?:Makefile|Dockerfile|\.\w+rc)$/;

/**
 * Files of JavaScript and TypeScript that nothing names, and exports of which nothing anywhere has the name. By words, not by resolving: what
 * is named in any text at all is taken as used.
 */
export const dead: Check = {
  name: 'dead code',
  async look(site) {
    const scripts = site.sources.filter((path) => isScript(path) && !BY_NAME.test(path));
    if (scripts.length === 0) return found();
    const readable = site.files.filter(
      (path) => READABLE.test(path) && !isApart(path) && basename(path) !== 'package-lock.json',
    );
    if (readable.length > MOST_FILES) return skipped('dead code: there are too many files to read all that may use it');
    const texts = new Map(
      await Promise.all(readable.map(async (path) => [path, (await site.text(path)) ?? ''] as const)),
    );
    const index = indexOf(texts);
    const passedOn = new Set([...texts.values()].flatMap(stemsPassedOn));
    const entries = new Set([...site.manifest.entries, ...site.manifest.bins.flatMap(({ path }) => path ?? [])]);
    const findings: Finding[] = [];
    for (const path of scripts) {
      const text = texts.get(path) ?? '';
      const stem = stemOf(path);
      if (entries.has(path) || ENTRY.test(stem) || text.startsWith('#!') || isGenerated(text)) continue;
      const isUsed = (word: string, also: (other: string) => boolean = () => true) =>
        (index.get(word) ?? []).some((other) => other !== path && also(other));
      if (!isUsed(stem, (other) => !isOwnTest(other, path))) findings.push(unusedFile(path, text));
      else if (!passedOn.has(stem)) findings.push(...(await unusedExports(path, text, isUsed)));
    }
    return found(...findings);
  },
};

/** `src/a.test.ts` is the test of `src/a.ts`: what only its own test uses is used by nobody. */
const isOwnTest = (test: string, path: string): boolean =>
  test.replace(/\.(?:test|spec)(?=\.[cm]?[jt]sx?$)/, '') === path;

function unusedFile(path: string, text: string): Finding {
  const lines = text.split('\n').length;
  return {
    title: titled(`Remove ${path}, which nothing uses`),
    type: 'tech-debt',
    severity: 'low',
    description: `No other file names ${path}. See that nothing loads it by a name that is put together, then remove it with its test.`,
    evidence: at(path, 1),
    path,
    weight: lines,
  };
}

/** Modules that are passed on or taken as a whole: what of them is used is named nowhere. */
const stemsPassedOn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:export|import)\s*\*[^\n;]*?['"]([^'"]+)['"]|\b(?:require|import)\(\s*['"]([^'"]+)['"]/g)].map(
    ([, one, other]) => stemOf(one ?? other ?? ''),
  );

const EXPORTED =
  /^export\s+(?:declare\s+|abstract\s+|async\s+)*(?:function\*?|class|const|let|var|interface|type|enum)\s+([\w$]+)/gm;

async function unusedExports(
  path: string,
  text: string,
  isUsed: (word: string) => boolean,
): Promise<readonly Finding[]> {
  const names = [...text.matchAll(EXPORTED)].map(([, name = '']) => name);
  if (!names.some((name) => !isUsed(name) && countOf(text, name) === 1)) return [];
  const read = await definitionsIn(path, text);
  if (read.kind !== 'found') return [];
  const exported = read.definitions.filter(
    ({ local, start, symbol, name }) =>
      local !== true && symbol === name && /^export\s+(?!default\b)/.test(text.slice(start)) && name.length > 2,
  );
  return exported
    .filter(({ name }) => !isUsed(name) && countOf(text, name) === 1)
    .map(({ name, startLine, endLine }) => ({
      title: titled(`Remove ${name} from ${path}, which nothing uses`),
      type: 'tech-debt',
      severity: 'low',
      description: `${at(path, startLine)} exports ${name}, and its name stands nowhere else. Remove it, and what only it uses.`,
      evidence: at(path, startLine),
      path,
      weight: endLine - startLine,
    }));
}

const countOf = (text: string, name: string): number =>
  text.match(new RegExp(`(?<![\\w$])${name.replace(/\$/g, '\\$&')}(?![\\w$])`, 'g'))?.length ?? 0;
