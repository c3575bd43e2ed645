import { dirname, posix } from 'node:path';
import { at, type Check, type Finding, found, places, titled } from '../finding.ts';
import { isDoc } from '../kind.ts';
import { commandsIn, linksIn } from '../markdown.ts';
import type { Site } from '../site.ts';

interface Wrong {
  readonly line: number;
  readonly what: string;
}

const MOST_DOCS = 200;

/** What documents tell people to do that can't be done: scripts, targets, flags and files that don't exist. */
export const docs: Check = {
  name: 'documents against behaviour',
  async look(site) {
    const paths = site.files.filter((path) => isDoc(path) && (/^[^/]+$/.test(path) || path.startsWith('docs/')));
    const sources = (await Promise.all(site.sources.map(async (path) => (await site.text(path)) ?? ''))).join('\n');
    const findings: Finding[] = [];
    for (const path of paths.slice(0, MOST_DOCS)) {
      const text = (await site.text(path)) ?? '';
      const wrong = [...commandsWrong(site, text, sources), ...linksWrong(site, path, text)];
      const [first] = wrong;
      if (first === undefined) continue;
      findings.push({
        title: titled(`Make ${path} true`),
        type: 'bug',
        severity: /^readme/i.test(path) ? 'medium' : 'low',
        description: `${path} names what does not exist: ${places(wrong.map(({ line, what }) => `${what} (${at(path, line)})`))}. Mend the document, or bring back what it promises.`,
        evidence: at(path, first.line),
        path,
        weight: wrong.length,
      });
    }
    return found(...findings);
  },
};

function commandsWrong({ manifest, files }: Site, text: string, sources: string): readonly Wrong[] {
  const { scripts, targets, bins } = manifest;
  const hasScripts = files.includes('package.json') && Object.keys(scripts).length > 0;
  const hasTargets = Object.keys(targets).length > 0;
  return commandsIn(text).flatMap(({ text: command, line }): readonly Wrong[] => {
    const script = /^(?:npm|pnpm|yarn) run (?:-\S+ )*([\w:.-]+)/.exec(command)?.[1];
    if (script !== undefined && hasScripts && scripts[script] === undefined)
      return [{ line, what: `the script ${script}` }];
    const target = /^make ([\w.-]+)$/.exec(command)?.[1];
    if (target !== undefined && hasTargets && targets[target] === undefined)
      return [{ line, what: `the target ${target}` }];
    const bin = bins.find(({ name }) => command.startsWith(`${name} `));
    return bin === undefined ? [] : flagsWrong(command, line, sources);
  });
}

/** Flags of the repository's own command that its code never mentions, in any spelling. */
function flagsWrong(command: string, line: number, sources: string): readonly Wrong[] {
  const mine = command.replace(/'[^']*'|"[^"]*"/g, "''").split(/\s(?:\||&&|;|--)(?:\s|$)/)[0] ?? '';
  return [...mine.matchAll(/\s--([a-z][\w-]+)/g)].flatMap(([, flag = '']) => {
    const bare = flag.replace(/^no-/, '');
    const camel = bare.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const known =
      /^(?:help|version)$/.test(flag) || [bare, camel, bare.replaceAll('-', '_')].some((one) => sources.includes(one));
    return known ? [] : [{ line, what: `the option --${flag}` }];
  });
}

function linksWrong({ files }: Site, path: string, text: string): readonly Wrong[] {
  const known = new Set(files);
  return linksIn(text).flatMap(({ text: target, line }) => {
    // A path from the root, or without an ending, is one of a web site.
    if (target.startsWith('/') || !/\.\w+$/.test(target)) return [];
    const to = posix.normalize(posix.join(dirname(path), decoded(target)));
    return to.startsWith('..') || known.has(to) ? [] : [{ line, what: `the file ${target}` }];
  });
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
