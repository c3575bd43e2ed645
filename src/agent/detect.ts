import { probe } from '../lib/probe.ts';
import type { Cli } from './cli.ts';
import type { Env } from './cli-site.ts';
import type { Detected } from './driver.ts';

/** Some unpack themselves when they are first called. */
const PROBE_MS = 6_000;

/** A program on PATH: its version, and what it lacks as far as its files and the environment tell. */
export async function detectCli(
  { name, login, keys, loggedIn }: Pick<Cli, 'name' | 'login' | 'keys' | 'loggedIn'>,
  env: Env,
): Promise<Detected> {
  const probed = await probe(name, ['--version'], PROBE_MS);
  if (probed.kind === 'missing') return { kind: 'absent' };
  if (probed.kind === 'silent')
    return { kind: 'found', version: '?', missing: `${probed.why}. See whether ${name} --version works.` };
  const ready = keys.some((key) => (env[key] ?? '') !== '') || loggedIn(env);
  const missing = `nobody is logged in. Log in (${login}) or set ${keys[0]}.`;
  return { kind: 'found', version: probed.version, ...(ready ? {} : { missing }) };
}
