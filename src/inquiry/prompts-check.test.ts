import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWN_PROMPTS } from '../domain/own-prompt.ts';

const SRC = resolve(import.meta.dirname, '..');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\/prompts\/[^/]+\.md$/.test(path),
);
const OURS: Readonly<Record<string, string>> = { brief: 'inquiry/prompts/brief-writer.md' };

describe('our prompts', () => {
  it('have names of their own: in the package they lie in one folder', () => {
    const names = files.map((file) => basename(file));
    expect(names.filter((name, nth) => names.indexOf(name) !== nth)).toEqual([]);
  });

  it.each(Object.entries(OWN_PROMPTS))('%s has the places that the user’s own may have', (name, values) => {
    const file = OURS[name] ?? files.find((one) => basename(one, '.md') === name);
    expect(file, `there is no ${name}.md`).toBeDefined();
    const text = readFileSync(resolve(SRC, file ?? ''), 'utf8');
    const used = [...text.matchAll(/\{\{[#/]?(\w+)\}\}/g)].map(([, one = '']) => one);
    expect([...new Set(used)].sort()).toEqual([...values].sort());
  });
});
