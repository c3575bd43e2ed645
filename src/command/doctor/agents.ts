import { type Probed, probe } from '../../lib/probe.ts';
import type { Check } from './check.ts';

interface Known {
  readonly name: string;
  /** How it is called without a terminal, allowed to edit files and no more. */
  readonly line: string;
  readonly login: string;
  /** Variables that may hold its key. */
  readonly keys: readonly string[];
}

export const AGENTS: readonly Known[] = [
  {
    name: 'claude',
    line: 'claude -p "$(cat {prompt_file})" --permission-mode acceptEdits',
    login: 'claude, then /login',
    keys: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'],
  },
  {
    name: 'codex',
    line: 'codex exec --sandbox workspace-write -C {worktree} - <{prompt_file}',
    login: 'codex login',
    keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  },
  {
    name: 'opencode',
    line: 'opencode run --dir {worktree} "$(cat {prompt_file})"',
    login: 'opencode auth login',
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'],
  },
  {
    name: 'pi',
    line: 'pi -p --no-session --tools read,edit,write "$(cat {prompt_file})"',
    login: 'pi, then /login',
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'],
  },
  {
    name: 'gemini',
    line: 'gemini -p "$(cat {prompt_file})" --approval-mode auto_edit',
    login: 'gemini, then sign in',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
];

/** The coding agents on PATH. They are asked for their version and nothing else: nothing is spent, nobody logs in. */
export function checkAgents(): Promise<readonly Check[]> {
  return Promise.all(AGENTS.map(async (agent) => judge(agent, await probe(agent.name))));
}

function judge({ name, line, login, keys }: Known, probed: Probed): Check {
  const about = { group: 'agents', name } as const;
  if (probed.kind === 'missing') return { ...about, status: 'absent', found: 'not found' };
  const set = keys.filter((key) => (process.env[key] ?? '') !== '');
  const key = set.length > 0 ? `${set.join(', ')} is set` : `needs a login (${login}) or ${keys.join(' or ')}`;
  const use = `--agent 'command:${line}'`;
  if (probed.kind === 'version') return { ...about, status: 'ok', found: `${probed.version}; ${key}`, use };
  return { ...about, status: 'warn', found: probed.why, advice: `See whether ${name} --version works.`, use };
}
