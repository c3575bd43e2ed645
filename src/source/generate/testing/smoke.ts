import { basename } from 'node:path';
import { at, type Check, type Finding, found, titled } from '../finding.ts';
import { hasWord } from '../kind.ts';

/** Commands that are installed and that no test starts. */
export const smoke: Check = {
  name: 'smoke tests',
  async look(site) {
    if (site.tests.length === 0) return found();
    const others = site.files.filter((path) => /(^|\/)(?:tests?|e2e|smoke)[^/]*\.sh$|\.bats$/.test(path));
    const texts = await Promise.all(
      [...site.tests, ...others].map(async (path) => `${path}\n${(await site.text(path)) ?? ''}`),
    );
    const all = texts.join('\n');
    const findings = site.manifest.bins.flatMap(({ name, path }): readonly Finding[] => {
      const started =
        hasWord(all, name) || (path !== undefined && (all.includes(path) || all.includes(`/${basename(path)}`)));
      if (started) return [];
      const where = path !== undefined && site.files.includes(path) ? path : undefined;
      return [
        {
          title: titled(`Add a smoke test of the command ${name}`),
          type: 'improvement',
          severity: 'medium',
          description: `The repository installs the command ${name}${path === undefined ? '' : ` (${path})`}, and no test starts it. Start it as users do, with --help or its simplest input, and look at exit code and output.`,
          evidence: where === undefined ? at('package.json', 1) : at(where, 1),
          ...(where === undefined ? {} : { path: where }),
          weight: 50,
        },
      ];
    });
    return found(...findings);
  },
};
