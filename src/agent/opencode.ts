import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_USAGE, sumUsage, type Usage } from '../domain/agent.ts';
import { UserError } from '../lib/user-error.ts';
import { type Cli, type CliCall, cliDriver, type Fault, type Said } from './cli.ts';
import { amountIn, type Fields, fieldsIn, isFields, textIn } from './cli-event.ts';
import type { Env } from './cli-site.ts';
import type { Driver } from './driver.ts';
import { obeyedIn } from './obeyed.ts';

/** opencode. Reports tokens and dollars of each step. A session can't go on in another folder: it would wait for ever. */
const cli: Cli = {
  name: 'opencode',
  install: 'npm install -g opencode-ai',
  login: 'opencode auth login',
  keys: ['OPENCODE_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
  loggedIn: (env) =>
    /"type"|"key"/.test(textOf(join(dataOf(env), 'auth.json'))) ||
    [env.OPENCODE_CONFIG_CONTENT ?? '', ...configsOf(env).map(textOf)].some((text) => /"provider"/.test(text)),
  // Any provider may be in its configuration, and its key in any variable that looks like one.
  variables: ['OPENCODE_', 'AWS_', 'GOOGLE_', 'AZURE_', 'CLOUDFLARE_', '[A-Z0-9_]*_(API_KEY|AUTH_TOKEN|BASE_URL)$'],
  settings: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
  config: (env) => ({
    folders: [dataOf(env), configOf(env), folderOf(env, 'STATE', '.local/state'), folderOf(env, 'CACHE', '.cache')],
    kept: obeyedIn(configOf(env), 'opencode'),
  }),
  apart: (folder) => ({
    ...Object.fromEntries(['CONFIG', 'DATA', 'STATE', 'CACHE'].map((kind) => [`XDG_${kind}_HOME`, join(folder, kind)])),
    // They name further files and folders of the user's.
    ...{ OPENCODE_CONFIG: '', OPENCODE_CONFIG_DIR: '' },
  }),
  env: (call) => ({ OPENCODE_CONFIG_CONTENT: JSON.stringify(configFor(call)) }),
  args: ({ model, shut, isolate, cwd }) => [
    // Without a title it asks a model for one.
    ...['run', '--format', 'json', '--title', 'galapagos', '--dir', cwd],
    ...(model === undefined ? [] : ['--model', model]),
    ...(shut ? ['--auto'] : []),
    ...(isolate ? ['--pure'] : []),
  ],
  hear,
  // When it is new or has been updated, those that start at the same time get into each other's way.
  passing: /Failed query|database is locked|SQLITE_BUSY/,
  forks: false,
  record: (_, env) => [join(dataOf(env), 'opencode.db')].find((file) => existsSync(file)),
};

const driver = cliDriver(cli, 'PROVIDER/MODEL');

export const opencode: Driver = {
  ...driver,
  open(model, options) {
    settingsIn(process.env);
    return driver.open(model, options);
  },
};

const folderOf = (env: Env, kind: string, usual: string): string =>
  join(env[`XDG_${kind}_HOME`] ?? join(env.HOME ?? '', usual), 'opencode');
const dataOf = (env: Env): string => folderOf(env, 'DATA', '.local/share');
const configOf = (env: Env): string => folderOf(env, 'CONFIG', '.config');
const configsOf = (env: Env): readonly string[] =>
  ['opencode.json', 'opencode.jsonc', 'config.json'].map((name) => join(configOf(env), name));

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** What the user has in the variable that we need, too. */
function settingsIn({ OPENCODE_CONFIG_CONTENT: content = '' }: Env): Fields {
  if (content.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(content);
    if (isFields(value)) return value;
  } catch {}
  throw new UserError('OPENCODE_CONFIG_CONTENT is no JSON object. Write it without comments, or unset it.');
}

/** The user's own, but for what we must know: nothing is asked, shared or kept of the files. */
function configFor({ env, shut, task: { access } }: CliCall): Fields {
  const looking = access === 'read' ? { edit: 'deny' } : {};
  const shell = { bash: 'deny', webfetch: 'deny', websearch: 'deny', external_directory: 'deny' };
  const permission = shut ? { '*': 'allow', ...looking } : { edit: 'allow', ...shell, ...looking };
  return { ...settingsIn(env), share: 'disabled', snapshot: false, autoupdate: false, permission };
}

function hear(said: Said, event: Fields): Said {
  const session = textIn(event, 'sessionID');
  const known = session === undefined ? said : { ...said, session };
  const part = fieldsIn(event, 'part');
  switch (textIn(event, 'type')) {
    case 'text': {
      const text = textIn(part, 'text') ?? '';
      return text === '' ? known : { ...known, text };
    }
    case 'step_start': {
      const { ended: _, ...open } = known;
      return open;
    }
    case 'step_finish':
      return finished(known, part);
    case 'error':
      return { ...known, error: faultIn(fieldsIn(event, 'error')) };
    default:
      return known;
  }
}

function finished(said: Said, part: Fields): Said {
  const reason = textIn(part, 'reason');
  const usage = sumUsage(said.usage ?? NO_USAGE, usageIn(fieldsIn(part, 'tokens')));
  // What has no price in its list costs 0 by its account.
  const usd = (said.usd ?? 0) + (amountIn(part, 'cost') ?? 0);
  const now = { ...said, usage, ...(usd > 0 ? { usd } : {}) };
  if (reason === 'length')
    return { ...now, truncated: true, error: { message: 'the answer came to its longest length' } };
  if (reason === 'content-filter') return { ...now, error: { message: 'content filter', refused: true } };
  return reason === 'tool-calls' ? now : { ...now, ended: true };
}

/** The input is without what was read from or written to a cache, the output without thoughts. */
function usageIn(tokens: Fields): Usage {
  const amount = (name: string) => amountIn(tokens, name) ?? 0;
  const cache = fieldsIn(tokens, 'cache');
  const [cached, kept] = [amountIn(cache, 'read') ?? 0, amountIn(cache, 'write') ?? 0];
  return { input: amount('input') + cached + kept, cached, kept, output: amount('output') + amount('reasoning') };
}

function faultIn(error: Fields): Fault {
  const name = textIn(error, 'name') ?? 'error';
  const data = fieldsIn(error, 'data');
  const message = textIn(data, 'message') ?? textIn(error, 'message') ?? name;
  if (name === 'ContentFilterError') return { message, refused: true };
  if (name === 'ProviderAuthError') return { message, status: 401 };
  const spent = /insufficient_quota/.test(textIn(data, 'responseBody') ?? '');
  const after = spent ? undefined : textIn(fieldsIn(data, 'responseHeaders'), 'retry-after');
  const remote = name === 'APIError' || /^(JSON parsing failed|AI_)/.test(message);
  return {
    message: after === undefined ? message : `${message} (retry-after: ${after})`,
    status: amountIn(data, 'statusCode'),
    ...(remote ? { remote } : {}),
  };
}
