// An agent of the simplest kind:  node tool-agent.mjs URL PROMPT_FILE
// It asks the model behind the url, runs what it is told to run in a shell, says what it has used after each call, and ends when
// the model calls no tool any more. Its candidate's name stands before the prompt.
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const [url, promptFile] = process.argv.slice(2);
const { EVOLVE_CANDIDATE, EVOLVE_USAGE_FILE } = process.env;
const parameters = { type: 'object', properties: { command: { type: 'string' } } };
const tools = [{ type: 'function', function: { name: 'bash', parameters } }];
const messages = [{ role: 'user', content: `${EVOLVE_CANDIDATE}\n${readFileSync(promptFile, 'utf8')}` }];
const used = { model: 'mock-1', input: 0, output: 0 };

for (;;) {
  const body = JSON.stringify({ model: 'mock-1', messages, tools });
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
  // Busy: tried again later.
  if (!response.ok) process.exit(response.status === 429 || response.status >= 500 ? 75 : 1);
  const { choices, usage } = await response.json();
  used.input += usage.prompt_tokens;
  used.output += usage.completion_tokens;
  // Whole, whenever it is ended.
  writeFileSync(`${EVOLVE_USAGE_FILE}.new`, JSON.stringify(used));
  renameSync(`${EVOLVE_USAGE_FILE}.new`, EVOLVE_USAGE_FILE);
  const { message } = choices[0];
  messages.push(message);
  for (const { id, function: tool } of message.tool_calls ?? []) {
    const { command } = JSON.parse(tool.arguments);
    const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    messages.push({ role: 'tool', tool_call_id: id, content: stdout });
  }
  if (message.tool_calls === undefined) {
    console.log(message.content);
    break;
  }
}
