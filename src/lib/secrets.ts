/** A value of the environment that nobody may read but those it is meant for. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

const NAMED =
  /(?:^|_)(?:(?:API|ACCESS|AUTH|PRIVATE)?_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)(?:_|$)/i;
/** Shorter ones are found everywhere by chance. */
const LEAST = 8;
const LEAST_LISTED = 4;

/**
 * The keys and passwords of an environment, by the names that they usually have; the path of a file is none. Those that are
 * listed by name count whatever they are called.
 */
export function secretsIn(
  env: Readonly<Record<string, string | undefined>>,
  listed: readonly string[] = [],
): readonly Secret[] {
  return Object.entries(env)
    .flatMap(([name, value = '']) => {
      if (listed.includes(name)) return value.length >= LEAST_LISTED ? [{ name, value }] : [];
      return NAMED.test(name) && value.length >= LEAST && !/^[./~]/.test(value) ? [{ name, value }] : [];
    })
    .sort((a, b) => b.value.length - a.value.length);
}

/** A text with the names of the secrets in place of their values, however these are written. */
export const redacted = (text: string, secrets: readonly Secret[]): string => written(secrets, TEXT)(text);

/** Bytes with the names in place of the values; bytes that are no text stay as they are. */
export function redactedBytes(bytes: Buffer, secrets: readonly Secret[]): Buffer {
  const clean = written(secrets, BYTES)(bytes.toString('latin1'));
  return clean.length === bytes.length && clean === bytes.toString('latin1') ? bytes : Buffer.from(clean, 'latin1');
}

/** Plain data with no secret in any of its texts. Contract: what can be written as JSON stays what it is. */
export function redactedData<T>(data: T, secrets: readonly Secret[]): T {
  if (secrets.length === 0 || data === undefined) return data;
  const clean = (_: string, value: unknown): unknown => {
    if (typeof value === 'string') return redacted(value, secrets);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [redacted(key, secrets), one]));
  };
  return JSON.parse(JSON.stringify(data, clean));
}

/** Whether bytes hold a secret, and which. */
export function revealedIn(bytes: Buffer, secrets: readonly Secret[]): string | undefined {
  const text = bytes.toString('latin1');
  return secrets.find((secret) => formsOf(secret).some((form) => text.includes(BYTES(form))))?.name;
}

/** A stream without its secrets. `push` keeps back what may be the beginning of one; `end` gives the rest. */
export interface Redactor {
  push(chunk: Buffer): Buffer;
  end(): Buffer;
}

export function redactor(secrets: readonly Secret[]): Redactor {
  if (secrets.length === 0) return { push: (chunk) => chunk, end: () => Buffer.alloc(0) };
  const { pattern, names } = compiled(secrets, BYTES);
  const forms = [...names.keys()];
  let held = '';
  return {
    push(chunk) {
      const text = held + chunk.toString('latin1');
      let out = '';
      let from = 0;
      let keep = keptFrom(text, forms, 0);
      for (const match of text.matchAll(pattern)) {
        if (match.index >= keep) break;
        out += `${text.slice(from, match.index)}${names.get(match[0]) ?? ''}`;
        from = match.index + match[0].length;
        if (from > keep) keep = keptFrom(text, forms, from);
      }
      out += text.slice(from, keep);
      held = text.slice(keep);
      return Buffer.from(out, 'latin1');
    },
    end() {
      const rest = written(secrets, BYTES)(held);
      held = '';
      return Buffer.from(rest, 'latin1');
    },
  };
}

/** Where the first proper beginning of a form starts that goes on to the end of the text. */
function keptFrom(text: string, forms: readonly string[], from: number): number {
  const longest = Math.max(...forms.map((form) => form.length));
  for (let start = Math.max(from, text.length - longest + 1); start < text.length; start++) {
    const rest = text.slice(start);
    if (forms.some((form) => form.length > rest.length && form.startsWith(rest))) return start;
  }
  return text.length;
}

type Encoding = (form: string) => string;
const TEXT: Encoding = (form) => form;
const BYTES: Encoding = (form) => Buffer.from(form).toString('latin1');

function written(secrets: readonly Secret[], encoding: Encoding): (text: string) => string {
  if (secrets.length === 0) return (text) => text;
  const { pattern, names } = compiled(secrets, encoding);
  return (text) => text.replace(pattern, (found) => names.get(found) ?? '');
}

interface Compiled {
  readonly pattern: RegExp;
  /** What each form is replaced by. */
  readonly names: ReadonlyMap<string, string>;
}

const known = new WeakMap<readonly Secret[], Map<Encoding, Compiled>>();

function compiled(secrets: readonly Secret[], encoding: Encoding): Compiled {
  const before = known.get(secrets) ?? new Map<Encoding, Compiled>();
  known.set(secrets, before);
  const found = before.get(encoding);
  if (found !== undefined) return found;
  const names = new Map<string, string>();
  for (const secret of secrets) {
    for (const form of formsOf(secret)) {
      if (!names.has(encoding(form))) names.set(encoding(form), encoding(`[${secret.name}]`));
    }
  }
  // The first alternative that fits is taken: the longest must come first.
  const forms = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'), 'g');
  const made = { pattern, names };
  before.set(encoding, made);
  return made;
}

/** How a value may be written: as it is, in JSON, in a URL, and in Base64 at any place of a longer text. */
function formsOf({ value }: Secret): readonly string[] {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter((line) => line.length >= 2 * LEAST) : [];
  const percent = percentEncoded(value);
  const inner = [0, 1, 2].map((offset) => base64Of(value, offset));
  const forms = [
    value,
    ...lines,
    JSON.stringify(value).slice(1, -1),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    percent.replaceAll('%20', '+'),
    ...inner,
    ...inner.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(forms)].filter((form) => form.length >= Math.min(LEAST, value.length));
}

function percentEncoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Base64 of the value behind so many other bytes, without the characters that depend on its neighbours. */
function base64Of(value: string, offset: number): string {
  const bytes = Buffer.from(value);
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const whole = (offset + bytes.length) % 3 === 0;
  return text.slice(offset === 0 ? 0 : offset + 1, whole ? undefined : -1);
}
