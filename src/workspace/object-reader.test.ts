import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ObjectReader } from './object-reader.ts';
import { repositoryWith, scratch, sh } from './test-kit.ts';

function children(): number[] {
  const output = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return output
    .split('\n')
    .filter((line) => line.includes('cat-file'))
    .map((line) => Number(line.trim().split(' ')[0]));
}

it('answers many at once in order, large and missing ones too', async () => {
  const big = 'x'.repeat(1_000_000);
  const root = repositoryWith({ small: 'small', big, empty: '' });
  const reader = new ObjectReader(`${root}/.git`);
  const sha = (name: string) => sh(root, 'rev-parse', `HEAD:${name}`);
  const asked = [sha('small'), sha('big'), '0'.repeat(40), sha('empty'), sha('small')];
  const answers = await Promise.all(asked.map((id) => reader.read(id)));
  expect(answers.map((answer) => answer?.content.length)).toEqual([5, 1_000_000, undefined, 0, 5]);
  reader.close();
});

it('restarts a process that was killed, and keeps nothing alive when idle', async () => {
  const root = repositoryWith({ a: 'a' });
  const sha = sh(root, 'rev-parse', 'HEAD:a');
  const reader = new ObjectReader(`${root}/.git`);
  await reader.read(sha);
  expect(process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap')).toEqual([]);
  const [first] = children();
  process.kill(first ?? 0, 'SIGKILL');
  const answers = await Promise.all([reader.read(sha), reader.read(sha)]);
  expect(answers.map((answer) => answer?.content.toString())).toEqual(['a', 'a']);
  expect(children()).toHaveLength(1);
  reader.close();
  await setTimeout(50);
  expect(children()).toEqual([]);
});

it('gives up when git dies at once, and on close', async () => {
  const reader = new ObjectReader(scratch());
  await expect(reader.read('0'.repeat(40))).rejects.toThrow('died twice');
  const root = repositoryWith({ a: 'a' });
  const closed = new ObjectReader(`${root}/.git`);
  const answer = closed.read('0'.repeat(40));
  closed.close();
  await expect(answer).rejects.toThrow('closed');
});
