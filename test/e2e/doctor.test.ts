import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, json, processesWith, repository, SQUARES, temporary, write } from './support.ts';

/** A folder with programs in it. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const bin = temporary();
  for (const [name, body] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

const beside = (bin: string): Readonly<Record<string, string>> => ({ PATH: `${bin}:${process.env.PATH}` });

interface Shown {
  readonly name: string;
  readonly group: string;
  readonly status: string;
  readonly found: string;
  readonly advice?: string;
  readonly use?: string;
}

const checked = (stdout: string, name: string, group = ''): Shown | undefined =>
  JSON.parse(stdout).checks.find((check: Shown) => check.name === name && check.group.includes(group));

describe('evolve doctor', () => {
  it('lists agents with the flag that uses them, and never the value of a key', () => {
    const bin = programs({
      claude: 'cat; echo "2.1.300 (Claude Code)"',
      codex: '[ "$*" = --version ] && echo codex-cli 0.166.0',
      gemini: 'echo broken >&2; exit 3',
    });
    const env = { ...beside(bin), ANTHROPIC_API_KEY: 'sk-very-secret' };
    const { code, stdout } = evolve(repository(SQUARES), ['doctor', '--json'], env);
    expect(code).toBe(0);
    expect(checked(stdout, 'claude')).toEqual({
      group: 'agents',
      name: 'claude',
      status: 'ok',
      found: '2.1.300',
      use: '--agent claude',
    });
    expect(checked(stdout, 'codex')).toMatchObject({
      status: 'warn',
      found: expect.stringMatching(/^0\.166\.0, but nobody is logged in\. Log in \(codex login\) or set /),
    });
    expect(checked(stdout, 'gemini')).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('ends with code 3'),
    });
    expect(stdout).not.toContain('secret');
  });

  it('does not wait for an agent that hangs, and leaves nothing of it', () => {
    const mark = `3${String(process.pid).padStart(8, '0')}`;
    const { code, stdout } = evolve(
      repository(SQUARES),
      ['doctor', '--json'],
      beside(programs({ pi: `sleep ${mark} & sleep ${mark}` })),
    );
    expect(code).toBe(0);
    expect(checked(stdout, 'pi')).toMatchObject({ status: 'warn', found: expect.stringContaining('no answer') });
    expect(processesWith(mark)).toEqual([]);
  });

  it('fits into 80 columns', () => {
    const bin = programs(
      Object.fromEntries(['claude', 'codex', 'opencode', 'pi', 'gemini'].map((name) => [name, 'echo 1.2.3'])),
    );
    const folder = repository({ ...SQUARES, 'evolve.yaml': `k: 4\n${'x'.repeat(200)}: 1\n` });
    const { code, stdout } = evolve(folder, ['doctor'], beside(bin));
    expect(code).toBe(1);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toContain("Evolve can't be used yet: see evolve.yaml.");
  });

  it('says that git is missing', () => {
    const folder = repository(SQUARES);
    const { code, stdout, stderr } = evolve(folder, ['doctor', '--json'], { PATH: temporary() });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(checked(stdout, 'git')).toMatchObject({ status: 'fail', found: 'not found' });
    expect(checked(stdout, 'repository')).toMatchObject({ status: 'warn' });
    expect(checked(stdout, 'python3')).toMatchObject({ status: 'absent' });
  });

  it('works outside of a repository and leaves nothing there', () => {
    const folder = temporary();
    const { stdout } = evolve(folder, ['doctor', '--json'], { HOME: temporary() });
    expect(checked(stdout, 'repository')).toMatchObject({
      status: 'ok',
      found: expect.stringContaining('no repository'),
    });
    expect(checked(stdout, 'store')).toMatchObject({ status: 'absent' });
    expect(checked(stdout, 'identity')).toMatchObject({ status: 'warn', found: expect.stringContaining('user.name') });
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
    expect(evolve(folder, ['doctor', '--cwd', 'nowhere'])).toMatchObject({ code: 2 });
  });

  it('tells the mistake in an evolve.yaml, by its line', () => {
    const folder = repository({ ...SQUARES, 'evolve.yaml': 'k: 4\ngeneratons: 3\n', 'sub/x': '' });
    const { code, stdout } = evolve(join(folder, 'sub'), ['doctor', '--json']);
    expect(code).toBe(1);
    expect(checked(stdout, 'evolve.yaml')).toMatchObject({
      status: 'fail',
      found: '../evolve.yaml:2: unknown key "generatons". Did you mean "generations"?',
    });
  });

  it('knows the store, its runs and those that wait', () => {
    const folder = repository({ ...SQUARES, 'evolve.yaml': 'fitness: node bench.js\nfiles: numbers.js\n' });
    json(evolve(folder, ['run', '-g', '1', '--yes', '--json']));
    json(evolve(folder, ['run', '-g', '3', '--fresh', '--json']));
    const { stdout } = evolve(folder, ['doctor', '--json']);
    expect(checked(stdout, 'store')).toMatchObject({ status: 'ok', found: expect.stringMatching(/^version \d+$/) });
    expect(checked(stdout, 'runs')).toMatchObject({ status: 'warn', found: '2 runs, r2 paused' });
    expect(checked(stdout, 'disk')?.found).toMatch(/ free; \.evolve takes \d/);
    expect(checked(stdout, 'evolve.yaml')?.found).toBe('evolve.yaml, 2 settings');
  });

  it('says when the store can’t be read', () => {
    const folder = repository(SQUARES);
    write(folder, { '.evolve/journal.db': 'this is no database, and long enough to be looked at as one'.repeat(50) });
    const { code, stdout } = evolve(folder, ['doctor', '--json']);
    expect(code).toBe(1);
    expect(checked(stdout, 'store')).toMatchObject({ status: 'fail' });
  });
});
