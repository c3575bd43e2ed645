import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Usage } from '../domain/agent.ts';
import { type Cli, type CliCall, cliDriver, type Said } from './cli.ts';
import { amountIn, type Fields, fieldsIn, textIn } from './cli-event.ts';
import type { Env } from './cli-site.ts';

/** What later sessions obey. */
const OBEYED = ['settings.json', 'GEMINI.md', 'commands', 'extensions', 'policies', 'skills', 'trustedFolders.json'];

/** Gemini CLI. Reports tokens, no dollars; its sessions can't be copied. */
const cli: Cli = {
  name: 'gemini',
  install: 'npm install -g @google/gemini-cli',
  login: 'gemini, then sign in',
  keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA'],
  loggedIn: (env) => existsSync(join(folderOf(env), 'oauth_creds.json')),
  variables: ['GEMINI_', 'GOOGLE_', 'CLOUDSDK_'],
  // It would start itself once more for a larger heap.
  settings: { GEMINI_CLI_NO_RELAUNCH: 'true' },
  config: (env) => ({ folders: [folderOf(env)], kept: OBEYED.map((name) => join(folderOf(env), name)) }),
  apart: (folder) => ({ GEMINI_CLI_HOME: folder }),
  env: defaults,
  args,
  hear,
  record: (session, env) => transcript(join(folderOf(env), 'tmp'), session),
};

export const gemini = cliDriver(cli);

const folderOf = ({ GEMINI_CLI_HOME, HOME = '' }: Env): string => join(GEMINI_CLI_HOME ?? HOME, '.gemini');

/** It has no variables for these. The user's own settings go before them. */
function defaults({ temp, env }: CliCall): Readonly<Record<string, string>> {
  if (env.GEMINI_CLI_SYSTEM_DEFAULTS_PATH !== undefined) return {};
  const keyed = (env.GEMINI_API_KEY ?? '') !== '';
  const settings = {
    // By itself it goes on trying for minutes: that is for us to decide.
    general: { maxAttempts: 2, enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    ...(keyed ? { security: { auth: { selectedType: 'gemini-api-key' } } } : {}),
  };
  const file = join(temp, 'defaults.json');
  mkdirSync(temp, { recursive: true });
  writeFileSync(file, JSON.stringify(settings));
  return { GEMINI_CLI_SYSTEM_DEFAULTS_PATH: file };
}

function args({ task, model, shut, cwd, root }: CliCall): readonly string[] {
  const own = task.access === 'edit' ? 'auto_edit' : 'plan';
  return [
    ...['-o', 'stream-json', '--skip-trust'],
    ...['--approval-mode', shut && task.access === 'edit' ? 'yolo' : own],
    ...(model === undefined ? [] : ['-m', model]),
    ...(cwd === root ? [] : ['--include-directories', root]),
  ];
}

function hear(said: Said, event: Fields): Said {
  switch (textIn(event, 'type')) {
    case 'init': {
      const [session, model] = [textIn(event, 'session_id'), textIn(event, 'model')];
      return { ...said, ...(session === undefined ? {} : { session }), ...(model === undefined ? {} : { model }) };
    }
    case 'message': {
      const text = event.role === 'assistant' ? textIn(event, 'content') : undefined;
      if (text === undefined) return said;
      return { ...said, text: event.delta === true ? `${said.text ?? ''}${text}` : text };
    }
    // What was said before a tool was called is not the last word.
    case 'tool_use':
      return { ...said, text: '' };
    case 'error': {
      const message = textIn(event, 'message');
      return message === undefined || event.severity === 'warning' ? said : { ...said, error: { message } };
    }
    case 'result':
      return ended(said, event);
    default:
      return said;
  }
}

function ended(said: Said, event: Fields): Said {
  const usage = usageIn(fieldsIn(event, 'stats'));
  const { error: before, ...rest } = said;
  const heard = { ...rest, ...(usage === undefined ? {} : { usage }) };
  if (event.status === 'success') return { ...heard, ended: true };
  const message = textIn(fieldsIn(event, 'error'), 'message') ?? before?.message ?? 'an error';
  return { ...heard, error: { message } };
}

function usageIn(stats: Fields): Usage | undefined {
  const input = amountIn(stats, 'input_tokens');
  const output = amountIn(stats, 'output_tokens');
  if (input === undefined || output === undefined) return undefined;
  return { input, cached: amountIn(stats, 'cached') ?? 0, kept: 0, output };
}

/** Of each project there is a folder, and its files bear the beginning of the session's name. */
function transcript(folder: string, session: string): string | undefined {
  for (const project of namesIn(folder)) {
    const chats = join(folder, project, 'chats');
    const found = namesIn(chats).find((name) => name.includes(session.slice(0, 8)));
    if (found !== undefined) return join(chats, found);
  }
  return undefined;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
