import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tryLock } from '../../lib/lock.ts';
import { graphicsIn, machine } from './machine.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galapagos-analyst-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const here = () =>
  machine({
    attempt: (id, attempt) => join(folder, id, String(attempt)),
    claim: (id) => join(folder, `${id}.claim`),
    evaluations: join(folder, 'evaluations'),
    lanes: join(folder, 'lanes'),
    run: folder,
  });

/** A program of this name comes first on PATH. */
function onPath(script: string): void {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'nvidia-smi'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'nvidia-smi'), 0o755);
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
}

const never = new AbortController().signal;

describe('what the analyst sees of this machine', () => {
  it('reads the ends of logs, in the order of their names, from the beginning of a line', () => {
    const attempt = join(folder, 'exp_0001', '2');
    mkdirSync(attempt, { recursive: true });
    writeFileSync(join(attempt, 'gate-lint.log'), 'fine\n');
    writeFileSync(join(attempt, 'benchmark.log'), `${'a line of no interest\n'.repeat(5000)}warning: the end\n`);
    writeFileSync(join(attempt, 'outcome.json'), '{"warning": 1}');
    const [benchmark, gate, ...others] = here().logs('exp_0001', 2);
    expect(others).toEqual([]);
    expect(gate).toEqual({ name: 'gate-lint.log', tail: 'fine\n' });
    expect(benchmark?.tail.startsWith('a line of no interest\n')).toBe(true);
    expect(benchmark?.tail.endsWith('warning: the end\n')).toBe(true);
    expect(benchmark?.tail.length).toBeLessThanOrEqual(32 * 1024);
    expect(here().logs('exp_0009', 1)).toEqual([]);
  });

  it('knows whose evaluation is carried out, and whose checkouts are there', () => {
    mkdirSync(join(folder, 'evaluations', 'exp_0001'), { recursive: true });
    const held = tryLock(join(folder, 'exp_0001.claim'));
    expect(here().isClaimed('exp_0001')).toBe(true);
    held?.release();
    expect(here().isClaimed('exp_0001')).toBe(false);
    expect(here().isClaimed('exp_0002')).toBe(false);
    expect(here().checkouts()).toEqual(['exp_0001']);
  });

  it.runIf(readdirSync('/').includes('proc'))('sees itself among the processes, with where it works', () => {
    const seen = here().processes();
    expect(seen?.own).toBe(process.pid);
    const own = seen?.all.find(({ pid }) => pid === process.pid);
    expect(own).toMatchObject({ parent: process.ppid, cwd: process.cwd() });
  });
});

describe('nvidia-smi', () => {
  it('tells who holds how much', async () => {
    onPath(
      `[ "$1" = --query-compute-apps=pid,used_memory,process_name ] && printf '7, 8123, /usr/bin/python3\\n8, [N/A], x\\n'`,
    );
    expect(await here().graphics(never)).toEqual([{ pid: 7, mb: 8123, name: 'python3' }]);
  });

  it.each([
    ['it fails', 'echo "7, 8123, python"; exit 9'],
    ['it says something else', 'echo "No devices were found"'],
    ['it says nothing', 'true'],
  ])('tells nothing where %s', async (_, script) => {
    onPath(script);
    expect(await here().graphics(never)).toEqual([]);
  });

  it('tells nothing where there is none', async () => {
    vi.stubEnv('PATH', join(folder, 'nothing'));
    expect(await here().graphics(never)).toEqual([]);
  });

  it('is ended at once when the run ends', async () => {
    onPath('exec sleep 600');
    const ending = new AbortController();
    const told = here().graphics(ending.signal);
    ending.abort(new Error('the run has ended'));
    await expect(told).rejects.toThrow('the run has ended');
  });

  it.each([
    ['7, 8123, python', [{ pid: 7, mb: 8123, name: 'python' }]],
    ['7, 8123 MiB, a name, with a comma', [{ pid: 7, mb: 8123, name: 'a name, with a comma' }]],
    ['7, [Insufficient Permissions], python', []],
    ['', []],
  ])('reads %j', (line, uses) => {
    expect(graphicsIn(line)).toEqual(uses);
  });
});
