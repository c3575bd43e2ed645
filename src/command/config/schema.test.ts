import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom, double, integer, oneof, option, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from './file.ts';
import { CONFIG_KEYS, type ConfigKey, type PlainKey } from './key.ts';
import { commentedConfig, configSchema } from './schema.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** As the formatter wants it: short lists on one line. */
const pretty = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(/\[\s+("[^\][{}]*")\s+\]/g, (_, items: string) => `[${items.replace(/\s*\n\s*/g, ' ')}]`)}\n`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const KINDS: Readonly<Record<string, string>> = { switch: '`true` or `false`', integer: 'whole number', group: 'keys' };

function kindOf({ type, schema }: ConfigKey | PlainKey): string {
  return Array.isArray(schema.enum) ? schema.enum.map((one) => `\`${one}\``).join(', ') : (KINDS[type] ?? type);
}

/** A key, and the parts of a map with the key in front; a part that the bare value gives, too, is not told twice. */
function rowsOf(known: ConfigKey): string[][] {
  if (known.type !== 'group') return [[`\`${known.key}\``, kindOf(known), cell(known.text)]];
  const { key, text, bare } = known;
  const parts = known.parts.filter(({ option }) => option !== bare?.option);
  const value = bare === undefined ? kindOf(known) : `${kindOf(bare)}, or keys`;
  return [
    [`\`${key}\``, value, cell(text)],
    ...parts.map((part) => [`\`${key}.${part.key}\``, kindOf(part), cell(part.text)]),
  ];
}

/** Columns are as wide as the formatter makes them. */
function keyTable(): string {
  const all = [['key', 'value', 'meaning'], ...CONFIG_KEYS.flatMap(rowsOf)];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const [header = '', ...lines] = all.map(
    (row) => `| ${row.map((one, column) => one.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [header, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines].join('\n');
}

describe('what is generated from the options of a run', () => {
  it('the schema in the package is up to date (vitest -u writes it)', async () => {
    await expect(pretty(configSchema())).toMatchFileSnapshot(join(ROOT, 'schema/evolve.schema.json'));
  });

  it('the keys in docs/configuration.md are up to date (vitest -u writes them)', async () => {
    const path = join(ROOT, 'docs/configuration.md');
    const text = readFileSync(path, 'utf8');
    const block = /(?<=<!-- keys -->\n)[\s\S]*(?=<!-- end of keys -->)/;
    expect(text).toMatch(block);
    await expect(text.replace(block, () => `\n${keyTable()}\n\n`)).toMatchFileSnapshot(path);
  });

  it('the examples in docs/configuration.md have no mistakes', async () => {
    const text = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');
    const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, example = '']) => example);
    const read = await Promise.all(examples.map((example) => parseConfig(example, 'evolve.yaml')));
    expect(read[0]).toMatchObject({ fitness: 'node bench.js' });
    expect(read[1]).toMatchObject({ sandbox: 'required', holdout: 'node hidden.js', repeatLimit: 60 });
  });

  it('every key has a schema, and none is a thing of one call', () => {
    const keys = CONFIG_KEYS.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['fitness', 'files', 'k', 'gates', 'inputs', 'lenses', 'stop-at']));
    expect(keys.filter((key) => /^(resume|fresh|config|gate|input|lens)$/.test(key))).toEqual([]);
    expect(keys).toEqual(expect.arrayContaining(['sandbox', 'noise', 'holdout', 'warm', 'cascade']));
    expect(
      keys.filter((key) => /^(allow-(?!helpers|signature)|holdout-|warm-|margin|repeat-limit|trust)/.test(key)),
    ).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(CONFIG_KEYS.filter(({ schema }) => Object.keys(schema).length === 0)).toEqual([]);
  });
});

describe('a commented evolve.yaml', () => {
  const filled = oneof(
    string({ minLength: 1 }).filter((text) => text.trim() !== '' && !text.endsWith('\n')),
    constantFrom(
      'true',
      'No',
      '~',
      '1e3',
      '0x1f',
      '- a',
      'a: b',
      '# a',
      '*.js',
      '!x',
      '@x',
      'a #b',
      '.5',
      '"q"',
      'é',
      '...',
      '---',
    ),
  );

  it('is read as what was written', async () => {
    const values = record({
      fitness: filled,
      files: array(filled, { minLength: 1, maxLength: 4 }),
      k: integer({ min: 2, max: 99 }),
      'stop-at': option(
        double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
        { nil: undefined },
      ),
      yes: constantFrom(true, false),
      goal: filled,
    });
    await assert(
      asyncProperty(values, async ({ 'stop-at': stopAt, ...given }) => {
        const said = { ...given, ...(stopAt === undefined ? {} : { 'stop-at': stopAt }) };
        const read = await parseConfig(commentedConfig(said), 'evolve.yaml');
        expect(read).toEqual({ ...given, ...(stopAt === undefined ? {} : { stopAt }) });
      }),
    );
  });

  it('explains every key, given or not', async () => {
    const text = commentedConfig({ fitness: 'npm run bench', gates: ['unit=npm test'] });
    for (const { key } of CONFIG_KEYS) expect(text).toMatch(new RegExp(`^# .+\\n(# )?${key}:`, 'm'));
    expect(text).toContain('\nfitness: npm run bench\n');
    expect(await parseConfig(text.replace(/^# (k):$/m, '$1: 7'), 'evolve.yaml')).toMatchObject({ k: 7 });
    expect(() => commentedConfig({ speed: 1 })).toThrow('speed');
  });
});
