/** A value of the environment that nobody may read but those it is meant for. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

const NAMED =
  /(?:^|_)(?:(?:API|ACCESS|AUTH|PRIVATE)?_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)(?:_|$)/i;
/** Shorter ones are found everywhere by chance. */
const LEAST = 8;

/** The keys and passwords of an environment, by the names that they usually have; the path of a file is none. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): readonly Secret[] {
  return Object.entries(env)
    .flatMap(([name, value = '']) =>
      NAMED.test(name) && value.length >= LEAST && !/^[./~]/.test(value) ? [{ name, value }] : [],
    )
    .sort((a, b) => b.value.length - a.value.length);
}

/** A text with the names of the secrets in place of their values. */
export function redacted(text: string, secrets: readonly Secret[]): string {
  return secrets.reduce((left, { name, value }) => left.replaceAll(value, `[${name}]`), text);
}
