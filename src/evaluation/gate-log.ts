import { createHash } from 'node:crypto';

/** Alike on every file system: no capitals, nothing hidden, not long. */
const SAFE = /^[a-z0-9][a-z0-9._-]{0,79}$/;
const KEPT_CHARACTERS = 60;
/** Enough that no two gates of a run meet. */
const HASH_CHARACTERS = 12;

/** What a gate's log is called, less `.log`. Contract: two names never have one log; `~` is in no name that is kept as it is. */
export function gateLogName(gate: string): string {
  if (SAFE.test(gate)) return `gate_${gate}`;
  const readable = gate.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, KEPT_CHARACTERS);
  return `gate_${readable}~${createHash('sha256').update(gate).digest('hex').slice(0, HASH_CHARACTERS)}`;
}
