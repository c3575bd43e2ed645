import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { modelAt, served } from './model.ts';
import { json, repository, start } from './support.ts';

const SENTENCE = 'Adds up what it is given, and gives back the sum.';

it('a target without a comment is explained by the agent once, paid like every call, and every author reads it', async () => {
  const folder = repository({
    'sum.js': 'function sum(numbers) {\n  return numbers.reduce((a, b) => a + b, 0);\n}\nmodule.exports = { sum };\n',
    'bench.js': "console.log(require('./sum.js').sum([1, 2]));\n",
  });
  const read: string[] = [];
  const server = await served(({ prompt, system }) => {
    if (!`${system}\n${prompt}`.includes('## How to answer')) return { text: SENTENCE };
    read.push(prompt);
    return {
      text: `sum.js\n\n\`\`\`js\nfunction sum(numbers) {\n  return ${read.length} + 3;\n}\n\`\`\`\n\nTook ${read.length}`,
    };
  });
  const { ended } = start(folder, [
    ...['run', 'node bench.js', '--target', 'sum.js#sum', '--strategy', 'islands', '--no-judge', '-n', '2'],
    ...['--parallel', '1', '--agent', modelAt(server), '--yes', '--json'],
  ]);
  const status = json(await ended);
  expect(status).toMatchObject({ state: 'finished', cost: { calls: 3 } });
  expect(read).toHaveLength(2);
  for (const prompt of read) expect(prompt).toContain(SENTENCE);
  const [file = ''] = readdirSync(join(folder, '.evolve/r1/context')).filter((name) => name.endsWith('.md'));
  expect(readFileSync(join(folder, '.evolve/r1/context', file), 'utf8')).toContain(`## Goal\n\n${SENTENCE}`);
});
