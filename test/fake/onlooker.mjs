#!/usr/bin/env node
// An agent that looks around instead of working: it tries what is listed in the file `look.json` beside it, writes what it found
// into its notes, changes the code and says that it is done, as claude and codex say it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { read, write, fetched, hidden } = JSON.parse(readFileSync(join(import.meta.dirname, 'look.json'), 'utf8'));
const tried = (work) => {
  try {
    return work();
  } catch (error) {
    return `no: ${error.code ?? error.message}`;
  }
};
const git = (...args) => tried(() => execFileSync('git', args, { encoding: 'utf8' }).trim());
const lines = (path) => tried(() => readFileSync(path, 'utf8').trim());
const all = (names, look) => Object.fromEntries(names.map((name) => [name, look(name)]));

writeFileSync('numbers.js', 'module.exports = [3.0, 30, 0.3];\n');
const seen = {
  args: process.argv.slice(2),
  env: process.env,
  read: all(read, (path) => (tried(() => readdirSync(path).sort().join(' ')) + lines(path)).replaceAll('no: ', '')),
  write: all(write, (path) => tried(() => writeFileSync(path, 'by the agent\n') ?? 'written')),
  commands: readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [lines(`/proc/${name}/cmdline`)] : [])),
  diff: git('diff', '--stat'),
  log: git('log', '--format=%s'),
  objects: git('cat-file', '--batch-all-objects', '--batch').includes(hidden),
  fetched: await fetch(fetched).then(
    (response) => response.status,
    (error) => `no: ${error.message}`,
  ),
  prompt: existsSync(process.env.EVOLVE_PROMPT_FILE),
};
writeFileSync(
  write.find((path) => path.endsWith('session.txt')),
  JSON.stringify(seen),
);
const usage = { input_tokens: 10, output_tokens: 1 };
for (const event of [
  { type: 'result', subtype: 'success', is_error: false, result: 'Looked around', total_cost_usd: 0.01, usage },
  { type: 'item.completed', item: { type: 'agent_message', text: 'Looked around' } },
  { type: 'turn.completed', usage },
])
  console.log(JSON.stringify(event));
