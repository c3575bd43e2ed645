import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { render } from './template.ts';
import { UserError } from './user-error.ts';

/** A text by its name, filled in. */
export type Page = (name: string, values?: Readonly<Record<string, string>>) => string;

/** The files of `prompts` beside a module. In the package they lie beside the bundle, in the source tree beside the module. */
export function pagesBeside(module: string): Page {
  const texts = new Map<string, string>();
  return (name, values = {}) => {
    const text = texts.get(name) ?? readFileSync(fileURLToPath(new URL(`./prompts/${name}.md`, module)), 'utf8');
    texts.set(name, text);
    return render(text, values);
  };
}

/**
 * Pages of which the user has written some in other words: texts by name. Contract: such a text holds as many of the values
 * as it likes, each as often as it likes; a name that has no value is the user's mistake.
 */
export function inOtherWords(page: Page, texts: Readonly<Record<string, string>> = {}): Page {
  return (name, values = {}) => {
    const text = texts[name];
    if (text === undefined) return page(name, values);
    const names = new Set([...text.matchAll(/\{\{[#/]?(\w+)\}\}/g)].map(([, one = '']) => one));
    const unknown = [...names].find((one) => values[one] === undefined);
    if (unknown !== undefined)
      throw new UserError(
        `The prompt ${name}.md names {{${unknown}}}, which there is not. There are: ${Object.keys(values).join(', ')}`,
      );
    return render(text, Object.fromEntries(Object.entries(values).filter(([one]) => names.has(one))));
  };
}
