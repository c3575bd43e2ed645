import { type Detected, detectAgents } from '../../agent/agent.ts';
import type { Check } from './check.ts';

/** The agents on this machine. They are asked for their version and nothing else: nothing is spent, nobody logs in. */
export async function checkAgents(): Promise<readonly Check[]> {
  return (await detectAgents()).map(([name, found]) => judge(name, found));
}

export function judge(name: string, found: Detected): Check {
  const about = { group: 'agents', name } as const;
  if (found.kind === 'absent') return { ...about, status: 'absent', found: found.why ?? 'not found' };
  const { version, missing, as = name } = found;
  if (missing !== undefined) return { ...about, status: 'warn', found: `${version}, but ${missing}` };
  return { ...about, status: 'ok', found: version, use: `--agent ${as}` };
}
