import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import type { ScriptData } from '../../fake/model/scripts.mjs';
import type { RecordedCall } from '../../fake/model/server.mjs';
import { EVOLVE, environment, type Result, temporary, unchecked } from '../support.ts';
import { AGENTS, type AgentName, homeFor } from './homes.ts';

/** Where `.ci/agents` puts the agents' commands. */
export const COMMANDS = join(
  process.env.GALAPAGOS_AGENTS ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'galapagos/agents'),
  'bin',
);
const MODEL_SERVER = join(import.meta.dirname, '../../fake/model/main.mjs');

/** The namespace is the test's own, so no port in it is taken. */
const PORT = 8080;
const MODEL_URL = `http://127.0.0.1:${PORT}`;

/** A network with nothing but loopback. */
const ALONE = [...(process.getuid?.() === 0 ? [] : ['-r']), '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', '-'];
const namespaces = spawnSync('unshare', [...ALONE, 'true']).status === 0;

const required = process.env.GALAPAGOS_REQUIRE === 'all';

/** The agents that are there, with their paths. */
export function agentPrograms(): ReadonlyMap<AgentName, string> {
  const found = AGENTS.map((name): [AgentName, string] => [name, join(COMMANDS, name)]);
  return new Map(found.filter(([, path]) => existsSync(path)));
}

/** Skipped by name where the agent is not installed or there are no network namespaces. */
export const itNeeds = (agent: AgentName, name: string, test: () => Promise<void>): void =>
  it.skipIf(!required && !(namespaces && agentPrograms().has(agent)))(`${name} (needs ${agent})`, test);

export interface Scripted extends Result {
  /** What the model was asked, in order. */
  readonly calls: readonly RecordedCall[];
}

interface Setup {
  /** Those that the home is set up for; all of them by default. */
  readonly agents?: readonly AgentName[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts evolve in a network of its own with a scripted model in it. The agents are on the PATH and set up in a home of their own;
 * nothing else of this process's environment is there. The script is JSON or a file.mjs that exports `script`.
 */
export function startScripted(folder: string, args: readonly string[], script: ScriptData | string, setup: Setup = {}) {
  const place = temporary();
  const log = join(place, 'calls.jsonl');
  const env = {
    ...environment(folder, {}),
    ...homeFor(setup.agents ?? AGENTS, place, MODEL_URL),
    PATH: `${COMMANDS}:${process.env.PATH}`,
    ...setup.env,
  };
  const said = typeof script === 'string' ? script : JSON.stringify(script);
  const server = [process.execPath, MODEL_SERVER, '--port', String(PORT), '--log', log, said, '--'];
  const evolve = [process.execPath, EVOLVE, ...unchecked(args)];
  const child = spawn('unshare', [...ALONE, ...server, ...evolve], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout: string[] = [];
  const stderr: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
  const calls = () => (existsSync(log) ? callsIn(readFileSync(log, 'utf8')) : []);
  const ended = once(child, 'close').then(
    ([code, signal]): Scripted => ({ code, signal, stdout: stdout.join(''), stderr: stderr.join(''), calls: calls() }),
  );
  return { child, calls, ended };
}

const callsIn = (text: string): readonly RecordedCall[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Runs it to its end. */
export const runScripted = (...all: Parameters<typeof startScripted>): Promise<Scripted> => startScripted(...all).ended;
