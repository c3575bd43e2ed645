import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, longSleep, running } from '../../workspace/process-tree.fixture.ts';
import { goalOf } from './goal.fixture.ts';
import { checksIn } from './in-folder.ts';
import { measureGoals } from './measure.ts';

const never = new AbortController().signal;
const env = { PATH: process.env.PATH, HOME: process.env.HOME };

async function measured(
  checks: Readonly<Record<string, string>>,
  { seconds = 20, more = {}, cwd = folder(), signal = never, onResult = () => {} }: Options = {},
) {
  const goals = Object.entries(checks).map(([id, check]) => goalOf(id, check));
  const run = checksIn({ cwd, checkSeconds: seconds, env: { ...env, ...more } });
  const result = await measureGoals({ goals, run, now: Date.now, sha: '', onResult }, signal);
  if (result.kind !== 'measured') throw new Error(result.reason);
  return Object.fromEntries(result.snapshot.goals.map((one) => [one.goal, one]));
}

interface Options {
  readonly seconds?: number;
  readonly more?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly onResult?: () => void;
}

describe('checks in a folder', () => {
  it('pass by exit code 0 alone', async () => {
    const of = await measured({
      yes: 'echo fine',
      no: 'echo bad >&2; exit 3',
      missing: 'no-such-command-here',
      killed: 'kill -SEGV $$',
      piped: 'printf "a\\nb\\n" | grep -q b',
    });
    expect(of.yes).toMatchObject({ result: 'pass', output: 'fine' });
    expect(of.no).toMatchObject({ result: 'fail', output: 'bad' });
    expect(of.missing).toMatchObject({ result: 'fail', output: expect.stringContaining('not found') });
    expect(of.killed).toMatchObject({ result: 'fail' });
    expect(of.piped).toMatchObject({ result: 'pass' });
    expect(Object.values(of).every((one) => !('timedOut' in one))).toBe(true);
  });

  it('that hang fail, and end with all they started, in sessions of their own or not', async () => {
    const [here, apart, twice] = [longSleep(), longSleep(), longSleep()];
    const of = await measured(
      { hangs: `echo begun; setsid sleep ${apart} & setsid sh -c 'setsid sleep ${twice} & wait' & sleep ${here}` },
      { seconds: 1 },
    );
    expect(of.hangs).toMatchObject({ result: 'fail', timedOut: true, output: 'begun\ndid not finish within 1 s' });
    expect([here, apart, twice].flatMap(running)).toEqual([]);
  });

  it('leave no process behind when they pass', async () => {
    const seconds = longSleep();
    const of = await measured({ daemon: `setsid sleep ${seconds} >/dev/null 2>&1 & sleep ${seconds} & echo up` });
    expect(of.daemon).toMatchObject({ result: 'pass', output: 'up' });
    expect(running(seconds)).toEqual([]);
  });

  it('that print without end are read, and what stays is bounded', async () => {
    const of = await measured({ loud: 'yes é | head -c 3000000; yes >&2 | head -c 1000000 >&2; exit 1' });
    expect(of.loud?.result).toBe('fail');
    expect(Array.from(of.loud?.output ?? '').length).toBeLessThanOrEqual(500);
  });

  it('run in folders of any name', async () => {
    const cwd = join(folder(), 'größe "x" $HOME 猫');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'ä b.txt'), 'inhalt');
    const of = await measured({ reads: `cat 'ä b.txt'`, where: 'basename "$PWD"' }, { cwd });
    expect(of.reads?.output).toBe('inhalt');
    expect(of.where?.output).toBe('größe "x" $HOME 猫');
  });

  it('read no start-up file and find no other repository, but have the environment', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'rc.sh'), 'echo from a start-up file');
    const of = await measured(
      { check: 'echo "$MINE [$GIT_DIR]"' },
      { cwd, more: { BASH_ENV: join(cwd, 'rc.sh'), ENV: join(cwd, 'rc.sh'), GIT_DIR: '/elsewhere', MINE: 'mine' } },
    );
    expect(of.check?.output).toBe('mine []');
  });

  it('run in sh where there is no bash', async () => {
    const cwd = folder();
    const only = join(cwd, 'only');
    mkdirSync(only);
    writeFileSync(join(only, 'tool'), '#!/bin/sh\necho tool\n', { mode: 0o755 });
    const goals = [goalOf('check', 'tool && exit 0; exit 1')];
    const run = checksIn({ cwd, checkSeconds: 20, env: { PATH: only } });
    const result = await measureGoals({ goals, run, now: Date.now, sha: '' }, never);
    expect(result.kind === 'measured' && result.snapshot.goals[0]).toMatchObject({ result: 'pass' });
  });

  it('come into no result with the keys they were given', async () => {
    const of = await measured({ leaks: 'echo "key: $SERVICE_API_KEY"' }, { more: { SERVICE_API_KEY: 'sk-12345678' } });
    expect(of.leaks?.output).not.toContain('sk-12345678');
    expect(of.leaks?.output).toContain('SERVICE_API_KEY');
  });

  it('end when aborted, all of them', async () => {
    const [one, two] = [longSleep(), longSleep()];
    const cwd = folder();
    const controller = new AbortController();
    const begun = measured(
      { quick: 'true', one: `setsid sleep ${one} & sleep ${one}`, two: `sleep ${two}` },
      { cwd, signal: controller.signal, onResult: () => controller.abort(new Error('enough')) },
    );
    await expect(begun).rejects.toThrow('enough');
    expect([one, two].flatMap(running)).toEqual([]);
  });

  it('are broken, not failing, where they cannot be started', async () => {
    const cwd = join(folder(), 'gone');
    await expect(measured({ check: 'true' }, { cwd })).rejects.toThrow('goal check:');
  });

  it('are as many as there are, without a word of Node’s', async () => {
    const warnings: unknown[] = [];
    const heard = (warning: unknown) => warnings.push(warning);
    process.on('warning', heard);
    try {
      const of = await measured(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`g${index}`, 'true'])));
      expect(Object.values(of).filter(({ result }) => result === 'pass')).toHaveLength(30);
      await new Promise((resolve) => setImmediate(resolve));
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', heard);
    }
  });

  it('may write, and see what others wrote', async () => {
    const cwd = folder();
    await measured({ writes: 'echo x > made.txt' }, { cwd });
    expect(readFileSync(join(cwd, 'made.txt'), 'utf8')).toBe('x\n');
  });
});
