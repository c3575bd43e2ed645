// A scripted agent that speaks the Agent Client Protocol:  node acp-agent.mjs '{"shell": "echo hi"}'
//   greeting   lines printed before anything else      silent     never answers
//   session    more of the answer to session/new       errors     errors by method
//   updates    what session/update tells               permit     tool calls it asks permission for, one by one
//   shell      a script it runs on a prompt; what it prints is said
//   answer     of the prompt                           crash      ends with this code after the answer, or in its place
//   stays      does not end with its input
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const script = JSON.parse(process.argv[2] ?? '{}');
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tell = (update) => send({ method: 'session/update', params: { sessionId: 's1', update } });
const say = (text) => tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

const OPTIONS = ['allow_always', 'allow_once', 'reject_once'].map((kind) => ({ optionId: kind, name: kind, kind }));
const waiting = new Map();
let asked = 0;
let folder = '';
let mode = '';

function permission(toolCall) {
  asked += 1;
  send({
    id: `p${asked}`,
    method: 'session/request_permission',
    params: { sessionId: 's1', toolCall, options: OPTIONS },
  });
  return new Promise((resolve) => waiting.set(`p${asked}`, resolve));
}

function run(shell) {
  const { EVOLVE_PROMPT_FILE, EVOLVE_WORKTREE } = process.env;
  const args = ['-c', shell, 'sh', EVOLVE_PROMPT_FILE, EVOLVE_WORKTREE];
  const child = spawn('sh', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8').on('data', say);
  return new Promise((resolve) => child.on('close', resolve));
}

const METHODS = {
  initialize: ({ clientCapabilities, protocolVersion }) => ({ protocolVersion, _meta: { clientCapabilities } }),
  'session/new': ({ cwd }) => {
    folder = cwd;
    return { sessionId: 's1', ...script.session };
  },
  'session/set_mode': ({ modeId }) => {
    mode = `mode ${modeId}\n`;
    say('[MODE_UPDATE]');
    return {};
  },
  'session/set_config_option': ({ configId, value }) => {
    mode = `${configId} ${value}\n`;
    return { configOptions: [] };
  },
  async 'session/prompt'() {
    say(mode);
    for (const update of script.updates ?? []) tell(update);
    for (const call of script.permit ?? []) {
      const { outcome } = await permission(call);
      say(`${call.toolCallId} ${outcome.optionId ?? outcome.outcome}\n`);
    }
    if (script.shell !== undefined) await run(script.shell);
    if (script.crash !== undefined && script.answer === undefined) process.exit(script.crash);
    return { stopReason: 'end_turn', ...script.answer };
  },
};

for (const line of script.greeting ?? []) process.stdout.write(`${line}\n`);
const lines = createInterface({ input: process.stdin });
lines.on('line', async (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (script.silent) return;
  if (method === undefined) return waiting.get(id)?.(result);
  const error =
    script.errors?.[method] ?? (METHODS[method] === undefined ? { code: -32601, message: method } : undefined);
  if (error !== undefined) return send({ id, error });
  send({ id, result: await METHODS[method](params) });
  if (method === 'session/prompt' && script.crash !== undefined) process.exit(script.crash);
});
if (script.stays) setInterval(() => undefined, 1000);
