import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_USAGE, sumUsage, type Usage } from '../domain/agent.ts';
import { type Cli, type CliCall, cliDriver, type Fault, type Said } from './cli.ts';
import { amountIn, type Fields, fieldsIn, listIn, textIn } from './cli-event.ts';
import type { Env } from './cli-site.ts';
import { obeyedIn } from './obeyed.ts';

/** pi. Reports tokens and dollars of each message. It asks nobody anything: what it may not do, it has no tool for. */
const cli: Cli = {
  name: 'pi',
  install: 'npm install -g @earendil-works/pi-coding-agent',
  login: 'pi, then /login',
  keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
  loggedIn: (env) =>
    /"type"/.test(textOf(join(folderOf(env), 'auth.json'))) ||
    /"providers"/.test(textOf(join(folderOf(env), 'models.json'))),
  // Its list of models names variables of any provider.
  variables: ['PI_', 'AWS_', 'GOOGLE_', 'AZURE_', 'CLOUDFLARE_', '[A-Z0-9_]*_(API_KEY|AUTH_TOKEN|OAUTH_TOKEN)$'],
  settings: { PI_OFFLINE: '1', PI_TELEMETRY: '0' },
  config: (env) => {
    const folder = folderOf(env);
    return { folders: [folder], kept: obeyedIn(folder, 'pi') };
  },
  apart: (folder) => ({ PI_CODING_AGENT_DIR: folder }),
  args,
  hear,
  // Each piece of an answer repeats all of it so far.
  noise: ['{"type":"message_update"', '{"type":"tool_execution_update"'],
  record,
};

export const pi = cliDriver(cli, 'PROVIDER/MODEL');

const folderOf = ({ PI_CODING_AGENT_DIR, HOME = '' }: Env): string => PI_CODING_AGENT_DIR ?? join(HOME, '.pi/agent');

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const LOOKING = ['read', 'grep', 'find', 'ls'];

function args({ task: { access, session }, model, shut, isolate }: CliCall): readonly string[] {
  const [, provider, name] = /^([^/]+)\/(.+)$/.exec(model ?? '') ?? [];
  const tools = [...LOOKING, ...(access === 'edit' ? ['edit', 'write'] : []), ...(shut ? ['bash'] : [])];
  return [
    ...['-p', '--mode', 'json'],
    ...(model === undefined ? [] : ['--model', name ?? model]),
    ...(provider === undefined ? [] : ['--provider', provider]),
    // In a sandbox it also has whatever tools the user has added.
    ...(shut && access === 'edit' ? [] : ['--tools', tools.join(',')]),
    ...(session === undefined ? [] : ['--fork', session]),
    ...(isolate ? ['--no-session', '--no-extensions', '--no-skills'] : []),
  ];
}

/** Files are named by time and session, in a folder by the path. */
function record(session: string, env: Env): string | undefined {
  const folder = env.PI_CODING_AGENT_SESSION_DIR ?? join(folderOf(env), 'sessions');
  try {
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith(`_${session}.jsonl`),
    );
    return found === undefined ? undefined : join(folder, found);
  } catch {
    return undefined;
  }
}

function hear(said: Said, event: Fields): Said {
  switch (textIn(event, 'type')) {
    case 'session': {
      const session = textIn(event, 'id');
      return session === undefined ? said : { ...said, session };
    }
    case 'message_end': {
      const message = fieldsIn(event, 'message');
      return textIn(message, 'role') === 'assistant' ? answered(said, message) : said;
    }
    case 'agent_end':
      return said.error === undefined ? { ...said, ended: true } : said;
    default:
      return said;
  }
}

/** It tries again by itself: a later message makes up for an error. */
function answered({ error: _, ended: __, truncated: ___, ...said }: Said, message: Fields): Said {
  const text = listIn(message, 'content')
    .filter((part) => textIn(part, 'type') === 'text')
    .map((part) => textIn(part, 'text') ?? '')
    .join('');
  const tokens = fieldsIn(message, 'usage');
  // What has no price in its list costs 0 by its account.
  const usd = (said.usd ?? 0) + (amountIn(fieldsIn(tokens, 'cost'), 'total') ?? 0);
  const model = textIn(message, 'model');
  const fault = faultIn(message);
  return {
    ...said,
    ...(text === '' ? {} : { text }),
    usage: sumUsage(said.usage ?? NO_USAGE, usageIn(tokens)),
    ...(usd > 0 ? { usd } : {}),
    ...(model === undefined ? {} : { model }),
    ...(fault === undefined ? {} : { error: fault }),
    ...(message.stopReason === 'length' ? { truncated: true } : {}),
  };
}

/** The input is without what was read from or written to a cache. */
function usageIn(tokens: Fields): Usage {
  const amount = (name: string) => amountIn(tokens, name) ?? 0;
  const [cached, kept] = [amount('cacheRead'), amount('cacheWrite')];
  return { input: amount('input') + cached + kept, cached, kept, output: amount('output') };
}

function faultIn(message: Fields): Fault | undefined {
  const reason = textIn(message, 'stopReason');
  if (reason === 'length') return { message: 'the answer came to its longest length' };
  if (reason !== 'error' && reason !== 'aborted') return undefined;
  const said = textIn(message, 'errorMessage') ?? reason;
  if (/content_filter|refusal|safety/i.test(said)) return { message: said, refused: true };
  const status = /^([45]\d\d)\b/.exec(said)?.[1];
  return { message: said, status: status === undefined ? undefined : Number(status), remote: true };
}
