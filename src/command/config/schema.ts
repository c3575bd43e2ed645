import type { JsonSchema } from '../option.ts';
import { CONFIG_KEYS } from './key.ts';

/** Where the schema is in the package, and what an editor is told to use. */
const SCHEMA_FILE = 'schema/evolve.schema.json';
const MODELINE = `# yaml-language-server: $schema=./node_modules/galapagos/${SCHEMA_FILE}`;

/** The JSON schema of evolve.yaml. */
export function configSchema(): JsonSchema {
  const properties = CONFIG_KEYS.map(({ key, text, schema }) => [key, { description: sentence(text), ...schema }]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'evolve.yaml',
    description: 'Settings of evolve run and evolve init. Each has a flag of the same name; flags win.',
    type: ['object', 'null'],
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

export type ConfigValues = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * An evolve.yaml with these settings, each under a comment that explains it, and others, all unless told, commented out.
 * Contract: reading it gives what the same values given as flags would. Throws on a key that there is not.
 */
export function commentedConfig(
  values: ConfigValues,
  open: readonly string[] = CONFIG_KEYS.map(({ key }) => key),
): string {
  const unknown = Object.keys(values).find((key) => !CONFIG_KEYS.some((known) => known.key === key));
  if (unknown !== undefined) throw new Error(`evolve.yaml has no key ${unknown}`);
  const given = CONFIG_KEYS.filter(({ key }) => values[key] !== undefined);
  const others = CONFIG_KEYS.filter(({ key }) => values[key] === undefined && open.includes(key));
  const written = given.map(({ key, text }) => `${comment(text)}\n${entry(key, values[key] ?? '')}\n`);
  const offered = others.map(({ key, text }) => `${comment(text)}\n# ${key}:\n`);
  return [`# Settings of evolve; flags win over them.\n${MODELINE}\n`, ...written, ...offered].join('\n');
}

function entry(key: string, value: ConfigValues[string]): string {
  if (typeof value !== 'object') return `${key}: ${scalar(value)}`;
  return value.length === 0 ? `${key}: []` : [`${key}:`, ...value.map((one) => `  - ${scalar(one)}`)].join('\n');
}

/** Plain where no reader of YAML could take it for anything else; JSON's quotes are also YAML's. */
function scalar(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const plain =
    /^[a-z./][\w./*=-]*( [\w./*=-]+)*$/i.test(value) && !/^(true|false|null|yes|no|on|off|\.inf|\.nan)$/i.test(value);
  return plain && !/^\.?\d/.test(value) ? value : JSON.stringify(value);
}

const WIDTH = 100;

/** The text as a sentence in comments, broken between words. */
function comment(text: string): string {
  const lines: string[] = [];
  for (const word of sentence(text).split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= WIDTH) lines.push(`# ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
