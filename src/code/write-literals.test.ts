import { Script } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Literal, literals } from './literals.ts';
import { writeLiterals } from './write-literals.ts';

async function foundIn(text: string): Promise<readonly Literal[]> {
  const found = await literals('a.js', text);
  if (found.kind !== 'found') throw new Error(`${found.reason}:\n${text}`);
  return found.literals;
}

const rewrite = async (text: string, values: readonly number[]): Promise<string> =>
  writeLiterals(text, await foundIn(text), values);

test.each([
  ['x = a - 5', [-3], 'x = a - (-3)'],
  ['x = a-5', [-3], 'x = a-(-3)'],
  ['x = 2 ** 3', [-4, -5], 'x = (-4) ** (-5)'],
  ['x = 2/**/** 3', [-4, 3], 'x = (-4)/**/** 3'],
  ['x = 5', [-3], 'x = -3'],
  ['f(5, [6])', [-3, -4], 'f(-3, [-4])'],
  ['x = -5', [3], 'x = 3'],
  ['x = - 5 - -6', [-7, 8], 'x = -7 - 8'],
  ['x = (-5) ** 2', [3, 2], 'x = (3) ** 2'],
  ['x = y => 5', [-1], 'x = y => -1'],
  ['() => { return-5 }', [3], '() => { return 3 }'],
  ['() => { return.5 }', [0.25], '() => { return 0.25 }'],
  ['() => { return 5 }', [-3], '() => { return -3 }'],
  ['x = a?.5:b', [0.25], 'x = a?0.25:b'],
  ['x = [....5]', [-0.25], 'x = [...(-0.25)]'],
])('%s with %j is %s', async (text, values, expected) => {
  expect(await rewrite(text, values)).toBe(expected);
});

test('what stays keeps its text, what changes is decimal', async () => {
  expect(await rewrite('f(0xff, 1_000, 1e3, 5.0)', [255, 1000, 1000, 5])).toBe('f(0xff, 1_000, 1e3, 5.0)');
  expect(await rewrite('f(0xff, 1_000, 1e3, 5.0)', [16, 1001, 2500, 6])).toBe('f(16, 1001, 2500, 6.0)');
});

test('whole numbers stay whole, and within what a double can count', async () => {
  expect(await rewrite('f(5, 6, 7)', [5.4, 6.5, -0.4])).toBe('f(5, 7, 0)');
  expect(await rewrite('f(5)', [1e300])).toBe(`f(${Number.MAX_SAFE_INTEGER})`);
});

test('fractions are short where that loses nothing', async () => {
  expect(await rewrite('f(0.5, 0.5, 0.5)', [0.1 + 0.2, 0.123456789, -2 / 3])).toBe(
    'f(0.3, 0.123456789, -0.6666666666666666)',
  );
  expect(await rewrite('f(0.5, 0.5, 0.5)', [1e-9, 2e21, -0])).toBe('f(1e-9, 2.0e+21, 0.0)');
});

test('what is no number, or not meant for this text, is a bug', async () => {
  const found = await foundIn('x = 5');
  expect(() => writeLiterals('x = 5', found, [Number.NaN])).toThrow();
  expect(() => writeLiterals('x = 5', found, [Number.POSITIVE_INFINITY])).toThrow();
  expect(() => writeLiterals('x = 5', found, [])).toThrow();
  expect(() => writeLiterals('yy = 6', found, [1])).toThrow();
});

const SAFE = Number.MAX_SAFE_INTEGER;

/** Each # is a number. */
const statements: readonly string[] = [
  'const a1 = #;',
  'let é日 = "5😀" + #\t- #;',
  'v = #-#+#*#/#%#;',
  'v = (#) ** # ** #;',
  'v = (# /* 1 */ ** #)\n\t< # && # > w;',
  'f(#,#, ...[#], ....5);',
  'if (v<#) w=#; else w = v ?#:#;',
  'for (let i = 0; i < #; i += 1) s += #;',
  'for (let t = #; t>#; t *= #) {}',
  `v = { k: #, 5: #, [6]: \`7\${#}\` };`,
  'v = (p = #) => # + p, q => (#);',
  'while (v.indexOf(w) !== -1 || a.length - 1 > #) v[#] = #;',
  'function g() { return # }',
  'function h() { return.5 + #; }',
  'function k() { return-5 }',
  'function* m() { yield # ; yield-5; throw # }',
  'switch (v) { case 1: w = -(#); break; default: w = - -#, typeof # }',
  'class A { x = #\n static y =\n#; 3() { return # ?? # } }',
  'v = w\n/#/ 2;',
];

const numbers = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('0xFF', '0b11', '0o17', '1_000', '.5', '5.', '1e3', '0.0', '07', '- 5', '-0.25', '1e-7'),
);
const drawn = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -2, max: 2, noNaN: true }),
);

const programs = fc
  .record({
    parts: fc.array(fc.constantFrom(...statements), { minLength: 1, maxLength: 8 }),
    pool: fc.array(numbers, { minLength: 60, maxLength: 60 }),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\uFEFF'),
  })
  .map(({ parts, pool, lineEnd, mark }) => {
    // A minus sign before a signed number would be another token; a sign on the left of a power is no JavaScript.
    const numbered = parts.join('\n').replace(/#/g, () => ` ${pool.pop() ?? '1'} `);
    return mark + numbered.replaceAll('\n', lineEnd);
  })
  .filter(parses);

function parses(text: string): boolean {
  try {
    new Script(text);
    return true;
  } catch {
    return false;
  }
}

test('what was written parses, and is what is read', async () => {
  await fc.assert(
    fc.asyncProperty(programs, fc.infiniteStream(drawn), fc.infiniteStream(fc.boolean()), async (text, draws, kept) => {
      const before = await foundIn(text);
      const values = before.map((literal) => (kept.next().value ? literal.value : (draws.next().value ?? 0)));
      const written = writeLiterals(text, before, values);
      expect(parses(written), written).toBe(true);
      const after = await foundIn(written);
      expect(after.map(({ integer }) => integer)).toEqual(before.map(({ integer }) => integer));
      for (const [i, { value, integer }] of after.entries()) {
        const wanted = values[i] ?? Number.NaN;
        if (integer) expect(value + 0).toBe(Math.max(-SAFE, Math.min(Math.round(wanted), SAFE)) + 0);
        else expect(Math.abs(value - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 1e-9);
      }
      expect(
        writeLiterals(
          text,
          before,
          before.map(({ value }) => value),
        ),
      ).toBe(text);
    }),
    { numRuns: 300 },
  );
});
