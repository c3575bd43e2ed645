import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { write } from '../support.ts';

export const AGENTS = ['claude', 'codex', 'opencode', 'pi', 'gemini'] as const;
export type AgentName = (typeof AGENTS)[number];

/** Dollars for a million tokens, where an agent is told the price. */
export const PRICE = { input: 3, output: 15 };

/** What a user has set up for each agent: the model behind a url, no retries of its own where it has such a setting. */
const SETTINGS: Readonly<Record<AgentName, (url: string) => Setting>> = {
  claude: (url) => ({
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-scripted-0123456789',
      ANTHROPIC_MODEL: 'claude-sonnet-4-5',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '0',
      DISABLE_AUTOUPDATER: '1',
    },
    files: {},
  }),
  codex: (url) => ({
    env: { SCRIPTED_KEY: 'sk-scripted-0123456789' },
    files: {
      '.codex/config.toml': [
        // A model that it knows: others get no tool for edits.
        'model = "gpt-5.5"',
        'model_provider = "scripted"',
        'check_for_update_on_startup = false',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "SCRIPTED_KEY"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
        // Without these it waits for the network at its end.
        '[analytics]',
        'enabled = false',
        '[features]',
        'plugins = false',
        'apps = false',
        'daemon_auto_start = false',
        '',
      ].join('\n'),
    },
  }),
  opencode: (url) => ({
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        snapshot: false,
        model: 'scripted/mock-1',
        small_model: 'scripted/mock-1',
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: 'sk-scripted-0123456789' },
            models: { 'mock-1': { tool_call: true, limit: { context: 200_000, output: 8192 }, cost: PRICE } },
          },
        },
      }),
    },
  }),
  pi: (url) => ({
    env: { PI_OFFLINE: '1', PI_TELEMETRY: '0' },
    files: {
      '.pi/agent/settings.json': JSON.stringify({
        defaultProvider: 'scripted',
        defaultModel: 'mock-1',
        retry: { enabled: false, provider: { maxRetries: 0 } },
      }),
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          scripted: {
            baseUrl: `${url}/v1`,
            api: 'openai-completions',
            apiKey: 'sk-scripted-0123456789',
            models: [
              {
                id: 'mock-1',
                name: 'mock-1',
                reasoning: false,
                input: ['text'],
                contextWindow: 200_000,
                maxTokens: 8192,
                cost: { ...PRICE, cacheRead: 0.3, cacheWrite: 3.75 },
              },
            ],
          },
        },
      }),
    },
  }),
  gemini: (url) => ({
    env: {
      GEMINI_API_KEY: 'sk-scripted-0123456789',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
    files: {
      '.gemini/settings.json': JSON.stringify({
        general: { maxAttempts: 1 },
        model: { name: 'gemini-2.5-pro' },
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      }),
    },
  }),
};

interface Setting {
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

/** A home in this folder in which these agents are set up for the model at the url, and the environment that goes with it. */
export function homeFor(agents: readonly AgentName[], folder: string, url: string): Readonly<Record<string, string>> {
  const home = join(folder, 'home');
  // codex refuses to run its sandbox from a home that is among the temporary files.
  const tmp = join(folder, 'tmp');
  mkdirSync(home, { recursive: true });
  mkdirSync(tmp, { recursive: true });
  const settings = agents.map((agent) => SETTINGS[agent](url));
  for (const { files } of settings) write(home, files);
  return Object.assign({ HOME: home, TMPDIR: tmp }, ...settings.map(({ env }) => env));
}
