import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_USAGE, sumUsage, tokensOf, type Usage } from '../domain/agent.ts';
import { type Cli, type CliCall, cliDriver, type Fault, type Said } from './cli.ts';
import { amountIn, type Fields, fieldsIn, isFields, textIn } from './cli-event.ts';
import type { Env } from './cli-site.ts';
import { tokensIn } from './estimate.ts';
import { obeyedIn } from './obeyed.ts';

/** Claude Code. Reports tokens and dollars, and can be told what it may spend. */
const cli: Cli = {
  name: 'claude',
  install: 'npm install -g @anthropic-ai/claude-code',
  login: 'claude, then /login',
  keys: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CODE_USE_BEDROCK',
    'CLAUDE_CODE_USE_VERTEX',
  ],
  loggedIn: (env) => existsSync(join(folderOf(env), '.credentials.json')) || hasAccount(env),
  variables: [
    'ANTHROPIC_',
    'CLAUDE_',
    'AWS_',
    'GOOGLE_',
    'CLOUD_ML_',
    'VERTEX_',
    'DISABLE_',
    'MAX_THINKING',
    'API_',
    'BASH_',
  ],
  settings: {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // By itself it tries ten times, a wrong key as well: that is for us to decide.
    CLAUDE_CODE_MAX_RETRIES: '1',
  },
  config: (env) => {
    const folder = folderOf(env);
    return {
      folders: [folder],
      files: env.CLAUDE_CONFIG_DIR === undefined ? [join(env.HOME ?? '', '.claude.json')] : [],
      kept: obeyedIn(folder, 'claude'),
    };
  },
  apart: (folder) => ({ CLAUDE_CONFIG_DIR: folder }),
  // Root may not skip questions unless it says that this is a sandbox.
  env: ({ shut }) => (shut ? { IS_SANDBOX: '1' } : {}),
  searches: true,
  args,
  hear,
  // Its dollars are those of the whole conversation, its tokens those of the turn.
  without: ({ usd: _, ...said }) => said,
  record: (session, env, cwd) => join(folderOf(env), 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'), `${session}.jsonl`),
};

export const claude = cliDriver(cli);

const folderOf = ({ CLAUDE_CONFIG_DIR, HOME = '' }: Env): string => CLAUDE_CONFIG_DIR ?? join(HOME, '.claude');

