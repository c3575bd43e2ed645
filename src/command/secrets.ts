import type { RunConfig } from '../domain/config.ts';
import { type Secret, secretsIn } from '../lib/secrets.ts';
import { type Variables, variablesOf } from './env/sources.ts';

/** In a file of variables these are settings: taken for secrets they would be missed in every result. */
const PLAIN =
  /^(?:true|false|yes|none|null|auto|score|combined_score|metrics?|tasks|tasks_meta|feedback|direction|[+-]?[\d.]{1,7})$/i;

/** What nobody may read of a run's environment: keys and passwords of the caller's, and all that comes from files. */
export function secretsOf(root: string, config: RunConfig): readonly Secret[] {
  return secretsAmong(variablesOf(root, config.adjustable.environment), config);
}

export function secretsAmong(variables: Variables, { fixed }: Pick<RunConfig, 'fixed'>): readonly Secret[] {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => !PLAIN.test(value) && value !== fixed.metric),
  );
  return [...secretsIn(given, Object.keys(given)), ...secretsIn(process.env, fixed.redact)].sort(
    (a, b) => b.value.length - a.value.length,
  );
}
