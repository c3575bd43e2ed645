import { at, type Check, type Finding, found, joined, places, skipped, titled } from '../finding.ts';
import { expanded } from '../manifest.ts';
import { isMissing, lastWords } from '../output.ts';
import type { Site } from '../site.ts';
import { toolsOf } from './tools.ts';

const TIMEOUT_MS = 5 * 60_000;

/** The linter is set up and does not pass; a goal that runs it tells by itself. */
export const lint: Check = {
  name: 'lint',
  async look(site) {
    const tool = (await toolsOf(site)).find(({ kind }) => kind === 'lint');
    const checks = (site.contract.goals?.goals ?? []).map(({ check }) => expanded(site.manifest, check));
    if (tool === undefined || checks.some((check) => tool.runs.test(check))) return found();
    const ran = await site.inCheckout((place) => place.run(tool.command, { timeoutMs: TIMEOUT_MS }));
    if (ran.code === 0) return found();
    if (ran.timedOut === true || isMissing(ran))
      return skipped(`lint: ${tool.command} can't be run here (${lastWords(ran)})`);
    return found({
      title: 'Make the linter pass',
      type: 'tech-debt',
      severity: 'medium',
      description: `${tool.command} does not pass: ${lastWords(ran)}`,
      evidence: at(tool.at, 1),
      weight: 60,
    });
  },
};

const DISABLES: readonly { readonly of: RegExp; readonly pattern: RegExp }[] = [
  { of: /\.[cm]?[jt]sx?$/, pattern: /^\s*\/\*\s*eslint-disable\s*(?:--[^\n]*)?\*\// },
  { of: /\.[cm]?[jt]sx?$/, pattern: /^\s*\/\/\s*@ts-nocheck\b/ },
  { of: /\.[cm]?[jt]sx?$/, pattern: /^\s*\/\/\s*biome-ignore-all lint(?=:|\s)/ },
  {
    of: /\.py$/,
    pattern:
      /^\s*#\s*(?:ruff|flake8):\s*noqa\s*$|^\s*#\s*mypy:\s*ignore-errors|^\s*#\s*pylint:\s*(?:disable=all|skip-file)/,
  },
  { of: /\.go$/, pattern: /^\/\/nolint\s*$/ },
];

/** Whole files that are kept from the linter or the type checker. */
export const disables: Check = {
  name: 'lint disables',
  async look(site) {
    const findings: Finding[] = [];
    for (const path of [...site.sources, ...site.tests]) {
      const patterns = DISABLES.filter(({ of }) => of.test(path));
      const lines = ((await site.text(path)) ?? '').split('\n');
      const hits = lines.flatMap((line, index) =>
        patterns.some(({ pattern }) => pattern.test(line)) ? [index + 1] : [],
      );
      const [first] = hits;
      if (first === undefined) continue;
      findings.push({
        title: titled(`Let the linter see all of ${path}`),
        type: 'tech-debt',
        severity: 'low',
        description: `${places(hits.map((line) => at(path, line)))} keeps the whole file from being checked. Mend what is found, and except single lines where it must be.`,
        evidence: at(path, first),
        path,
        weight: lines.length,
      });
    }
    return joined([found(...findings), found(...(await looseTypes(site)))]);
  },
};

async function looseTypes(site: Site): Promise<readonly Finding[]> {
  const text = (await site.text('tsconfig.json')) ?? '';
  const line = text.split('\n').findIndex((one) => /^\s*"strict"\s*:\s*false/.test(one));
  if (line === -1) return [];
  return [
    {
      title: 'Turn on strict types in tsconfig.json',
      type: 'tech-debt',
      severity: 'low',
      description: `${at('tsconfig.json', line + 1)} turns strict checking off. Turn it on, by parts if need be.`,
      evidence: at('tsconfig.json', line + 1),
      path: 'tsconfig.json',
      weight: 40,
    },
  ];
}
