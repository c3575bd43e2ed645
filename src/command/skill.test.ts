import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import type { Option } from './option.ts';
import { COMMANDS } from './registry.ts';

const FOLDER = join(import.meta.dirname, '../../skills');
const SKILLS = readdirSync(FOLDER).sort();
const skillOf = (name: string): string => join(FOLDER, name, 'SKILL.md');
const pagesOf = (name: string): readonly string[] => {
  const references = join(FOLDER, name, 'references');
  const others = existsSync(references) ? readdirSync(references).map((page) => join(references, page)) : [];
  return [skillOf(name), ...others];
};
const textOf = (path: string): string => readFileSync(path, 'utf8');

/** Pages that list commands, and the verbs that whoever reads them may need. */
const LISTS = [
  ['discover/SKILL.md', /^(init|doctor|config .*|env .*|harness .*|exp (new|eval|discard|status|gate .*))$/],
  ['evolve/SKILL.md', /^(run|status|log|answer|stop|report|leaderboard|show|diff|apply|doctor|context|judge|db \w+)$/],
  ['goals/SKILL.md', /^(goals .*|status|stop|log|show|report|doctor|config (get|set|show))$/],
  [
    'optimize/references/cli.md',
    /^(init|optimize|status|stop|doctor|exp .*|direct|ack|harness .*|workspace .*|config .*|env .*|report|apply|log|import evo)$/,
  ],
] as const;
const SECTION = /(<!-- commands: [^\n]* -->\n)[\s\S]*?(\n<!-- \/commands -->)/;

async function commands(needed: RegExp): Promise<string> {
  const rows = await Promise.all(
    COMMANDS.filter(({ name }) => needed.test(name)).map(async ({ name, summary, load }) => {
      const { positional, options } = await load();
      const places = positional.map((key) => ` ${options[key]?.flag.replace(/^[<[](.*)[>\]]$/, '[$1]')}`).join('');
      // A bar would begin another column.
      return [`\`evolve ${name}${places.replaceAll('|', '/')}\``, summary] as const;
    }),
  );
  const all = [['command', 'what it does'] as const, ...rows];
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((one, column) => one.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = ['', ''], ...others] = all;
  return ['', line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others.map(line), ''].join(
    '\n',
  );
}

/** The commands of a page: lines of shell blocks and of code in the text that begin with evolve, their continuations joined. */
function callsIn(page: string): readonly string[] {
  const blocks = [...textOf(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, body = '']) => body);
  const inline = [...textOf(page).matchAll(/`(evolve [^`]+)`/g)].map(([, call = '']) => call);
  const lines = blocks.flatMap((body) => body.replace(/\\\n\s*/g, '').split('\n'));
  return [...lines, ...inline].filter((line) => line.startsWith('evolve '));
}

/** Words of a shell line, quotes taken off. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|[^\s'"]+/g)].map(([word, one, two]) => one ?? two ?? word);

const COMMON = ['--json', '--cwd', '--help', '-q', '--quiet', '-v', '--verbose'];

/** Flags of an option, and whether they take a value. */
function flagsOf({ flag, type }: Option<unknown>): readonly (readonly [string, boolean])[] {
  const names = flag.match(/(?<=^|[ ,])--?[A-Za-z][\w-]*/g) ?? [];
  const reverse = type === 'switch' ? names.map((name) => name.replace(/^--(?!no-)/, '--no-')) : [];
  return [...names, ...reverse].map((name) => [name, /[<[]/.test(flag)] as const);
}

/** What is wrong with a call, if anything. */
async function wrongWith(call: string): Promise<string | undefined> {
  const redirected = call.replace(/ > \S+$/, '');
  const [, ...words] = wordsOf(redirected);
  const names = [3, 2, 1].map((count) => words.slice(0, count).join(' '));
  const name = names.find((one) => COMMANDS.some((listed) => listed.name === one));
  if (words[0] === '--help' || words[0] === 'VERB') return undefined;
  const listed = COMMANDS.find((one) => one.name === name);
  // `evolve db` names them all.
  if (listed === undefined)
    return COMMANDS.some((one) => one.name.startsWith(`${words.join(' ')} `)) ? undefined : `no verb: ${call}`;
  const { options, positional } = await listed.load();
  const flags = new Map(Object.values(options).flatMap(flagsOf));
  const places: string[] = [];
  const rest = words.slice(listed.name.split(' ').length);
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? '';
    if (!word.startsWith('-')) places.push(word);
    else if (flags.get(word) === true) index++;
    else if (!flags.has(word) && !COMMON.includes(word)) return `no flag ${word}: ${call}`;
  }
  const isList = options[positional.at(-1) ?? '']?.type === 'list';
  return places.length > positional.length && !isList ? `too many words: ${call}` : undefined;
}

describe('the skills', () => {
  it.each(LISTS)('%s lists the commands as they are (vitest -u writes it)', async (name, needed) => {
    const page = join(FOLDER, name);
    const table = await commands(needed);
    const whole = textOf(page).replace(SECTION, (_all, begin: string, end: string) => `${begin}${table}${end}`);
    await expect(whole).toMatchFileSnapshot(page);
    expect(whole).toMatch(SECTION);
  });

  it.each(SKILLS)('%s has the front matter that hosts read', (folder) => {
    const [, matter = ''] = /^---\n(name: [\s\S]*?)\n---\n/.exec(textOf(skillOf(folder))) ?? [];
    const { name, description, ...more } = parse(matter);
    expect(name).toBe(folder);
    expect(description.length).toBeGreaterThan(100);
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(more).toEqual({});
    expect(manifest.files).toContain('skills');
  });

  it.each(SKILLS)('%s is short, for every host, and links what is there', (folder) => {
    expect(textOf(skillOf(folder)).split('\n').length).toBeLessThan(500);
    for (const page of pagesOf(folder)) {
      expect(textOf(page), page).not.toMatch(/~\/|\/home\/|\/Users\/|\.claude|\.codex|CLAUDE_|\$\{/);
      for (const [, link = ''] of textOf(page).matchAll(/\]\(([^)#]+)\)/g))
        expect(existsSync(join(dirname(page), link)), link).toBe(true);
    }
  });

  it.each(SKILLS)('%s calls only what there is', async (folder) => {
    const calls = pagesOf(folder).flatMap(callsIn);
    expect(calls.length).toBeGreaterThan(5);
    const wrong = await Promise.all(calls.map(wrongWith));
    expect(wrong.filter((one) => one !== undefined)).toEqual([]);
  });

  it('would notice a call of what there is not', async () => {
    expect(await wrongWith('evolve db ad evolve-output')).toMatch(/^no verb/);
    expect(await wrongWith('evolve run "node b.js" --fils a.js')).toMatch(/^no flag --fils/);
    expect(await wrongWith('evolve status r1')).toMatch(/^too many words/);
    expect(await wrongWith('evolve exp gate list exp_0001 x')).toMatch(/^too many words/);
  });
});
