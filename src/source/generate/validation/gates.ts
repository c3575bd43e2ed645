import { at, type Check, type Finding, found } from '../finding.ts';
import { expanded } from '../manifest.ts';
import { toolsOf } from './tools.ts';

const NAMES = { test: 'the tests', lint: 'the linter', types: 'the type checker' } as const;

/** Tools that are set up and that no goal runs. */
export const gates: Check = {
  name: 'gates',
  async look(site) {
    const { goals } = site.contract;
    const tools = await toolsOf(site);
    if (tools.length === 0) return found();
    const checks = (goals?.goals ?? []).map(({ check }) => expanded(site.manifest, check)).join('\n');
    const missing = tools.filter(({ runs, command }) => !runs.test(checks) && !checks.includes(command));
    if (goals === undefined)
      return found({
        title: 'Write GOALS.md with a gate for each check',
        type: 'process-improvement',
        severity: 'medium',
        description: `The repository has no goals: nothing holds it to ${tools.map(({ kind }) => NAMES[kind]).join(', ')}. Write GOALS.md with a gate for: ${tools.map(({ command }) => command).join('; ')}`,
        evidence: tools.map((tool) => tool.at).join(', '),
        weight: 90,
      });
    return found(
      ...missing.map(
        ({ kind, command, at: where }): Finding => ({
          title: `Add a gate for ${NAMES[kind]} to ${goals.path}`,
          type: 'process-improvement',
          severity: 'medium',
          description: `${where} sets up ${NAMES[kind]} and no goal in ${goals.path} runs it. Add a gate with the check: ${command}`,
          evidence: at(where, 1),
          weight: kind === 'test' ? 80 : 70,
        }),
      ),
    );
  },
};
