import { UserError } from '../../lib/user-error.ts';
import { kindOf, mistake, refuseUnknown, type Setting, type Written } from '../../spec/spec.ts';
import { fixedOf } from '../settings.ts';
import { type ConfigKey, GATE_KEYS, GATE_NAME } from './key.ts';

/** The value of a setting as its flag would give it. Throws `UserError` with file, line and key. */
export function configValue(known: ConfigKey, { value, line }: Setting, file: string): unknown {
  const { key } = known;
  if (value.kind === 'scalar' && value.value === null)
    throw mistake(file, line, `${key} has no value: give it one or remove the line.`);
  if (known.type !== 'list') return at(file, line, () => known.parse(scalarOf(known, value, file), key));
  const items = value.kind === 'list' ? value.items : [value];
  const given = items.map((item, index) => {
    const text = key === 'gates' ? gateOf(item, index, file) : textOf(key, item, file);
    at(file, item.line, () => known.parse(text, key));
    return text;
  });
  if (key === 'gates')
    items.forEach((item, index) => void at(file, item.line, () => fixedOf({ gate: given.slice(0, index + 1) })));
  // An empty list is as good as none.
  return given.length === 0 ? undefined : known.parse(given, key);
}

function scalarOf({ key, type }: ConfigKey, value: Written, file: string): unknown {
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
  refuseUnknown(item, file, GATE_KEYS);
  const part = (key: (typeof GATE_KEYS)[number]): string | undefined => {
    const found = item.settings.find((setting) => setting.key === key);
    return found === undefined ? undefined : textOf(`${key} of a gate`, found.value, file).trim();
  };
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

/** Says where in the file a mistake is. */
function at<T>(file: string, line: number, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UserError) throw mistake(file, line, error.message.replace(/^--gate/, 'the gate'));
    throw error;
  }
}
