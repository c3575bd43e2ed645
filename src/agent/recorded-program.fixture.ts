import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach } from 'vitest';
import { taskIn, workspaceIn } from '../../test/fake/task.ts';
import type { AgentTask } from '../domain/agent.ts';
import { shellQuote } from '../lib/format.ts';
import { agentOf } from './agent.ts';

const STREAMS = resolve(import.meta.dirname, '../../test/fake/agent-events');

const before = { ...process.env };
const folders: string[] = [];
afterEach(() => {
  for (const name of Object.keys(process.env)) if (before[name] === undefined) delete process.env[name];
  Object.assign(process.env, before);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Recorded {
  /** A stream of test/fake/agent-events, or the lines themselves. */
  readonly stream: string | readonly object[];
  readonly code?: number;
  readonly stderr?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isolate?: boolean;
}

/** Runs an agent whose program on PATH says what the real one said. */
export async function runRecorded(spec: string, recorded: Recorded, given: Partial<AgentTask<string>> = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos recorded ')));
  folders.push(folder);
  const [bin, home, root, notes] = ['bin', 'home', 'tree', 'notes'].map((name) => join(folder, name));
  if (!bin || !home || !root || !notes) throw new Error('no folders');
  for (const path of [bin, home, root]) mkdirSync(path);
  const { stream, code = 0, stderr = '', env = {}, isolate = false } = recorded;
  const text =
    typeof stream === 'string'
      ? readFileSync(join(STREAMS, `${stream}.jsonl`), 'utf8')
      : stream.map((event) => `${JSON.stringify(event)}\n`).join('');
  writeFileSync(join(folder, 'stream'), text);
  const at = (name: string): string => shellQuote(join(folder, name));
  const script = [
    '#!/bin/sh',
    `printf '%s\\n' "$@" > ${at('args')}; env > ${at('env')}; cat > ${at('stdin')}; pwd > ${at('cwd')}`,
    `cat ${at('stream')}; printf '%s' ${shellQuote(stderr)} >&2; exit ${code}`,
  ];
  const program = join(bin, spec.split(':')[0] ?? spec);
  writeFileSync(program, script.join('\n'));
  chmodSync(program, 0o755);
  Object.assign(process.env, { PATH: `${bin}:${process.env.PATH}`, HOME: home, ...env });
  const task = taskIn(workspaceIn(root, notes), { prompt: { system: '', text: 'Do it.' }, ...given });
  const run = await agentOf(spec, { isolate }).run(task, new AbortController().signal);
  const seen = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').trimEnd() : '';
  const args = seen('args').split('\n');
  const envOf = Object.fromEntries(
    seen('env')
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  return { run, args, env: envOf, stdin: seen('stdin'), cwd: seen('cwd'), root, home };
}
