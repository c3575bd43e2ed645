import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach } from 'vitest';
import { agentOf } from '../../src/agent/agent.ts';
import type { Agent, AgentTask } from '../../src/domain/agent.ts';
import { NO_REACH } from '../../src/domain/sandbox.ts';
import { shellQuote } from '../../src/lib/format.ts';
import { taskIn, workspaceIn } from '../fake/task.ts';

const FAKES = resolve(import.meta.dirname, '../fake');
const FAKE = readFileSync(join(FAKES, 'cli-agent.sh'), 'utf8');
export const CLIS = ['claude', 'codex', 'opencode', 'pi', 'gemini'] as const;

const before = { ...process.env };
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

export function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos agent ')));
  folders.push(folder);
  return folder;
}

export const eventsOf = (stream: string): string =>
  readFileSync(join(FAKES, 'agent-events', `${stream}.jsonl`), 'utf8');

export interface Play {
  readonly script?: string;
  readonly events?: string;
  readonly exit?: number;
}

/** Puts a program on the PATH that plays the agent, and gives it a home of its own. */
export function play(name: string, { script, events = eventsOf(`${name}-success`), exit = 0 }: Play): void {
  const [bin, home] = [temporary(), temporary()];
  const program = join(bin, name);
  const files = { 'fake.sh': FAKE, events, exit: String(exit), ...(script === undefined ? {} : { script }) };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(bin, file), text);
  writeFileSync(program, `#!/bin/sh\nexec sh ${shellQuote(join(bin, 'fake.sh'))} ${shellQuote(bin)} "$@"\n`);
  chmodSync(program, 0o755);
  process.env.PATH = `${bin}${delimiter}${before.PATH}`;
  process.env.HOME = home;
  for (const variable of Object.keys(process.env))
    if (/^(XDG|CODEX|CLAUDE|GEMINI|PI)_/.test(variable)) delete process.env[variable];
}

/** A driver, and how to make an agent of it that does what a shell script says. */
export interface Driver {
  readonly name: string;
  agent(script: string): Agent;
  /** One whose program is not there. */
  missing(): Agent;
  /** It tells what it has spent. */
  readonly counts: boolean;
}

const cliDriver = (name: string): Driver => ({
  name,
  counts: true,
  agent: (script) => {
    play(name, { script });
    return agentOf(name);
  },
  missing: () => {
    play('another', { events: '' });
    process.env.PATH = process.env.PATH?.split(delimiter)[0] ?? '';
    return agentOf(name);
  },
});

export const drivers: readonly Driver[] = [
  {
    name: 'command',
    counts: false,
    agent: (script) => {
      const file = join(temporary(), 'agent.sh');
      writeFileSync(file, script);
      return agentOf(`command:sh ${shellQuote(file)} {prompt_file} {worktree}`);
    },
    missing: () => agentOf('command:no-such-agent-is-installed {prompt_file}'),
  },
  {
    name: 'acp',
    counts: false,
    agent: (script) => {
      const words = [process.execPath, join(FAKES, 'acp-agent.mjs'), JSON.stringify({ shell: script })];
      return agentOf(`acp:${words.map(shellQuote).join(' ')}`);
    },
    missing: () => agentOf('acp:no-such-agent-is-installed'),
  },
  ...CLIS.map(cliDriver),
];

export function taskOf(given: Partial<AgentTask<string>> = {}) {
  const folder = temporary();
  const [root, notes] = [join(folder, "it's a tree"), join(folder, 'notes')];
  const cwd = join(root, 'pkg');
  mkdirSync(cwd, { recursive: true });
  const task = taskIn(workspaceIn(root, notes, cwd), given);
  return given.workspace === undefined ? task : { ...task, workspace: given.workspace };
}

/** The same in a sandbox. */
export function shutTask(given: Partial<AgentTask<string>> = {}) {
  const task = taskOf(given);
  const folder = join(task.workspace.root, '..');
  const [home, secret] = [join(folder, 'home'), join(folder, 'other')];
  for (const made of [home, secret, task.workspace.notes]) mkdirSync(made);
  const shut = { hidden: [folder], read: [], home, reach: NO_REACH, binds: [] };
  return { ...task, workspace: { ...task.workspace, shut } };
}

export const never = () => new AbortController().signal;
