import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Literal, literals } from './literals.ts';
import { type Sample, samples } from './numbers.fixture.ts';
import { writeLiterals } from './write-literals.ts';

async function foundIn({ path }: Sample, text: string): Promise<readonly Literal[]> {
  const found = await literals(path, text);
  if (found.kind !== 'found') throw new Error(`${found.reason}:\n${text}`);
  return found.literals;
}

/** What a drawn value is in the type of the literal. */
function held({ integer, least, most, grain = 0 }: Literal, value: number): number {
  const bounded = Math.max(least ?? -Number.MAX_VALUE, Math.min(value, most ?? Number.MAX_VALUE));
  if (!integer) return Math.abs(bounded) < grain ? 0 : bounded;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Math.round(bounded), Number.MAX_SAFE_INTEGER));
}

const drawn = fc.oneof(
  fc.integer(),
  fc.integer({ min: -300, max: 300 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -2, max: 2, noNaN: true }),
);

const programs = ({ statements, program, whole, fraction, typed }: Sample): fc.Arbitrary<string> =>
  fc
    .record({
      parts: fc.array(fc.constantFrom(...statements), { minLength: 1, maxLength: 8 }),
      wholes: fc.infiniteStream(fc.constantFrom(...whole)),
      fractions: fc.infiniteStream(fc.constantFrom(...fraction)),
      types: fc.infiniteStream(fc.constantFrom(...typed)),
      lineEnd: fc.constantFrom('\n', '\r\n'),
    })
    .map(({ parts, wholes, fractions, types, lineEnd }) => {
      const pools = new Map([
        ['①', wholes],
        ['②', fractions],
        ['③', types],
      ]);
      const numbered = parts.map((part) =>
        part.replace(/[①②③]/g, (mark) => ` ${pools.get(mark)?.next().value ?? mark}`),
      );
      return program(numbered).replaceAll('\n', lineEnd);
    });

/** Byte order marks and tabs, which a compiler in these tests would not take in the middle of its input. */
const dressed = (sample: Sample): fc.Arbitrary<string> =>
  fc
    .tuple(programs(sample), fc.constantFrom('', '\uFEFF'), fc.boolean())
    .map(([text, mark, tabs]) => mark + (tabs ? text.replace(/^ +/gm, (spaces) => '\t'.repeat(spaces.length)) : text));

it.each(samples)('$path: what was written parses, and is what is read', async (sample) => {
  await fc.assert(
    fc.asyncProperty(
      dressed(sample),
      fc.infiniteStream(drawn),
      fc.infiniteStream(fc.boolean()),
      async (text, draws, kept) => {
        const before = await foundIn(sample, text);
        const values = before.map((literal) => (kept.next().value ? literal.value : (draws.next().value ?? 0)));
        const written = writeLiterals(text, before, values);
        const after = await foundIn(sample, written);
        expect(
          after.map(({ integer, suffix }) => [integer, suffix]),
          written,
        ).toEqual(before.map(({ integer, suffix }) => [integer, suffix]));
        for (const [i, literal] of before.entries()) {
          const wanted = held(literal, values[i] ?? Number.NaN);
          const value = after[i]?.value ?? Number.NaN;
          expect(Math.abs(value - wanted), written).toBeLessThanOrEqual(literal.integer ? 0 : Math.abs(wanted) * 1e-9);
        }
        const own = before.map(({ value }) => value);
        expect(writeLiterals(text, before, own)).toBe(text);
      },
    ),
    { numRuns: 100 },
  );
});

it.each(samples)('$path: every statement has a number to find', async (sample) => {
  for (const statement of sample.statements) {
    const marked = statement.replace(/①/g, sample.whole[0] ?? '').replace(/②/g, sample.fraction[0] ?? '');
    const text = sample.program([marked.replace(/③/g, sample.typed[0] ?? '')]);
    expect(await foundIn(sample, text), text).not.toHaveLength((await foundIn(sample, sample.program([]))).length);
  }
});

const has = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;
const run = (tool: string, args: readonly string[], input: string) =>
  spawnSync(tool, args, { input, encoding: 'utf8' });

/** Many programs in one call: starting a compiler takes longer than reading them. */
async function rewrites(sample: Sample, count: number): Promise<readonly string[]> {
  const texts: string[] = [];
  const pairs = fc.sample(fc.tuple(programs(sample), fc.array(drawn, { minLength: 60, maxLength: 60 })), {
    numRuns: count,
    seed: 7,
  });
  for (const [text, draws] of pairs) {
    const found = await foundIn(sample, text);
    texts.push(
      writeLiterals(
        text,
        found,
        found.map((_, i) => draws[i] ?? 1),
      ),
    );
  }
  return texts;
}

const sampleOf = (path: string): Sample => {
  const sample = samples.find((known) => known.path === path);
  if (sample === undefined) throw new Error(`no samples for ${path}`);
  return sample;
};

it.skipIf(!has('python3'))('Python itself compiles what was written (needs python3)', async () => {
  const program = 'import json, sys\nfor text in json.load(sys.stdin): compile(text, "a.py", "exec")';
  const input = JSON.stringify(await rewrites(sampleOf('a.py'), 50));
  const { status, stderr } = run('python3', ['-W', 'ignore', '-c', program], input);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

it.skipIf(!has('gcc'))('a C compiler takes what was written (needs gcc)', async () => {
  const texts = await rewrites(sampleOf('a.c'), 50);
  const input = texts.map((text, i) => text.replaceAll(/\bsample\b/g, `sample${i}`)).join('\n');
  const { status, stderr } = run('gcc', ['-w', '-fsyntax-only', '-x', 'c', '-'], input);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
