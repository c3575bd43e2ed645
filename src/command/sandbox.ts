import { readFileSync } from 'node:fs';
import type { Isolation, Sandbox } from '../domain/sandbox.ts';
import { findProgram } from '../lib/probe.ts';
import { UserError } from '../lib/user-error.ts';
import { findIsolation } from '../workspace/workspace.ts';

/** What each level does, in a few words. */
export const LEVELS: Readonly<Record<Isolation | 'off', string>> = {
  bubblewrap: 'bubblewrap: a command sees only what it needs, and nothing that it starts outlives it',
  namespace: 'namespaces: no network, your files hidden, and nothing that a command starts outlives it',
  'user-namespace':
    'namespaces of a user: no network, your files hidden, and nothing that a command starts outlives it',
  group: 'limits only: commands can reach network and files, and what they hide may outlive them',
  off: 'off: commands can reach network and files',
};

/** Refuses a machine without a sandbox to those who want one. */
export async function requireSandbox({ mode }: Sandbox): Promise<void> {
  if (mode !== 'required') return;
  const { level, passed } = await findIsolation();
  if (level !== 'group') return;
  const whys = passed.map(({ why }) => why).join('; ');
  throw new UserError(`--sandbox required: this machine has none (${whys || 'it is not Linux'}). ${howToIsolate()}`);
}

/** What to say once at the start of a run; nothing where all is well. */
export async function sandboxWord({ mode }: Sandbox): Promise<string | undefined> {
  if (mode === 'off') return 'sandbox: off. Candidates can reach your network and your files.';
  const { level, passed } = await findIsolation();
  if (level === 'group')
    return `WARNING: no sandbox on this machine: candidates can reach your network and your files, and a process that one hides may outlive its command. ${howToIsolate()}`;
  const [first] = passed;
  if (first?.level !== 'bubblewrap') return undefined;
  return `sandbox: namespaces only, because ${brokenWord(first.why)}. See docs/sandbox.md`;
}

/** Why bubblewrap is not in use. */
export const brokenWord = (why: string): string =>
  why === 'bubblewrap is not installed' ? why : `bubblewrap does not work here (${why})`;

/** What keeps this machine from a sandbox, the most likely first, and what to do. */
export function howToIsolate(): string {
  if (process.platform !== 'linux') return 'Only Linux has one.';
  const missing = ['unshare', 'setpriv', 'mount'].filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) return `Install bubblewrap and util-linux: ${missing.join(', ')} not found.`;
  const setting = SETTINGS.find(([name, bad]) => settingOf(name) === bad);
  if (setting !== undefined) {
    const [name, , good, who] = setting;
    return `Allow it: sudo sysctl -w ${name.replaceAll('/', '.')}=${good}${who}`;
  }
  return 'Install bubblewrap (apt install bubblewrap). In a container allow it from outside, for example docker run --cap-add SYS_ADMIN.';
}

/** Kernel settings that forbid what is needed, and the value that allows it. */
const SETTINGS: readonly (readonly [name: string, bad: string, good: string, who: string])[] = [
  ['kernel/apparmor_restrict_unprivileged_userns', '1', '0', ' (Ubuntu 24.04 and later restrict it by AppArmor)'],
  ['kernel/unprivileged_userns_clone', '0', '1', ''],
  ['user/max_user_namespaces', '0', '15000', ''],
];

function settingOf(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    return undefined;
  }
}
