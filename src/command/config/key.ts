import type { JsonSchema, Option } from '../option.ts';
import { RUN_OPTIONS } from '../settings.ts';

/** A setting of `evolve run` as it is called in evolve.yaml. */
export interface ConfigKey {
  readonly key: string;
  /** Its name among the options of `evolve run`. */
  readonly option: string;
  readonly text: string;
  readonly type: Option<unknown>['type'];
  readonly schema: JsonSchema;
  readonly parse: Option<unknown>['parse'];
}

/** Lists are named by what they hold; a flag that is repeated is named by one of them. */
const PLURALS: Readonly<Record<string, string>> = { gate: 'gates', input: 'inputs', lens: 'lenses' };

/** What a call decides and no file can. */
const PER_CALL: readonly string[] = ['resume', 'fresh', 'force'];

export const GATE_KEYS = ['name', 'command', 'phase'] as const;
export const GATE_NAME = /^[a-z][a-z0-9-]*$/;

const GATE: JsonSchema = {
  type: 'object',
  properties: {
    name: { description: 'how reports call it', type: 'string', pattern: GATE_NAME.source },
    command: { description: 'must exit 0', type: 'string', minLength: 1 },
    phase: { description: 'before or after the benchmark (default: pre)', enum: ['pre', 'post'] },
  },
  required: ['command'],
  additionalProperties: false,
};

/** Every key of evolve.yaml, in the order of the flags. */
export const CONFIG_KEYS: readonly ConfigKey[] = Object.entries<Option<unknown>>(RUN_OPTIONS)
  .filter(([name]) => !PER_CALL.includes(name))
  .map(([name, option]) => {
    const { type, parse } = option;
    const key = keyOf(option.flag);
    return { key, option: name, text: textOf(option.text), type, schema: schemaOf(key, option), parse };
  });

/** What to say to those who write a flag that is no key. */
export const NOT_KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  PER_CALL.map((name) => [name, `It belongs on the command line: --${name}.`]),
);

function keyOf(flag: string): string {
  const name = /--([a-z][a-z-]*)/.exec(flag)?.[1] ?? flag.replace(/[<>]/g, '');
  return PLURALS[name] ?? name;
}

/** What is said of repeating a flag says nothing of a list. */
function textOf(help: string): string {
  return help.replace(/; may be repeated$/, '').replace(/, separated by commas$/, '');
}

/** A single text stands for a list of one. */
function schemaOf(key: string, { type, schema }: Option<unknown>): JsonSchema {
  if (type !== 'list') return schema;
  const one: JsonSchema = { type: 'string', minLength: 1 };
  return { anyOf: [one, { type: 'array', items: key === 'gates' ? { anyOf: [one, GATE] } : one }] };
}
