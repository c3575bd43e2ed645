import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sumUsage, type Usage } from '../domain/agent.ts';
import { type Cli, type CliCall, cliDriver, type Fault, type Said } from './cli.ts';
import { amountIn, type Fields, fieldsIn, textIn } from './cli-event.ts';
import { recordIn, recordOf } from './cli-record.ts';
import type { Env } from './cli-site.ts';
import { obeyedIn } from './obeyed.ts';

/** Codex. Reports tokens, no dollars. */
const cli: Cli = {
  name: 'codex',
  install: 'npm install -g @openai/codex',
  login: 'codex login',
  keys: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  loggedIn: (env) => existsSync(join(folderOf(env), 'auth.json')) || /^\s*env_key\s*=/m.test(settingsIn(env)),
  variables: ['CODEX_', 'OPENAI_', 'AZURE_'],
  named: (env) => [...settingsIn(env).matchAll(/^\s*env_key\s*=\s*["']([^"']+)["']/gm)].map(([, name = '']) => name),
  config: (env) => ({ folders: [folderOf(env)], kept: obeyedIn(folderOf(env), 'codex') }),
  apart: (folder) => ({ CODEX_HOME: folder }),
  // It takes the usual variable only when somebody logs in.
  env: ({ env }) =>
    (env.CODEX_API_KEY ?? env.OPENAI_API_KEY) === undefined || existsSync(join(folderOf(env), 'auth.json'))
      ? {}
      : { CODEX_API_KEY: env.CODEX_API_KEY ?? env.OPENAI_API_KEY ?? '' },
  searches: true,
  args,
  hear,
  without,
  record: (session, env) => transcript(join(folderOf(env), 'sessions'), session),
  model: (record) => /"type":"turn_context".*?"model":"([^"]+)"/.exec(recordOf(record))?.[1],
  usageIn: usageOf,
};

export const codex = cliDriver(cli);

const folderOf = ({ CODEX_HOME, HOME = '' }: Env): string => CODEX_HOME ?? join(HOME, '.codex');

const settingsIn = (env: Env): string => textOf(join(folderOf(env), 'config.toml'));

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Plugins and statistics would call home, for seconds where there is no network. */
const QUIET = [
  'features.plugins=false',
  'features.apps=false',
  'features.daemon_auto_start=false',
  'analytics.enabled=false',
  'check_for_update_on_startup=false',
  // In its own sandbox it would make /tmp/.git for a while, and then any folder below is in a repository.
  'sandbox_workspace_write.exclude_slash_tmp=true',
];

function args({ task, model, shut, isolate, cwd, root }: CliCall): readonly string[] {
  const { access, session, search } = task;
  const own = access === 'edit' ? 'workspace-write' : 'read-only';
  return [
    ...['exec', '--json', '--skip-git-repo-check'],
    ...(isolate ? ['--ephemeral'] : []),
    ...QUIET.flatMap((setting) => ['-c', setting]),
    ...(search === true ? ['-c', 'web_search="live"'] : []),
    ...(model === undefined ? [] : ['-m', model]),
    ...(shut ? ['--dangerously-bypass-approvals-and-sandbox'] : ['--sandbox', own]),
    ...['-C', cwd],
    ...(cwd === root || access === 'read' ? [] : ['--add-dir', root]),
    ...(session === undefined ? [] : ['fork', session]),
    '-',
  ];
}

function hear(said: Said, event: Fields): Said {
  switch (textIn(event, 'type')) {
    case 'thread.started': {
      const session = textIn(event, 'thread_id');
      return session === undefined ? said : { ...said, session };
    }
    case 'item.completed': {
      const item = fieldsIn(event, 'item');
      const text = item.type === 'agent_message' ? textIn(item, 'text') : undefined;
      const worked = item.type === 'error' ? {} : { worked: true as const };
      return { ...said, ...worked, ...(text === undefined ? {} : { text }) };
    }
    case 'turn.completed': {
      const usage = usageIn(fieldsIn(event, 'usage'), said.usage);
      return { ...said, ...(usage === undefined ? {} : { usage }), ended: true };
    }
    case 'turn.failed': {
      const message = textIn(fieldsIn(event, 'error'), 'message') ?? 'the turn failed';
      return { ...said, error: faultOf(message), ...(/max_output_tokens/.test(message) ? { truncated: true } : {}) };
    }
    default:
      return said;
  }
}

const faultOf = (message: string): Fault =>
  /content_filter|content policy|flagged|refus/i.test(message) ? { message, refused: true } : { message };

function usageIn(usage: Fields, before: Usage | undefined): Usage | undefined {
  const input = amountIn(usage, 'input_tokens');
  const output = amountIn(usage, 'output_tokens');
  if (input === undefined || output === undefined) return before;
  const cached = amountIn(usage, 'cached_input_tokens') ?? 0;
  const turn = { input, cached, kept: amountIn(usage, 'cache_write_input_tokens') ?? 0, output };
  return before === undefined ? turn : sumUsage(before, turn);
}

/** The last count of a whole conversation, in its record. */
function usageOf(lines: readonly Fields[]): Usage | undefined {
  const sums = lines.map((line) => fieldsIn(fieldsIn(fieldsIn(line, 'payload'), 'info'), 'total_token_usage'));
  return sums.map((sum) => usageIn(sum, undefined)).findLast((usage) => usage !== undefined);
}

/** Its tokens are those of the whole conversation: the other's last count is taken off. */
function without(said: Said, session: string, env: Env): Said {
  const file = transcript(join(folderOf(env), 'sessions'), session);
  const before = file === undefined ? undefined : usageOf(recordIn(file));
  if (before === undefined || said.usage === undefined) return said;
  const less = (name: keyof Usage): number => Math.max(0, (said.usage?.[name] ?? 0) - before[name]);
  return {
    ...said,
    usage: { input: less('input'), cached: less('cached'), kept: less('kept'), output: less('output') },
  };
}

/** Sessions lie in folders by year, month and day; the newest are looked at first. */
function transcript(folder: string, session: string, depth = 3): string | undefined {
  const names = namesIn(folder).sort().reverse();
  if (depth === 0) {
    const found = names.find((name) => name.endsWith(`${session}.jsonl`));
    return found === undefined ? undefined : join(folder, found);
  }
  for (const name of names.slice(0, 2)) {
    const found = transcript(join(folder, name), session, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
