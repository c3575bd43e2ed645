import type { AnyMessage, ClientContext, Stream } from '@agentclientprotocol/sdk';
import type { Capture, Served } from '../workspace/workspace.ts';
import { modesFor } from './acp-mode.ts';
import { allowed, answerOf, type Trust } from './acp-permission.ts';
import type { Hearsay } from './acp-told.ts';
import { type Fields, fieldsIn, isFields, textIn } from './cli-event.ts';

/** How far a turn has come. */
export type Step = 'initialize' | 'session/new' | 'session/prompt';

/** How a turn came out: with a reason to stop, or with an error of the agent's own. */
export type Turn =
  | { readonly kind: 'stopped'; readonly why: string; readonly answer: Fields }
  /** Without a code: the connection was lost. */
  | { readonly kind: 'error'; readonly step: Step; readonly code?: number; readonly message: string };

export interface Turning {
  readonly served: Served;
  readonly log: Capture;
  readonly heard: Hearsay;
  readonly trust: Trust;
  readonly prompt: string;
  /** Hears of each step before it is taken. */
  readonly at: (step: Step) => void;
}

/**
 * One prompt in a new session. It has no limit of its own: whoever ends the agent ends it.
 * The agent is offered neither files nor terminals of ours: it has its own, and ours are outside of its sandbox.
 */
export async function turn({ served, log, heard, trust, prompt, at }: Turning): Promise<Turn> {
  const { client, methods, PROTOCOL_VERSION, RequestError } = await import('@agentclientprotocol/sdk');
  const connection = client({ name: 'galapagos' })
    .onRequest(methods.client.session.requestPermission, ({ params: { toolCall, options } }) =>
      answerOf(options, allowed(heard.tool({ ...toolCall }), trust)),
    )
    .connect(wire(served, log, heard));
  let step: Step = 'initialize';
  const ask = async (next: Step, params: object): Promise<Fields> => {
    step = next;
    at(next);
    const answer = await connection.agent.request<unknown>(`${next}`, params);
    return isFields(answer) ? answer : {};
  };
  try {
    const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
    const clientInfo = { name: 'galapagos', version: '0' };
    await ask('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities, clientInfo });
    const session = await ask('session/new', { cwd: trust.cwd, mcpServers: [] });
    const sessionId = textIn(session, 'sessionId') ?? '';
    await choose(connection.agent, sessionId, session, trust);
    heard.begin();
    const answer = await ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: prompt }] });
    return { kind: 'stopped', why: textIn(answer, 'stopReason') ?? '', answer };
  } catch (error) {
    const code = error instanceof RequestError ? { code: error.code } : {};
    return { kind: 'error', step, ...code, message: messageOf(error) };
  } finally {
    connection.close();
  }
}

/** The first mode that the agent takes; where it takes none it stays as it is. */
async function choose(
  agent: ClientContext,
  sessionId: string,
  session: Fields,
  { access, shut }: Trust,
): Promise<void> {
  for (const { id, option } of modesFor(session, access, shut)) {
    const asked =
      option === undefined
        ? agent.request('session/set_mode', { sessionId, modeId: id })
        : agent.request('session/set_config_option', { sessionId, configId: option, value: id });
    const taken = await asked.then(
      () => true,
      () => false,
    );
    if (taken) return;
  }
}

/** Lines as messages. What is none, like a greeting, is in the log alone. */
function wire(served: Served, log: Capture, heard: Hearsay): Stream {
  const asked = new Set<unknown>();
  let open = true;
  const readable = new ReadableStream<AnyMessage>({
    start(controller) {
      const line = (text: string): void => {
        const message = parsed(text);
        if (message === undefined) return;
        // In order with the answers, and whatever kinds of updates there will be.
        if (message.method === 'session/update') heard.update(fieldsIn(message, 'params'));
        else if (open && isMessage(message, asked)) controller.enqueue(message);
      };
      served.hear({ log, line });
      served.ended.then(() => {
        if (open) controller.close();
        open = false;
      });
    },
    cancel() {
      open = false;
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      if ('id' in message) asked.add(message.id);
      served.write(JSON.stringify(message));
    },
  });
  return { readable, writable };
}

function parsed(line: string): Fields | undefined {
  if (!line.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: Fields, asked: ReadonlySet<unknown>): value is Fields & AnyMessage {
  if (value.jsonrpc !== '2.0') return false;
  return typeof value.method === 'string' || (asked.has(value.id) && ('result' in value || isFields(value.error)));
}

/** Many say only "Internal error", and what it was in the data. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const data = 'data' in error ? error.data : undefined;
  const more = isFields(data) ? (textIn(data, 'details') ?? textIn(data, 'message') ?? JSON.stringify(data)) : data;
  return typeof more === 'string' && more !== '' ? `${error.message}: ${more}` : error.message;
}
