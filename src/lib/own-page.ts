import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from './page.ts';
import { render } from './template.ts';
import { UserError } from './user-error.ts';

/** Longer ones leave no room for what they are about. */
const MOST_BYTES = 16 * 1024;

/** The files of a folder in place of ours: what is not in it, or where there is no folder, is ours. One may leave values out. */
export function ownPages(page: Page, folder: string | undefined): Page {
  const texts = new Map<string, string | undefined>();
  return (name, values = {}) => {
    if (!texts.has(name)) texts.set(name, folder === undefined ? undefined : textIn(folder, name));
    const own = texts.get(name);
    if (folder === undefined || own === undefined) return page(name, values);
    const { used } = placesIn(own, Object.keys(values), folder, name);
    return render(own, Object.fromEntries(used.map((one) => [one, values[one] ?? ''])));
  };
}

/** Throws UserError unless every file of the folder replaces one of these, and has places for nothing but what it is given. */
export function checkPages(folder: string, pages: Readonly<Record<string, readonly string[]>>): void {
  for (const file of filesIn(folder)) {
    const name = basename(file, '.md');
    const values = pages[name];
    if (values === undefined)
      throw new UserError(
        `${join(folder, file)} replaces no prompt: rename or remove it. There are: ${Object.keys(pages).join(', ')}.`,
      );
    const text = textIn(folder, name) ?? '';
    const { used } = placesIn(text, values, folder, name);
    try {
      render(text, Object.fromEntries(used.map((one) => [one, one])));
    } catch (error) {
      throw new UserError(`${join(folder, file)}: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw new UserError(`${folder} can't be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function textIn(folder: string, name: string): string | undefined {
  const path = join(folder, `${name}.md`);
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new UserError(`${path} is no file: write the prompt into it, or remove it.`);
    if (stats.size > MOST_BYTES)
      throw new UserError(`${path} has ${stats.size} bytes: a prompt may have ${MOST_BYTES}. Make it shorter.`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    if (text.trim() === '') throw new UserError(`${path} is empty: write the prompt into it, or remove it.`);
    return text;
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (isMissing(error)) return undefined;
    throw new UserError(`${path} can't be read as text: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function placesIn(text: string, values: readonly string[], folder: string, name: string) {
  const used = [...new Set([...text.matchAll(/\{\{[#/]?(\w+)\}\}/g)].map(([, one = '']) => one))];
  const unknown = used.find((one) => !values.includes(one));
  if (unknown === undefined) return { used };
  const may =
    values.length === 0 ? 'This prompt has none' : `It may have: ${values.map((one) => `{{${one}}}`).join(', ')}`;
  throw new UserError(`${join(folder, `${name}.md`)} has {{${unknown}}}, which there is nothing for. ${may}.`);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
