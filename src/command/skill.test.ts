import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import type { Option } from './option.ts';
import { COMMANDS } from './registry.ts';

const FOLDER = join(import.meta.dirname, '../../skills/evolve');
const SKILL = join(FOLDER, 'SKILL.md');
const PAGES = [SKILL, ...readdirSync(join(FOLDER, 'references')).map((name) => join(FOLDER, 'references', name))];
const textOf = (path: string): string => readFileSync(path, 'utf8');

/** The verbs that the skill may need, in the order of its text. */
const NEEDED = /^(run|status|log|answer|stop|report|leaderboard|show|diff|apply|doctor|context|judge|db \w+)$/;
const SECTION = /(<!-- commands: [^\n]* -->\n)[\s\S]*?(\n<!-- \/commands -->)/;

async function commands(): Promise<string> {
  const rows = await Promise.all(
    COMMANDS.filter(({ name }) => NEEDED.test(name)).map(async ({ name, summary, load }) => {
      const { positional, options } = await load();
      const places = positional.map((key) => ` ${options[key]?.flag.replace(/^[<[](.*)[>\]]$/, '[$1]')}`).join('');
      return [`\`evolve ${name}${places}\``, summary] as const;
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
  const name = [words.slice(0, 2).join(' '), words[0]].find((one) => COMMANDS.some((listed) => listed.name === one));
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
  return places.length > positional.length ? `too many words: ${call}` : undefined;
}

describe('the skill', () => {
  it('lists the commands as they are (vitest -u writes it)', async () => {
    const table = await commands();
    const whole = textOf(SKILL).replace(SECTION, (_all, begin: string, end: string) => `${begin}${table}${end}`);
    await expect(whole).toMatchFileSnapshot(SKILL);
    expect(whole).toMatch(SECTION);
  });

  it('has the front matter that hosts read', () => {
    const [, matter = ''] = /^---\n(name: [\s\S]*?)\n---\n/.exec(textOf(SKILL)) ?? [];
    const { name, description, ...more } = parse(matter);
    expect(name).toBe('evolve');
    expect(description.length).toBeGreaterThan(100);
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(more).toEqual({});
    expect(manifest.files).toContain('skills');
  });

  it('is short, for every host, and links what is there', () => {
    expect(textOf(SKILL).split('\n').length).toBeLessThan(500);
    for (const page of PAGES) {
      expect(textOf(page), page).not.toMatch(/~\/|\/home\/|\/Users\/|\.claude|\.codex|CLAUDE_|\$\{/);
      for (const [, link = ''] of textOf(page).matchAll(/\]\(([^)#]+)\)/g))
        expect(existsSync(join(dirname(page), link)), link).toBe(true);
    }
  });

  it('calls only what there is', async () => {
    const calls = PAGES.flatMap(callsIn);
    expect(calls.length).toBeGreaterThan(20);
    const wrong = await Promise.all(calls.map(wrongWith));
    expect(wrong.filter((one) => one !== undefined)).toEqual([]);
    expect(await wrongWith('evolve db ad evolve-output')).toMatch(/^no verb/);
    expect(await wrongWith('evolve run "node b.js" --fils a.js')).toMatch(/^no flag --fils/);
    expect(await wrongWith('evolve status r1')).toMatch(/^too many words/);
  });
});
