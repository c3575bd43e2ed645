import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sumUsage, type Usage } from '../domain/agent.ts';
import { type Cli, type CliCall, cliDriver, type Fault, type Said } from './cli.ts';
import { amountIn, type Fields, fieldsIn, isFields, textIn } from './cli-event.ts';
import type { Env } from './cli-site.ts';
import { obeyedIn } from './obeyed.ts';

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
  config: (env) => ({ folders: [folderOf(env)], kept: obeyedIn(folderOf(env), 'gemini') }),
  apart: (folder) => ({ GEMINI_CLI_HOME: folder }),
  env: withDefaults,
  // Among the tools that it has when it may not edit.
  searches: true,
  args,
  hear,
  forks: false,
  record: (session, env) => transcript(join(folderOf(env), 'tmp'), session),
  usageIn: (lines) => {
    // An answer is written anew whenever something is known of its tools.
    const told = lines.map((line) => [line.id, usageOf(fieldsIn(line, 'tokens'))] as const);
    const answers = new Map(told.filter((pair): pair is [unknown, Usage] => pair[1] !== undefined));
    return answers.size === 0 ? undefined : [...answers.values()].reduce(sumUsage);
  },
};

export const gemini = cliDriver(cli);

const folderOf = ({ GEMINI_CLI_HOME, HOME = '' }: Env): string => join(GEMINI_CLI_HOME ?? HOME, '.gemini');

/**
 * Settings of ours below the user's, which it takes from nowhere but its folder: so it gets a folder with all that is in
 * the user's and settings of its own.
 */
function withDefaults({ temp, env, isolate }: CliCall): Readonly<Record<string, string>> {
  const [home, user] = [join(temp, 'gemini'), folderOf(env)];
  const folder = join(home, '.gemini');
  mkdirSync(folder, { recursive: true });
  const names = isolate ? [] : namesIn(user);
  for (const name of names) if (name !== 'settings.json') symlinkSync(join(user, name), join(folder, name));
  const own = isolate ? {} : settingsIn(join(user, 'settings.json'));
  if (own === undefined) symlinkSync(join(user, 'settings.json'), join(folder, 'settings.json'));
  else writeFileSync(join(folder, 'settings.json'), JSON.stringify(mergedWith(own, env)));
  return { GEMINI_CLI_HOME: home };
}

function mergedWith(own: Fields, env: Env): Fields {
  const security = fieldsIn(own, 'security');
  const keyed = (env.GEMINI_API_KEY ?? '') === '' ? {} : { selectedType: 'gemini-api-key' };
  return {
    ...own,
    // By itself it goes on trying for minutes: that is for us to decide.
    general: { maxAttempts: 2, enableAutoUpdate: false, ...fieldsIn(own, 'general') },
    privacy: { usageStatisticsEnabled: false, ...fieldsIn(own, 'privacy') },
    security: { ...security, auth: { ...keyed, ...fieldsIn(security, 'auth') } },
  };
}

/** Nothing when they can't be read, as with comments in them: then they stay as they are. */
function settingsIn(file: string): Fields | undefined {
  if (!existsSync(file)) return {};
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isFields(found) ? found : undefined;
  } catch {
    return undefined;
  }
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
      return message === undefined || event.severity === 'warning' ? said : { ...said, error: faultOf(message) };
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
  return { ...heard, error: faultOf(message) };
}

/** The other side's own words stand in brackets, as text or as JSON; what follows is advice that fits most cases. */
function faultOf(message: string): Fault {
  const quoted = /^\[API Error: ([\s\S]*?)\](?=$|\s*(?:Please|Possible))/.exec(message)?.[1];
  if (quoted === undefined) return { message };
  const status = Number(
    /"code":\s*(\d{3})/.exec(quoted)?.[1] ?? (/increase your limits/.test(message) ? 429 : Number.NaN),
  );
  const words = /"message":\s*("(?:[^"\\]|\\.)*")/.exec(quoted)?.[1];
  const said = words === undefined ? quoted : unquoted(words);
  return { message: said, remote: true, ...(Number.isNaN(status) ? {} : { status }) };
}

function unquoted(words: string): string {
  try {
    return String(JSON.parse(words));
  } catch {
    return words.slice(1, -1);
  }
}

function usageIn(stats: Fields): Usage | undefined {
  const input = amountIn(stats, 'input_tokens');
  const output = amountIn(stats, 'output_tokens');
  if (input === undefined || output === undefined) return undefined;
  return { input, cached: amountIn(stats, 'cached') ?? 0, kept: 0, output };
}

function usageOf(tokens: Fields): Usage | undefined {
  const [input, output, thoughts] = ['input', 'output', 'thoughts'].map((name) => amountIn(tokens, name));
  if (input === undefined || output === undefined) return undefined;
  return { input, cached: amountIn(tokens, 'cached') ?? 0, kept: 0, output: output + (thoughts ?? 0) };
}

/** Of each project there is a folder, and its files bear the beginning of the session's name. */
function transcript(folder: string, session: string): string | undefined {
  for (const project of namesIn(folder)) {
    const chats = join(folder, project, 'chats');
    const found = namesIn(chats).find((name) => name.includes(session.slice(0, 8)));
    if (found !== undefined) return realpathSync(join(chats, found));
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
