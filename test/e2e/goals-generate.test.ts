import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evolve, git, repository, temporary, write } from './support.ts';

const sum = `export function sum(a) {\n${'  a += 1;\n'.repeat(30)}  return a;\n}\n`;
const report = `SF:src/sum.js\\n${Array.from({ length: 30 }, (_, i) => `DA:${i + 1},0`).join('\\n')}\\nend_of_record\\n`;

/** A repository with something for every generator. */
const FILES = {
  'package.json': JSON.stringify({
    name: 'sums',
    type: 'module',
    scripts: {
      test: 'node --test test/',
      coverage: `mkdir -p coverage && printf '${report}' > coverage/lcov.info`,
      generate: 'echo new > api.txt',
      bench: "echo 'parse: 100 ms'",
    },
  }),
  'GOALS.md': '# Goals\n\nAdds.\n\n## Gates\n\n| ID | Check | Weight |\n|-|-|-|\n| tests | `npm test` | 8 |\n',
  'README.md': '# Sums\n\nSee [the map](map.md).\n',
  'api.txt': 'old\n',
  'src/sum.js': sum,
  'test/sum.test.js': "import test from 'node:test';\nimport { sum } from '../src/sum.js';\ntest('x', () => sum(1));\n",
};

/** Finds that everything is done already, but has an idea for what is missing. */
const AGENT = JSON.stringify({
  ...{
    status: 'satisfied',
    reason: 'it is so already',
    plan: 'none',
    criteria: [],
    files: [],
    parts: [],
    blockers: [],
  },
  ...{ cited: [], premortem: { verdict: 'pass', risks: [] }, findings: [], summary: 'x', followUps: [], learnings: [] },
  features: [{ title: 'Read numbers from a file', severity: 'low', description: 'For many numbers.' }],
});

it('looks for work where nothing waits, one generator after the other, and writes it down once', () => {
  const folder = repository(FILES);
  const agent = temporary();
  write(agent, { 'agent.sh': `cat > /dev/null\ncat <<'E'\n${AGENT}\nE\n` });
  const run = ['goals', 'run', '--agent', `command:sh '${join(agent, 'agent.sh')}'`, '--compile'];
  const { code, stderr, stdout } = evolve(folder, [...run, '--max-cycles', '5']);
  expect([code, stderr + stdout]).toEqual([0, expect.stringContaining('looked for work in testing')]);
  const lines = readFileSync(join(folder, '.agents/rpi/next-work.jsonl'), 'utf8').trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line));
  expect(
    entries.map(({ produced_by, items }) => [
      produced_by.replace(/.*\//, ''),
      ...items.map(({ title, claim_status }: Record<string, string>) => `${title}: ${claim_status}`),
    ]),
  ).toEqual([
    ['testing', 'Cover src/sum.js by tests: consumed'],
    ['validation', 'Add a CI workflow that runs the checks: consumed'],
    ['bug-hunt', 'Make README.md true: consumed'],
    ['drift', 'Run npm run generate and keep what it makes: consumed'],
    ['feature', 'Read numbers from a file: consumed'],
  ]);
  const bench = JSON.parse(readFileSync(join(folder, '.agents/evolve/bench.json'), 'utf8'));
  expect(Object.values(bench.benchmarks)).toMatchObject([{ samples: [100, 100, 100], better: 'lower' }]);
  expect(readFileSync(join(folder, '.agents/mine/latest.json'), 'utf8')).toContain('"file": "src/sum.js"');
  expect(git(folder, 'status', '--porcelain')).toBe('?? .agents/\n');
});
