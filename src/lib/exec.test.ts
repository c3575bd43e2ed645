import { expect, it } from 'vitest';
import { exec } from './exec.ts';

it('collects output and the exit code, and passes input and environment', async () => {
  const ran = await exec('sh', ['-c', 'cat; echo "$X" >&2; exit 3'], {
    input: 'in',
    env: { PATH: process.env.PATH, X: 'env' },
  });
  expect([ran.code, ran.stdout.toString(), ran.stderr]).toEqual([3, 'in', 'env\n']);
});

it('takes a program that does not read its input, and one that is killed', async () => {
  expect((await exec('true', [], { input: Buffer.alloc(1_000_000) })).code).toBe(0);
  expect((await exec('sh', ['-c', 'kill -9 $$'])).code).toBe(137);
});

it('passes arguments as they are, and rejects what can’t be started', async () => {
  expect((await exec('printf', ['%s', '$HOME; *'])).stdout.toString()).toBe('$HOME; *');
  await expect(exec('no-such-program', [])).rejects.toThrow(/ENOENT|EACCES/);
});
