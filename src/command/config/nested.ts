import { mistake, refuseUnknown, type Setting, type Written } from '../../spec/spec.ts';
import { STEP_PARTS } from './group.ts';
import type { ConfigKey, GroupKey, PlainKey } from './key.ts';
import { configValue } from './value.ts';

/** What one setting of the file says, by the names of the options. Throws `UserError` with file, line and key. */
export function configInput(known: ConfigKey, setting: Setting, file: string): Readonly<Record<string, unknown>> {
  if (known.type !== 'group') return named(known.option, configValue(known, setting, file));
  const { value } = setting;
  if (value.kind === 'map') return ofMap(known, value, file);
  const keys = known.parts.map(({ key }) => key).join(', ');
  if (known.bare === undefined) throw mistake(file, setting.line, `${known.key} is a map of keys: ${keys}.`);
  return named(known.bare.option, configValue(known.bare, setting, file));
}

function ofMap(
  known: GroupKey,
  map: Extract<Written, { kind: 'map' }>,
  file: string,
): Readonly<Record<string, unknown>> {
  const { key, bare, parts, needs, steps } = known;
  refuseUnknown(map, file, [...parts.map((part) => part.key), ...steps]);
  const missing = needs.find((need) => !map.settings.some((setting) => setting.key === need));
  if (missing !== undefined) throw mistake(file, map.line, `${key} needs a ${missing}.`);
  // A map for something that can also be switched on switches it on.
  const input: Record<string, unknown> = bare?.type === 'switch' ? { [bare.option]: true } : {};
  for (const setting of map.settings) {
    const part = parts.find((one) => one.key === setting.key);
    const given =
      part === undefined ? ofStep(known, setting, file) : partValue({ ...part, key: `${key}.${part.key}` }, setting);
    for (const [option, value] of Object.entries(given)) input[option] = joined(input[option], value);
  }
  return input;

  function partValue(part: PlainKey, setting: Setting): Readonly<Record<string, unknown>> {
    if (part.option === 'allowNetwork') return named(part.option, networkOf(part.key, steps, setting, file));
    const value = configValue(part, setting, file);
    if (part.option === 'agent' && isTexts(value))
      return named(
        part.option,
        value.map((one) => `${setting.key}=${one}`),
      );
    return named(part.option, steps.length > 0 && isTexts(value) ? value.map((text) => forAll(text, steps)) : value);
  }
}

/** What holds for one command alone: as the flags take it, with the command in front. */
function ofStep({ key, parts }: GroupKey, step: Setting, file: string): Readonly<Record<string, unknown>> {
  const name = `${key}.${step.key}`;
  const apart = parts.filter((part) => STEP_PARTS.includes(part.key));
  if (step.value.kind !== 'map')
    throw mistake(file, step.line, `${name} is a map of keys: ${apart.map((part) => part.key).join(', ')}.`);
  refuseUnknown(step.value, file, STEP_PARTS);
  const input: Record<string, unknown> = {};
  for (const setting of step.value.settings) {
    const part = apart.find((one) => one.key === setting.key);
    if (part === undefined) continue;
    const own = `${name}.${part.key}`;
    if (part.option === 'allowNetwork') {
      if (switchOf(own, setting, file)) input[part.option] = [step.key];
      continue;
    }
    const value = configValue({ ...part, key: own }, setting, file);
    if (isTexts(value)) input[part.option] = value.map((text) => `${step.key}:${text}`);
  }
  return input;
}

function networkOf(name: string, steps: readonly string[], { value }: Setting, file: string): readonly string[] {
  if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value ? ['all'] : [];
  const words = value.kind === 'list' ? value.items : [value];
  return words.map((word) => {
    if (word.kind === 'scalar' && [...steps, 'all'].includes(word.text)) return word.text;
    throw mistake(file, word.line, `${name} takes true, false or a list of ${steps.join(', ')}.`);
  });
}

function switchOf(name: string, { value, line }: Setting, file: string): boolean {
  if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
  throw mistake(file, line, `${name} takes true or false.`);
}

/** A path that begins like the name of a command is a path nevertheless. */
function forAll(text: string, steps: readonly string[]): string {
  return steps.some((step) => text.startsWith(`${step}:`)) ? `./${text}` : text;
}

const named = (option: string, value: unknown): Readonly<Record<string, unknown>> =>
  value === undefined || (isTexts(value) && value.length === 0) ? {} : { [option]: value };

/** What is said for all commands and for some of them comes together. */
const joined = (before: unknown, value: unknown): unknown =>
  isTexts(before) && isTexts(value) ? [...before, ...value] : value;

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value);
