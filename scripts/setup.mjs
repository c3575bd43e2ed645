// Brings a bare clone to where the other scripts can work: dependencies installed and the package built.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`galapagos needs Node 20.19 or later; this is ${process.version}`);
  process.exit(2);
}

export function setup() {
  installDependencies();
  build();
}

function installDependencies() {
  const stamp = join(root, 'node_modules', '.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('installing dependencies …');
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

function build() {
  const built = join(root, 'dist', 'bin.js');
  const sources = ['src', 'package.json', 'tsdown.config.ts', 'package-lock.json'].map((path) =>
    newest(join(root, path)),
  );
  if (existsSync(built) && statSync(built).mtimeMs > Math.max(...sources)) return;
  console.log('building …');
  run('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn']);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Types, lint and format, dead code, all at once; ends this script when one of them fails. */
export async function check() {
  const statuses = await Promise.all([
    started('tsc', ['--noEmit']),
    started('biome', ['check', '--error-on-warnings', '.']),
    started('knip', []),
  ]);
  const failed = statuses.find((status) => status !== 0);
  if (failed !== undefined) process.exit(failed ?? 1);
}

async function started(program, args) {
  const [status] = await once(spawn(program, args, { cwd: root, stdio: 'inherit', env: withTools() }), 'close');
  return status;
}

const withTools = () => ({ ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` });

/** Runs a program with the project's own tools on the path; ends this script when it fails. */
export function run(program, args, env = {}) {
  try {
    execFileSync(program, args, { cwd: root, stdio: 'inherit', env: { ...withTools(), ...env } });
  } catch (error) {
    if (error.status === null || error.status === undefined) throw error;
    process.exit(error.status);
  }
}
