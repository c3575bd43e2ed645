import type { RunConfig } from '../domain/config.ts';
import { type Secret, secretsIn } from '../lib/secrets.ts';
import { UserError } from '../lib/user-error.ts';
import { type Variables, variablesIn, variablesOf } from './env/sources.ts';

/** In a file of variables these are settings: taken for secrets they would be missed in every result. */
const PLAIN =
  /^(?:true|false|yes|none|null|auto|score|combined_score|metrics?|tasks|tasks_meta|feedback|direction|[+-]?[\d.]{1,7})$/i;

/** What nobody may read of a run's environment: keys and passwords of the caller's, and all that comes from files. */
export function secretsOf(root: string, config: RunConfig): readonly Secret[] {
  return secretsAmong(variablesOf(root, config.adjustable.environment), config);
}

/** The same for whoever only writes something down: a file that can't be read now hides nothing, and stops nobody. */
export function secretsAtHand(root: string, config: RunConfig): readonly Secret[] {
  const variables = (config.adjustable.environment ?? []).map((source) => {
    try {
      return variablesIn(root, source);
    } catch (error) {
      if (error instanceof UserError) return {};
      throw error;
    }
  });
  return secretsAmong(Object.assign({}, ...variables), config);
}

export function secretsAmong(variables: Variables, { fixed }: Pick<RunConfig, 'fixed'>): readonly Secret[] {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => !PLAIN.test(value) && value !== fixed.metric),
  );
  return [...secretsIn(given, Object.keys(given)), ...secretsIn(process.env, fixed.redact)].sort(
    (a, b) => b.value.length - a.value.length,
  );
}
