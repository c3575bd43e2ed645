import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evolve, git, json, repository, temporary } from './support.ts';

const SEED = [
  "import { limit } from './limit.js';",
  '',
  'export function other( a )   { return  a }',
  '',
  'export class Box {',
  '      /** Adds. */',
  '      total( items, start = 0 ) {',
  '          let sum = start',
  '          for (const one of items) sum += other( one )',
  '          return sum',
  '      }',
  '}',
  '',
].join('\r\n');

const FILES = {
  'box.js': SEED,
  'limit.js': 'export const limit = 3;\nexport const most = 7;\n',
  'bench.mjs': "import { Box } from './box.js';\nconsole.log(new Box().total([1, 2]));\n",
  'package.json': '{ "type": "module" }\n',
};

/** Everything is laid out anew, and more is changed than may be. */
const REWRITTEN = `import { limit, most } from "./limit.js";
import { readFileSync } from "node:fs";

export function other(a) {
  return readFileSync("x") + a;
}

function twice(a) {
  return 2 * a;
}

export class Box {
  /** Adds up. */
  total(items, start = 0) {
    return items.reduce((sum, one) => sum + EXPRESSION, start);
  }
}
`;

const TOTAL = [
  '      total(items, start = 0) {',
  '        return items.reduce((sum, one) => sum + EXPRESSION, start);',
  '      }',
].join('\r\n');

/** What becomes of the file by each candidate. */
function agentOf(made: Readonly<Record<string, string>>): string {
  const folder = temporary();
  for (const [name, text] of Object.entries(made)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'agent.sh'), `cp "$(dirname "$0")/$EVOLVE_CANDIDATE" box.js\n`);
  return `command:sh '${folder}/agent.sh'`;
}

const run = (agent: string, k: number, ...flags: readonly string[]) => [
  ...['run', 'node bench.mjs', '--target', 'box.js#Box.total', '-k', String(k), '-g', '1', '--yes', '--json'],
  ...['--no-repair', '--agent', agent, ...flags],
];

const expected = (expression: string, imports: string, helper = ''): string =>
  SEED.replace("limit.js';", `limit.js';${imports}`)
    .replace('export class', `${helper}export class`)
    .replace(/ {6}total[\s\S]* {6}\}/, TOTAL.replace('EXPRESSION', expression));

it('only the target changes, whatever its author does; without its name or its signature it is invalid', () => {
  const folder = repository(FILES);
  const made = REWRITTEN.replace('EXPRESSION', 'one * most');
  const agent = agentOf({
    'gen1-1': made,
    'gen1-2': made.replace('total(items', 'sum(items'),
    'gen1-3': made.replace('start = 0', 'start = 1'),
    'gen1-4': made.replace('{\n    return items', '{\n    return ) items'),
  });
  const status = json(evolve(folder, run(agent, 4)));
  expect(status).toMatchObject({ best: { id: 'gen1-1', score: 21 }, candidates: { scored: 1, invalid: 3 } });
  const reasons = ['gen1-2', 'gen1-3', 'gen1-4'].map((id) => json(evolve(folder, ['show', id, '--json'])).evaluation);
  expect(reasons).toMatchObject([
    { reason: 'target the target Box.total is missing or renamed' },
    {
      reason:
        'target changed the signature: was `total(items, start = 0)`, is `total(items, start = 1)` (--allow-signature)',
    },
    { reason: expect.stringMatching(/^target line \d+: not valid JavaScript$/) },
  ]);
  const { candidate } = json(evolve(folder, ['show', 'gen1-1', '--json']));
  expect(candidate).toMatchObject({
    refused: expect.arrayContaining([
      { path: 'box.js', reason: 'a change of other' },
      { path: 'box.js', reason: 'a new function twice (--allow-helpers)' },
      { path: 'box.js', reason: 'the import of node:fs' },
    ]),
  });
  expect(evolve(folder, ['apply']).code).toBe(0);
  expect(readFileSync(join(folder, 'box.js'), 'utf8')).toBe(
    expected('one * most', '\r\nimport { most } from "./limit.js";'),
  );
  expect(git(folder, 'diff', '--stat', 'HEAD~1')).toContain('1 file changed');
});

it('helpers come along where they are allowed', () => {
  const folder = repository(FILES);
  const agent = agentOf({ 'gen1-1': REWRITTEN.replace('EXPRESSION', 'twice(one)') });
  const status = json(evolve(folder, run(agent, 1, '--allow-helpers')));
  expect(status).toMatchObject({ best: { id: 'gen1-1', score: 6 } });
  expect(evolve(folder, ['apply']).code).toBe(0);
  expect(readFileSync(join(folder, 'box.js'), 'utf8')).toBe(
    expected('twice(one)', '', 'function twice(a) {\r\n  return 2 * a;\r\n}\r\n\r\n'),
  );
});

it('without a model only numbers and syntax of the target are searched', () => {
  const numbers =
    'export const most = 100;\nexport function total(a = 5) {\n  return a * 3 + 4;\n}\nconst after = 9;\n';
  const folder = repository({
    'box.mjs': numbers,
    'bench.mjs': "import { total } from './box.mjs';\nconsole.log(total());\n",
  });
  const flags = ['run', 'node bench.mjs', '--target', 'box.mjs#total', '-k', '4', '-g', '1', '--yes', '--json'];
  json(evolve(folder, [...flags, '--operator', 'tune']));
  json(evolve(folder, [...flags, '--operator', 'syntax']));
  for (const run of ['r1', 'r2']) {
    for (const nth of [1, 2, 3, 4]) {
      const diff = evolve(folder, ['diff', `gen1-${nth}`, '--run', run]).stdout;
      const lines = diff.split('\n').filter((line) => /^-(?!--)/.test(line));
      expect(lines.join('')).toBe('-  return a * 3 + 4;');
    }
  }
});
