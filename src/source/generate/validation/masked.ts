import { at, type Check, type Finding, found, places, titled } from '../finding.ts';
import { isCi } from '../kind.ts';
import type { Site } from '../site.ts';

const MASK = /\|\|\s*(?:true|:|exit 0|echo\b[^|&;]*)\s*(?:$|["'`;)|])/;
const CHECKING =
  /\b(?:test|tests|lint|check|tsc|vet|audit|build|verify|validate|pytest|jest|vitest|eslint|biome|ruff|mypy|clippy|coverage|typecheck)\b/;
const ALLOWED = /^\s*(?:-\s*)?(?:continue-on-error|allow_failure|continueOnError)\s*:\s*true\b/;

/** Checks that pass whatever they find. */
export const masked: Check = {
  name: 'masked checks',
  async look(site) {
    const findings: Finding[] = [];
    for (const path of site.files.filter(isCi)) {
      const lines = ((await site.text(path)) ?? '').split('\n');
      const hits = lines.flatMap((line, index) =>
        ALLOWED.test(line) || (MASK.test(line) && CHECKING.test(line)) ? [index + 1] : [],
      );
      if (hits.length > 0) findings.push(ofFile(path, hits));
    }
    return found(...findings, ...ofGoals(site), ...(await ofScripts(site)));
  },
};

const ofFile = (path: string, lines: readonly number[]): Finding => ({
  title: titled(`Let the checks in ${path} fail`),
  type: 'process-improvement',
  severity: 'high',
  description: `${places(lines.map((line) => at(path, line)))} passes whatever the check finds. Take that away and mend what it hides.`,
  evidence: at(path, lines[0] ?? 1),
  path,
  weight: 10 * lines.length,
});

function ofGoals({ contract: { goals } }: Site): readonly Finding[] {
  return (goals?.goals ?? [])
    .filter(({ check }) => MASK.test(check))
    .map(({ id, check }) => ({
      title: `Let the goal ${id} fail`,
      type: 'process-improvement',
      severity: 'high',
      description: `The check of ${id} in ${goals?.path} passes whatever it finds: ${check}`,
      evidence: `${goals?.path}: ${id}`,
      weight: 100,
    }));
}

async function ofScripts(site: Site): Promise<readonly Finding[]> {
  const { scripts } = site.manifest;
  const hiding = Object.entries(scripts).filter(([name, text]) => CHECKING.test(name) && MASK.test(text));
  const lines = ((await site.text('package.json')) ?? '').split('\n');
  return hiding.map(([name, text]) => ({
    title: titled(`Let npm run ${name} fail`),
    type: 'process-improvement',
    severity: 'high',
    description: `The script ${name} in package.json passes whatever it finds: ${text}`,
    evidence: at('package.json', lines.findIndex((line) => line.includes(`"${name}"`)) + 1 || 1),
    path: 'package.json',
    weight: 50,
  }));
}
