import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { render } from './template.ts';

const texts = new Map<string, string>();

/** A file of `prompts`, filled in. They lie beside the bundle in the package, beside this file in the source tree. */
export function page(name: string, values: Readonly<Record<string, string>> = {}): string {
  const text = texts.get(name) ?? readFileSync(fileURLToPath(new URL(`./prompts/${name}.md`, import.meta.url)), 'utf8');
  texts.set(name, text);
  return render(text, values);
}
