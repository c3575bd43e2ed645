import { ROLES, type Role } from '../../domain/agent.ts';
import { EXPERIMENTING_OPTIONS } from '../experimenting.ts';
import { LADDERING_OPTIONS } from '../laddering.ts';
import type { JsonSchema, Option } from '../option.ts';
import { ROUNDING_OPTIONS } from '../rounding.ts';
import { RUN_OPTIONS } from '../settings.ts';
import { AGENTS, GROUPS, type Group, NETWORK, STEP_PARTS } from './group.ts';

/** A setting of `evolve run` as it is called in evolve.yaml: one value, or a map of them. */
export type ConfigKey = PlainKey | GroupKey;

export interface PlainKey {
  readonly key: string;
  /** Its name among the options of `evolve run`. */
  readonly option: string;
  readonly text: string;
  readonly type: Option<unknown>['type'];
  readonly schema: JsonSchema;
  readonly parse: Option<unknown>['parse'];
}

/** Settings that belong together: each has a flag of its own and is part of a map here. */
export interface GroupKey {
  readonly key: string;
  readonly text: string;
  readonly type: 'group';
  readonly schema: JsonSchema;
  /** The setting that a value gives which is no map. */
  readonly bare?: PlainKey;
  readonly parts: readonly PlainKey[];
  /** The parts without which it says nothing. */
  readonly needs: readonly string[];
  /** Commands for which the parts can be given apart. */
  readonly steps: readonly string[];
}

/** Lists are named by what they hold; a flag that is repeated is named by one of them. */
const PLURALS: Readonly<Record<string, string>> = { gate: 'gates', input: 'inputs', lens: 'lenses', price: 'prices' };

/** What a call decides and no file can. */
const PER_CALL: readonly string[] = ['resume', 'fresh', 'force', 'dryRun'];

export const APPOINTED_KEYS = ['agent', 'weight'] as const;
export const GATE_KEYS = ['name', 'command', 'phase'] as const;
export const RUNG_KEYS = ['name', 'command', 'threshold'] as const;
export const GATE_NAME = /^[a-z][a-z0-9-]*$/;
export const THRESHOLD = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?%?$/i;

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

const RUNG: JsonSchema = {
  type: 'object',
  properties: {
    name: { description: 'how reports call it', type: 'string', pattern: GATE_NAME.source },
    command: { description: 'a cheaper benchmark', type: 'string', minLength: 1 },
    threshold: {
      description: 'the score to reach, or a share of the seed’s such as 90%',
      type: ['number', 'string'],
      pattern: '^[+-]?[\\d.]+([eE][+-]?\\d+)?%?$',
    },
  },
  required: ['command', 'threshold'],
  additionalProperties: false,
};

const APPOINTED: JsonSchema = {
  type: 'object',
  properties: {
    agent: { description: 'as --agent takes it', type: 'string', minLength: 1 },
    weight: { description: 'its share of the work (default: 1)', type: 'number', exclusiveMinimum: 0 },
  },
  required: ['agent'],
  additionalProperties: false,
};

/** What an agent of each role is for. */
const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  author: 'who makes the changes, as --agent takes them (default: the built-in operators)',
  expert: 'who makes the changes that a brief calls hard (default: the first author)',
  judge: 'who scores the code where it is judged (default: the first author)',
  briefer:
    'who says what a target without a comment is for, and writes the briefs of a round (default: the first author)',
  verifier:
    'who says whether a change of a round is honest, before and after it is measured (default: the first author)',
  scanner: 'who reads what the experiments of a round have in common (default: the first author)',
  ideator: 'who looks for new ideas for rounds (default: the first author)',
  analyst: 'who watches rounds while they go on (default: the first author)',
};

/** Lists whose items may also be maps. */
const MAPS: Readonly<Record<string, JsonSchema>> = {
  gates: GATE,
  cascade: RUNG,
  ...Object.fromEntries(ROLES.map((role) => [role, APPOINTED])),
};

const OPTIONS = new Map(
  Object.entries<Option<unknown>>({
    ...RUN_OPTIONS,
    ...EXPERIMENTING_OPTIONS,
    ...ROUNDING_OPTIONS,
    ...LADDERING_OPTIONS,
  }),
);

