import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Longer than any program needs to tell its version, also on a busy machine. */
const PROBE_MS = 5000;
const ENOUGH_BYTES = 4096;

/** Programs that look for updates whenever they start are asked not to. */
const QUIET = {
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  PI_OFFLINE: '1',
  PI_TELEMETRY: '0',
};

export type Probed =
  | { readonly kind: 'missing' }
  | { readonly kind: 'version'; readonly version: string; readonly path: string }
  | { readonly kind: 'silent'; readonly why: string; readonly path: string };

/**
 * The version of a program on PATH, by running it with stdin closed, away from the project.
 * Contract: never rejects; whatever hangs is ended with its process group.
 */
export function probe(name: string, args: readonly string[] = ['--version'], timeoutMs = PROBE_MS): Promise<Probed> {
  const path = findProgram(name);
  if (path === undefined) return Promise.resolve({ kind: 'missing' });
  return new Promise((resolve) => {
    const env = { ...process.env, ...QUIET };
    const child = spawn(path, args, { cwd: tmpdir(), env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let text = '';
    const end = (probed: Probed) => {
      clearTimeout(timer);
      endGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(probed);
    };
    const timer = setTimeout(() => end({ kind: 'silent', why: `no answer in ${timeoutMs / 1000} s`, path }), timeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        if (text.length < ENOUGH_BYTES) text += chunk;
      });
    }
    child.on('error', (error) => end({ kind: 'silent', why: error.message, path }));
    child.on('close', (code, signal) => {
      const version = /\d+(?:\.\d+)+/.exec(text)?.[0];
      if (code === 0 && version !== undefined) end({ kind: 'version', version, path });
      else
        end({ kind: 'silent', why: code === 0 ? 'tells no version' : `ends with ${signal ?? `code ${code}`}`, path });
    });
  });
}

export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}
