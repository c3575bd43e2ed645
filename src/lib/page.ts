import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { render } from './template.ts';

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