/** Where the key itself is in a keychain, or is fetched by a program, the configuration says so. */
function hasAccount(env: Env): boolean {
  const files = [join(env.CLAUDE_CONFIG_DIR ?? env.HOME ?? '', '.claude.json'), join(folderOf(env), 'settings.json')];
  return files.some((file) => /"(oauthAccount|primaryApiKey|apiKeyHelper)"/.test(textOf(file)));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const EDITING = 'Edit,Write,NotebookEdit,Bash';
/** Outside a sandbox it would ask before it uses them. */
const SEARCHING = 'WebSearch,WebFetch';

function args({ task, model, shut, isolate, cwd, root }: CliCall): readonly string[] {
  const { access, session, mostUsd, schema, search } = task;
  return [
    ...['-p', '--output-format', 'stream-json', '--verbose'],
    ...(model === undefined ? [] : ['--model', model]),
    ...(shut
      ? ['--dangerously-skip-permissions']
      : ['--permission-mode', access === 'edit' ? 'acceptEdits' : 'default']),
    ...(access === 'read' ? ['--disallowedTools', EDITING] : []),
    ...(search === true && !shut ? ['--allowedTools', SEARCHING] : []),
    ...(cwd === root ? [] : ['--add-dir', root]),
    // Hooks, plugins and memory of the project stay; without a configuration there are none, and it starts faster.
    ...(isolate ? ['--bare', '--no-session-persistence'] : []),
    ...(session === undefined ? [] : ['--resume', session, '--fork-session']),
    ...(mostUsd === undefined ? [] : ['--max-budget-usd', String(mostUsd)]),
    ...(schema === undefined ? [] : ['--json-schema', JSON.stringify(schema)]),
  ];
}

function hear(said: Said, event: Fields): Said {
  const type = textIn(event, 'type');
  if (type === 'system' && event.subtype === 'init') {
    const [session, model] = [textIn(event, 'session_id'), textIn(event, 'model')];
    return { ...said, ...(session === undefined ? {} : { session }), ...(model === undefined ? {} : { model }) };
  }
  if (type === 'assistant') return { ...said, ...soFar(said, fieldsIn(event, 'message')) };
  if (type !== 'result') return said;
  const usage = usageOf(event);
  const usd = amountIn(event, 'total_cost_usd');
  const session = textIn(event, 'session_id');
  const model = said.model ?? Object.keys(fieldsIn(event, 'modelUsage')).at(0);
  const shaped = event.structured_output;
  const text = shaped === undefined || shaped === null ? textIn(event, 'result') : JSON.stringify(shaped);
  const fault = event.is_error === false && event.subtype === 'success' ? undefined : faultIn(event);
  return {
    ...said,
    ...(text === undefined ? {} : { text }),
    ...(usage === undefined ? {} : { usage }),
    ...(usd === undefined ? {} : { usd }),
    ...(session === undefined ? {} : { session }),
    ...(model === undefined ? {} : { model }),
    ...(fault === undefined ? { ended: true } : { error: fault }),
    ...(fault !== undefined && /output token maximum/.test(fault.message) ? { truncated: true } : {}),
  };
}

/** Each answer comes in pieces, all with the tokens as they were at its beginning: what it says is counted by its bytes. */
function soFar({ usage = NO_USAGE, answer }: Said, message: Fields): Pick<Said, 'usage' | 'answer'> {
  const [told, id] = [usageIn(fieldsIn(message, 'usage'), FIELDS), textIn(message, 'id')];
  // What it says by itself, in place of a model that is down, has taken nothing.
  if (told === undefined || told.input === 0 || id === undefined) return {};
  const output = tokensIn(JSON.stringify(message.content ?? ''));
  return { usage: sumUsage(usage, id === answer ? { ...NO_USAGE, output } : { ...told, output }), answer: id };
}

function faultIn(event: Fields): Fault {
  const subtype = textIn(event, 'subtype') ?? '';
  const errors = Array.isArray(event.errors) ? event.errors.filter((one) => typeof one === 'string') : [];
  const said = [textIn(event, 'result') ?? '', ...errors].find((text) => text !== '');
  const message = said ?? (subtype.replaceAll('_', ' ') || 'an error');
  if (event.stop_reason === 'refusal') return { message, refused: true };
  const status = amountIn(event, 'api_error_status');
  const remote = event.terminal_reason === 'api_error' || /^API Error/.test(message);
  return { message, status, ...(remote ? { remote } : {}) };
}

/** The sum of the turn; where it was broken off, there are only those of the models. */
function usageOf(event: Fields): Usage | undefined {
  const turn = usageIn(fieldsIn(event, 'usage'), FIELDS);
  if (turn !== undefined && tokensOf(turn) > 0) return turn;
  const models = Object.values(fieldsIn(event, 'modelUsage')).filter(isFields);
  const found = models.flatMap((one) => usageIn(one, MODEL_FIELDS) ?? []);
  return found.length > 0 ? found.reduce(sumUsage) : turn;
}

type Names = Readonly<Record<'input' | 'output' | 'cached' | 'kept', string>>;

const FIELDS: Names = {
  input: 'input_tokens',
  output: 'output_tokens',
  cached: 'cache_read_input_tokens',
  kept: 'cache_creation_input_tokens',
};
const MODEL_FIELDS: Names = {
  input: 'inputTokens',
  output: 'outputTokens',
  cached: 'cacheReadInputTokens',
  kept: 'cacheCreationInputTokens',
};

/** What was cached is not in its input. */
function usageIn(usage: Fields, names: Names): Usage | undefined {
  const [input, output] = [amountIn(usage, names.input), amountIn(usage, names.output)];
  if (input === undefined || output === undefined) return undefined;
  const [cached, kept] = [amountIn(usage, names.cached) ?? 0, amountIn(usage, names.kept) ?? 0];
  return { input: input + cached + kept, cached, kept, output };
}