/** Every key of evolve.yaml, in the order of the flags. */
export const CONFIG_KEYS: readonly ConfigKey[] = [...OPTIONS.keys()]
  .filter((name) => !PER_CALL.includes(name))
  .flatMap((name): readonly ConfigKey[] => {
    if (name === 'agent') return [plainKey(name), groupKey(AGENTS)];
    const group = GROUPS.find(({ options }) => options.includes(name));
    if (group === undefined) return [plainKey(name)];
    return group.options[0] === name ? [groupKey(group)] : [];
  });

/** What to say to those who write a flag that is no key. */
export const NOT_KEYS: Readonly<Record<string, string>> = Object.fromEntries([
  ...PER_CALL.map((name) => [flagOf(name), `It belongs on the command line: --${flagOf(name)}.`]),
  ...GROUPS.flatMap(({ key, parts }) =>
    Object.entries(parts)
      .map(([part, option]) => [flagOf(option), `Write "${key}:" and "${part}:" indented below it.`])
      .filter(([flag]) => flag !== key),
  ),
]);

function plainKey(option: string, key = PLURALS[flagOf(option)] ?? flagOf(option)): PlainKey {
  const { text, type, parse, schema } = optionOf(option);
  const said = ROLES.find((role) => role === key);
  return {
    key,
    option,
    text: said === undefined ? textOf(text) : ROLE_TEXTS[said],
    type,
    schema: option === 'frontierParams' ? { type: ['object', 'string'] } : schemaOf(key, type, schema),
    parse,
  };
}

function groupKey({ key, text, bare, parts, needs = [], steps = [] }: Group): GroupKey {
  const one = bare === undefined ? undefined : plainKey(bare, key);
  const members = Object.entries(parts).map(([name, option]) => plainKey(option, name));
  const map = mapSchema(members, needs, steps);
  return {
    key,
    text: text ?? one?.text ?? '',
    type: 'group',
    schema: one === undefined ? map : { anyOf: [one.schema, map] },
    ...(one === undefined ? {} : { bare: one }),
    parts: members,
    needs,
    steps,
  };
}

function mapSchema(parts: readonly PlainKey[], needs: readonly string[], steps: readonly string[]): JsonSchema {
  const apart = parts.filter(({ key }) => STEP_PARTS.includes(key));
  const ofStep: JsonSchema = { type: 'object', properties: described(apart, true), additionalProperties: false };
  return {
    type: 'object',
    properties: { ...described(parts, false), ...Object.fromEntries(steps.map((step) => [step, ofStep])) },
    ...(needs.length === 0 ? {} : { required: needs }),
    additionalProperties: false,
  };
}

function described(parts: readonly PlainKey[], ofStep: boolean): JsonSchema {
  const network = ofStep ? { type: 'boolean' } : NETWORK;
  return Object.fromEntries(
    parts.map(({ key, text, schema }) => [key, { description: text, ...(key === 'network' ? network : schema) }]),
  );
}

function optionOf(name: string): Option<unknown> {
  const option = OPTIONS.get(name);
  if (option === undefined) throw new Error(`evolve run has no option ${name}`);
  return option;
}

/** The name of its flag without the dashes. */
function flagOf(option: string): string {
  const { flag } = optionOf(option);
  return /--([a-z][a-z-]*)/.exec(flag)?.[1] ?? flag.replace(/[<>]/g, '');
}

/** What is said of repeating a flag says nothing of a list. */
function textOf(help: string): string {
  return help.replace(/; may be repeated$/, '').replace(/, (separated by commas|as \[step:\]\w+)$/, '');
}

/** A single text stands for a list of one. */
function schemaOf(key: string, type: Option<unknown>['type'], schema: JsonSchema): JsonSchema {
  if (type !== 'list') return schema;
  const one: JsonSchema = { type: 'string', minLength: 1 };
  const map = MAPS[key];
  return { anyOf: [one, { type: 'array', items: map === undefined ? one : { anyOf: [one, map] } }] };
}
