import { basename } from 'node:path';
import { at, type Check, type Finding, found, titled } from '../finding.ts';
import { hasWord } from '../kind.ts';

/** Commands that are installed and that no test starts, and entry points that no test loads. */
export const smoke: Check = {
  name: 'smoke tests',
  async look(site) {
    if (site.tests.length === 0) return found();
    const others = site.files.filter((path) => /(^|\/)(?:tests?|e2e|smoke)[^/]*\.sh$|\.bats$/.test(path));
    const texts = await Promise.all(
      [...site.tests, ...others].map(async (path) => `${path}\n${(await site.text(path)) ?? ''}`),
    );
    const all = texts.join('\n');
    const { bins, entries, name: own } = site.manifest;
    const isNamed = (path: string) => all.includes(path) || all.includes(`/${basename(path)}`);
    const commands = bins
      .filter(({ name, path }) => !hasWord(all, name) && (path === undefined || !isNamed(path)))
      .map(({ name, path }) => ofCommand(name, path !== undefined && site.files.includes(path) ? path : undefined));
    const whole =
      /(?:from|import|require\()\s*\(?['"]\.{1,2}\/?['"]/.test(all) || (own !== undefined && all.includes(`'${own}'`));
    const loaded = entries.filter(
      (path) => site.sources.includes(path) && !whole && !isNamed(path) && !isNamed(withoutEnding(path)),
    );
    return found(...commands, ...loaded.map(ofEntry));
  },
};

const withoutEnding = (path: string): string => path.replace(/\.\w+$/, '');

const ofCommand = (name: string, path: string | undefined): Finding => ({
  title: titled(`Add a smoke test of the command ${name}`),
  type: 'improvement',
  severity: 'medium',
  description: `The repository installs the command ${name}${path === undefined ? '' : ` (${path})`}, and no test starts it. Start it as users do, with --help or its simplest input, and look at exit code and output.`,
  evidence: path === undefined ? at('package.json', 1) : at(path, 1),
  ...(path === undefined ? {} : { path }),
  weight: 50,
});

const ofEntry = (path: string): Finding => ({
  title: titled(`Add a smoke test of the entry point ${path}`),
  type: 'improvement',
  severity: 'low',
  description: `Others load ${path}, and no test does. Load it as they do, and see that what it promises is there.`,
  evidence: at(path, 1),
  path,
  weight: 40,
});
