import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/journal/journal.ts';
import type { ModelCall, Reply } from '../fake/model/server.mjs';
import { modelAt, served } from './model.ts';
import { essence, evolve, fingerprint, git, json, repository, start, until } from './support.ts';

const FILE = 'src/pipeline.js';

/** Two functions, with spacing that no formatter would leave. */
const pipelineOf = (target: string, imports = ''): string =>
  `'use strict';\nconst { total } = require( "./total.js" );\n${imports}\n\n/** Four times the sum of what items are rated. */\n${target}\n\nfunction other( a ){return a+1}   \n\nmodule.exports = { processItems, other };\n`;

/** So many calls of \`rate\` for each item, all to the same result. */
const functionOf = (take: number, calls: number, signature = 'items, rate'): string =>
  `function processItems(${signature}) {\n  // take ${take}\n  return total(items.map((item) => ${Array(calls).fill('rate(item)').join(' + ')})) * ${4 / calls};\n}`;

const SEED = pipelineOf(functionOf(0, 4));

const FILES = {
  [FILE]: SEED,
  'src/total.js': 'exports.total = (numbers) => numbers.reduce((sum, one) => sum + one, 0);\n',
  'test.js': `const { processItems, other } = require('./src/pipeline.js');
if (processItems([1, 2, 3], (item) => 10 * item) !== 240 || other(1) !== 2) throw new Error('wrong result');
`,
  'bench.js': `const { processItems } = require('./src/pipeline.js');
let calls = 0;
processItems([1, 2, 3, 4], () => ++calls);
console.log(4 / calls);
`,
};

const answer = (text: string, words: string): Reply => ({ text: `${FILE}\n\n\`\`\`js\n${text}\`\`\`\n\n${words}` });

/** What the author says in each iteration; the judge's score of what comes of it. */
const TAKES: readonly { readonly says: readonly Reply[]; readonly judged?: number }[] = [
  { says: [answer(pipelineOf(functionOf(1, 4)), 'Renamed nothing')], judged: 5 },
  { says: [answer(pipelineOf(functionOf(2, 2)), 'Halved the calls')], judged: 6 },
  { says: [answer(pipelineOf(functionOf(3, 1).replace('* 4', '* 3')), 'Dropped the calls')] },
  { says: [answer(pipelineOf(functionOf(4, 1, 'items, rate, cache')), 'Added a cache')] },
  {
    says: [answer(pipelineOf(functionOf(5, 2)).replace('return a+1', 'return a+2'), 'Halved the calls and more')],
    judged: 8,
  },
  {
    says: [{ text: 'I would rather not.', stop: 'refusal' }, answer(pipelineOf(functionOf(6, 2)), 'Tried')],
    judged: 6,
  },
  {
    says: [
      answer(
        pipelineOf(
          functionOf(7, 1).replace('  return', '  os.platform();\n  return'),
          "const os = require('node:os');\n",
        ),
        'One call per item',
      ),
    ],
    judged: 9,
  },
  { says: [answer(pipelineOf('function processItems(items, rate) {'), 'Left it open')] },
  { says: [{ text: 'There is nothing to do.' }, { text: 'There is nothing to do.' }] },
  { says: [answer(pipelineOf(functionOf(10, 4)), 'Back again')], judged: 3 },
];

/** A model that writes and judges; \`reached\` is called when an iteration is first asked for. */
function model(reached: (iteration: number) => Reply | undefined) {
  const replies = TAKES.flatMap(({ says }, index) => says.map((reply) => ({ reply, iteration: index + 1 })));
  return ({ system, prompt }: ModelCall): Reply => {
    if (system.startsWith('You judge how efficient')) {
      const take = Number(/take (\d+)/.exec(prompt)?.[1]);
      return { text: `{"efficiency-score": ${take === 0 ? 5 : TAKES[take - 1]?.judged}}` };
    }
    const [next] = replies;
    const instead = next === undefined ? undefined : reached(next.iteration);
    if (instead !== undefined) return instead;
    return replies.shift()?.reply ?? { text: '' };
  };
}

