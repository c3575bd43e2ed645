/** Formatters of markdown indent a tag that follows a list. */
const TAG_INDENT = /^[ \t]+(?=\{\{[#/]\w+\}\}$)/gm;

/**
 * A text with `{{name}}`, and `{{#name}}…{{/name}}` for what is left out when the value is empty.
 * Contract: strict: a name without a value, a value without a place and a section without an end throw. Values come in as
 * they are and are never looked into. Lines that hold nothing but a tag of a section or an empty value vanish, and where
 * something was left out one empty line remains.
 */
export function render(template: string, values: Readonly<Record<string, string>>): string {
  const names = [...template.matchAll(/\{\{[#/]?(\w+)\}\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => values[name] === undefined);
  if (unknown !== undefined) throw new Error(`there is no value for {{${unknown}}}`);
  const unused = Object.keys(values).find((name) => !names.includes(name));
  if (unused !== undefined) throw new Error(`the template has no {{${unused}}}`);
  const value = (name: string): string => values[name] ?? '';
  return sections(template.replace(TAG_INDENT, ''), value)
    .replace(/^\{\{(\w+)\}\}\n/gm, (line, name: string) => (value(name) === '' ? '' : line))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => value(name));
}

function sections(template: string, value: (name: string) => string): string {
  const tag = /\{\{([#/])(\w+)\}\}\n?/.exec(template);
  if (tag === null) return template;
  const [whole, kind, name = ''] = tag;
  if (kind === '/') throw new Error(`{{/${name}}} without a start`);
  const after = template.slice(tag.index + whole.length);
  const end = new RegExp(`\\{\\{/${name}\\}\\}\\n?`).exec(after);
  if (end === null) throw new Error(`{{#${name}}} without an end`);
  const inner = value(name) === '' ? '' : sections(after.slice(0, end.index), value);
  return template.slice(0, tag.index) + inner + sections(after.slice(end.index + end[0].length), value);
}
