import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redacted, redactedBytes, redactedData, redactor, revealedIn, secretsIn } from './secrets.ts';

const names = (env: Record<string, string>) => secretsIn(env).map(({ name }) => name);

it('knows keys, tokens and passwords by their names', () => {
  const value = 'abcdefgh12';
  for (const name of ['OPENAI_API_KEY', 'GITHUB_TOKEN', 'APIKEY', 'AWS_SECRET_ACCESS_KEY', 'DB_PASSWORD', 'npm_token'])
    expect(names({ [name]: value }), name).toEqual([name]);
  for (const name of ['PATH', 'KEYBOARD', 'MONKEY', 'TOKENIZERS_PARALLELISM', 'HOME'])
    expect(names({ [name]: value }), name).toEqual([]);
});

it('takes neither what is short nor what is the path of a file', () => {
  expect(names({ A_KEY: 'abc', GOOGLE_APPLICATION_CREDENTIALS: '/home/me/key.json', B_TOKEN: '' })).toEqual([]);
});

it('puts names in place of values, the longest first', () => {
  const secrets = secretsIn({ A_KEY: 'abcdefgh', B_KEY: 'abcdefghij' });
  expect(redacted('x abcdefghij y abcdefgh abcdefgh', secrets)).toBe('x [B_KEY] y [A_KEY] [A_KEY]');
});

it('takes what is listed by name, however it is called', () => {
  expect(secretsIn({ WHERE: '/srv/x', PIN: '4711', A: '12' }, ['WHERE', 'PIN', 'A']).map(({ name }) => name)).toEqual([
    'WHERE',
    'PIN',
  ]);
});

const SECRETS = secretsIn({
  A_KEY: 'hunter2/+hunter',
  B_TOKEN: 'line one of it\nline two of it',
  C_SECRET: 'rest-of-é-key',
});

it('knows values in JSON, in URLs and in Base64, wherever they begin', () => {
  for (const { name, value } of SECRETS) {
    for (const before of ['', 'a', 'ab', 'abc']) {
      for (const after of ['', 'z', 'yz']) {
        const text = Buffer.from(before + value + after).toString('base64');
        expect(redacted(text, SECRETS), text).toContain(`[${name}]`);
        const url = Buffer.from(before + value + after).toString('base64url');
        expect(redacted(url, SECRETS), url).toContain(`[${name}]`);
      }
    }
    expect(redacted(`?k=${encodeURIComponent(value)}&x`, SECRETS)).toBe(`?k=[${name}]&x`);
    expect(redacted(JSON.stringify({ value }), SECRETS)).toBe(`{"value":"[${name}]"}`);
  }
});

it('cleans data in all of its texts and nowhere else', () => {
  const data = { a: ['hunter2/+hunter', 12345678, null], 'hunter2/+hunter': { b: true, c: 'x' } };
  expect(redactedData(data, SECRETS)).toEqual({ a: ['[A_KEY]', 12345678, null], '[A_KEY]': { b: true, c: 'x' } });
  const numbers = secretsIn({ PIN: '12345678' }, ['PIN']);
  expect(redactedData({ samples: [12345678], text: 'is 12345678' }, numbers)).toEqual({
    samples: [12345678],
    text: 'is [PIN]',
  });
});

it('leaves bytes that are no text as they are', () => {
  const bytes = Buffer.from([0, 255, 254, ...Buffer.from('rest-of-é-key'), 128, 0]);
  expect(redactedBytes(bytes, SECRETS)).toEqual(Buffer.from([0, 255, 254, ...Buffer.from('[C_SECRET]'), 128, 0]));
  expect(revealedIn(bytes, SECRETS)).toBe('C_SECRET');
  expect(revealedIn(Buffer.from('rest-of-e-key'), SECRETS)).toBeUndefined();
});

it('cleans a stream as if it had come in one piece', () => {
  const overlapping = secretsIn({ A_KEY: 'abcdefgh', B_KEY: 'abcdefghij', C_KEY: 'hxxxxxxxx', D_KEY: 'aaaaaaaaab' });
  const part = fc.constantFrom('abcdefgh', 'abcdefghij', 'ij', 'xxxxxxxx', 'h', 'a', 'aaaaaaaaab', 'aaaa', ' ', 'é');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 9 })), (parts, cuts) => {
      const all = Buffer.from(parts.join(''));
      const stream = redactor(overlapping);
      const out: Buffer[] = [];
      let at = 0;
      for (const cut of cuts) {
        out.push(stream.push(all.subarray(at, at + cut)));
        at += cut;
      }
      out.push(stream.push(all.subarray(at)), stream.end());
      expect(Buffer.concat(out).toString()).toBe(redactedBytes(all, overlapping).toString());
    }),
    { numRuns: 2000 },
  );
});