const LINES = [
  'Iteration 1/10 | efficiency-score: 0.5 | benchmark-score: 0.25 | best: 0.375',
  '  Δ Renamed nothing',
  'Iteration 2/10 | efficiency-score: 0.6 | benchmark-score: 0.5 | best: 0.55',
  '  Δ Halved the calls',
  expect.stringMatching(/^Iteration 3\/10 \| discarded: gate test exited with code 1 .*wrong result.* \| best: 0.55$/),
  expect.stringMatching(/^Iteration 4\/10 \| discarded: target .* \| best: 0.55$/),
  'Iteration 5/10 | efficiency-score: 0.8 | benchmark-score: 0.5 | best: 0.65',
  '  Δ Halved the calls and more',
  'Iteration 6/10 | efficiency-score: 0.6 | benchmark-score: 0.5 | best: 0.65',
  '  Δ Tried',
  'Iteration 7/10 | efficiency-score: 0.9 | benchmark-score: 1 | best: 0.95',
  '  Δ One call per item',
  expect.stringMatching(/^Iteration 8\/10 \| discarded: target .* \| best: 0.95$/),
  expect.stringMatching(/^Iteration 9\/10 \| discarded: .* \| best: 0.95$/),
  'Iteration 10/10 | efficiency-score: 0.3 | benchmark-score: 0.25 | best: 0.95',
  '  Δ Back again',
];

const told = (stdout: string): readonly string[] =>
  stdout.split('\n').filter((line) => line.startsWith('Iteration ') || line.startsWith('  Δ '));

describe('one function over islands, from the first question to the last', () => {
  it('ten iterations, killed in the fifth, resumed, finished, reported and applied', async () => {
    const folder = repository(FILES);
    git(folder, 'config', 'user.name', 'Ada');
    git(folder, 'config', 'user.email', 'ada@localhost');
    const before = fingerprint(folder);
    let stalled = 0;
    const server = await served(
      model((iteration) => {
        if (iteration !== 5 || stalled > 0) return undefined;
        stalled++;
        return { stall: 'before' };
      }),
    );
    const args = ['run', 'node bench.js', '--strategy', 'islands', '--target', `${FILE}#processItems`, '-n', '10'];
    const flags = [...args, '--test', 'node test.js', '--agent', modelAt(server), '--parallel', '1'];

    const unknown = evolve(
      folder,
      flags.map((flag) => flag.replace('#processItems', '#procesItems')),
    );
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('processItems') });

    const first = start(folder, flags);
    let shown = '';
    first.child.stdout.on('data', (text: string) => {
      shown += text;
    });
    await until(() => stalled > 0 && shown.includes('Iteration 4/10'));
    first.child.kill('SIGKILL');
    const killed = await first.ended;
    expect(killed).toMatchObject({ signal: 'SIGKILL' });
    expect(told(killed.stdout)).toEqual(LINES.slice(0, 6));
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({ state: 'interrupted', proposals: { made: 5 } });

    const { code, stdout, stderr } = await start(folder, [...flags, '--resume']).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(told(stdout)).toEqual(LINES.slice(6));
    expect(essence(folder).counts).toMatchObject({
      proposed: 10,
      candidates: 9,
      scored: 6,
      invalid: 3,
      unchanged: 1,
      failed: 0,
      open: 0,
    });
    const better = functionOf(7, 1).replace('  return', '  os.platform();\n  return');
    for (const part of [
      'Evolution complete.\nBaseline: {"efficiency-score":0.5,"benchmark-score":0.25}\n',
      '\nBest:     {"efficiency-score":0.9,"benchmark-score":1} (iteration 7)\nImprovement: +153 %\n',
      '\nStrategy that worked best: One call per item\n',
      `\nBest implementation\n${better}\n`,
      '\nIts files:    .evolve/r1/best\n',
      'evolve answer end10 apply',
    ])
      expect(stdout).toContain(part);

    const best = join(folder, '.evolve/r1/best');
    expect(readdirSync(best).sort()).toEqual(['best.patch', 'files', 'target']);
    expect(readFileSync(join(best, 'target/processItems.js'), 'utf8')).toBe(`${better}\n`);
    const wanted = pipelineOf(better, "const os = require('node:os');\n");
    expect(readFileSync(join(best, 'files', FILE), 'utf8')).toBe(wanted);
    expect(json(evolve(folder, ['report', '--json'])).islands).toMatchObject({
      baseline: { 'efficiency-score': 0.5, 'benchmark-score': 0.25 },
      iteration: 7,
      strategy: 'One call per item',
      code: better,
    });
    const store = openStore(join(folder, '.evolve'));
    const outcomes = ['c6/author', 'c6/author/retry'].map((key) => store.journal('r1').view().call(key)?.outcome);
    store.close();
    expect(outcomes).toEqual(['failed', 'answered']);
    // What it changed beside the target was left out.
    expect(json(evolve(folder, ['show', 'c5', '--json'])).candidate.refused).toHaveLength(1);
    expect(fingerprint(folder)).toEqual(before);

    json(evolve(folder, ['answer', 'end10', 'apply', '--json']));
    expect(readFileSync(join(folder, FILE), 'utf8')).toBe(wanted);
    expect(git(folder, 'diff', '--name-only', 'HEAD^1', 'HEAD')).toBe(`${FILE}\n`);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(evolve(folder, ['replay']).stdout).toMatch(/^same/);
  });
});
