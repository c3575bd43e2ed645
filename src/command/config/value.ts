import { UserError } from '../../lib/user-error.ts';
import { kindOf, mistake, refuseUnknown, type Setting, type Written } from '../../spec/spec.ts';
import { fixedOf } from '../settings.ts';
import { APPOINTED_KEYS, GATE_KEYS, GATE_NAME, type PlainKey, RUNG_KEYS, THRESHOLD } from './key.ts';

/** The value of a setting as its flag would give it. Throws `UserError` with file, line and key. */
export function configValue(known: PlainKey, { value, line }: Setting, file: string): unknown {
  const { key } = known;
  if (value.kind === 'scalar' && value.value === null)
    throw mistake(file, line, `${key} has no value: give it one or remove the line.`);
  if (known.type !== 'list') {
    const scalar = known.option === 'frontierParams' ? objectOf(value) : undefined;
    const given = scalar ?? scalarOf(known, value, file);
    return at(file, line, () => known.parse(given, key));
  }
  const items = value.kind === 'list' ? value.items : [value];
  const given = items.map((item, index) => {
    const text = itemOf(key)?.(item, index, file) ?? textOf(key, item, file);
    at(file, item.line, () => known.parse(text, key));
    return text;
  });
  if (itemOf(key) !== undefined)
    items.forEach(
      (item, index) => void at(file, item.line, () => fixedOf({ [known.option]: given.slice(0, index + 1) })),
    );
  // An empty list is as good as none.
  return given.length === 0 ? undefined : known.parse(given, key);
}

/** Lists whose items may be maps. */
const ITEMS: Readonly<Record<string, (item: Written, index: number, file: string) => string>> = {
  gates: gateOf,
  cascade: rungOf,
};

const itemOf = (key: string) => (key.startsWith('agents.') ? appointedOf : ITEMS[key]);

/** A map of numbers as the JSON that the flag takes; undefined of what is no map. */
function objectOf(value: Written): string | undefined {
  if (value.kind !== 'map') return undefined;
  const entries = value.settings.map(({ key, value: one }) => [key, one.kind === 'scalar' ? one.value : null]);
  return JSON.stringify(Object.fromEntries(entries));
}

function scalarOf({ key, type }: PlainKey, value: Written, file: string): unknown {
  if (value.kind !== 'scalar') throw mistake(file, value.line, `${key} takes one value, not ${kindOf(value)}.`);
  return type === 'switch' ? value.value : value.text;
}

function textOf(key: string, value: Written, file: string): string {
  if (value.kind !== 'scalar')
    throw mistake(file, value.line, `${key} takes a list of texts, not ${kindOf(value)} in it.`);
  return value.text;
}

/** A gate as `--gate` takes it. A map names all of it, so that nothing in its command is taken for a name. */
function gateOf(item: Written, index: number, file: string): string {
  if (item.kind !== 'map') return textOf('gates', item, file);
  const part = partsOf(item, 'a gate', GATE_KEYS, file);
  const command = part('command') ?? '';
  const name = part('name') ?? `gate${index + 1}`;
  const phase = part('phase') ?? 'pre';
  if (command === '') throw mistake(file, item.line, 'a gate needs a command.');
  if (!GATE_NAME.test(name))
    throw mistake(file, item.line, `${JSON.stringify(name)} can't name a gate: use small letters, digits and -.`);
  if (phase !== 'pre' && phase !== 'post')
    throw mistake(file, item.line, `phase of a gate takes pre or post, not ${JSON.stringify(phase)}.`);
  return `${phase}:${name}=${command}`;
}

/** A rung as `--cascade` takes it. */
function rungOf(item: Written, _index: number, file: string): string {
  if (item.kind !== 'map') return textOf('cascade', item, file);
  const part = partsOf(item, 'a rung', RUNG_KEYS, file);
  const [name, command = '', threshold = ''] = [part('name'), part('command'), part('threshold')];
  if (command === '') throw mistake(file, item.line, 'a rung needs a command.');
  if (name !== undefined && !GATE_NAME.test(name))
    throw mistake(file, item.line, `${JSON.stringify(name)} can't name a rung: use small letters, digits and -.`);
  if (!THRESHOLD.test(threshold))
    throw mistake(file, item.line, 'threshold of a rung takes a score, or a share of the seed’s such as 90%.');
  return `${name === undefined ? '' : `${name}=`}${threshold}:${command}`;
}

/** An agent as `--agent` takes it, without its role. */
function appointedOf(item: Written, _index: number, file: string): string {
  if (item.kind !== 'map') return textOf('agents', item, file);
  const part = partsOf(item, 'an agent', APPOINTED_KEYS, file);
  const [agent = '', weight = '1'] = [part('agent'), part('weight')];
  if (agent === '') throw mistake(file, item.line, 'an agent needs its name: agent: claude.');
  if (!(Number(weight) > 0)) throw mistake(file, item.line, `weight of ${agent} takes a number above 0.`);
  return `${weight}*${agent}`;
}

/** The texts in a map of these keys. */
function partsOf<K extends string>(
  item: Extract<Written, { kind: 'map' }>,
  of: string,
  keys: readonly K[],
  file: string,
): (key: K) => string | undefined {
  refuseUnknown(item, file, keys);
  return (key) => {
    const found = item.settings.find((setting) => setting.key === key);
    return found === undefined ? undefined : textOf(`${key} of ${of}`, found.value, file).trim();
  };
}

/** Says where in the file a mistake is. */
function at<T>(file: string, line: number, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UserError)
      throw mistake(file, line, error.message.replace(/^--gate/, 'the gate').replace(/^--cascade/, 'the rung'));
    throw error;
  }
}
