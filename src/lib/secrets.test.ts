import { expect, it } from 'vitest';
import { redacted, secretsIn } from './secrets.ts';

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
