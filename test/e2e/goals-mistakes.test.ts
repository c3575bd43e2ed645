import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goalsRun, goalsStart, goalsText, ledgerOf, shop, surroundings } from './goals-lab.ts';
import { evolve, fingerprint, git, json, temporary, until, write } from './support.ts';

const errorOf = (result: ReturnType<typeof goalsRun>): string => {
  expect(result.code).toBe(2);
  return JSON.parse(result.stdout).error;
};

describe('what goals run refuses, with nothing left behind', () => {
  it.each([
    ['nobody to think', {}, [], /Name an agent: evolve goals run --agent claude/],
    ['nothing to work on', { bare: true }, ['--agent', 'command:true {prompt_file}'], /evolve goals init/],
    [
      'a program without a section',
      { files: { 'PROGRAM.md': '# Program\n\n## Objective\n\nDo it.\n' } },
      ['--agent', 'command:true {prompt_file}'],
      /PROGRAM\.md.*Mutable Scope/s,
    ],
    [
      'a program with an empty list',
      { files: { 'PROGRAM.md': PROGRAM('## Stop Conditions\n') } },
      ['--agent', 'command:true {prompt_file}'],
      /PROGRAM\.md:\d+.*Stop Conditions/s,
    ],
    [
      'a profile that is no JSON',
      { files: { 'docs/contracts/repo-execution-profile.json': '{\n' } },
      ['--agent', 'command:true {prompt_file}'],
      /repo-execution-profile\.json/,
    ],
    ['an unknown agent', {}, ['--agent', 'nobody'], /nobody/],
    ['a queue that is not there', {}, ['--agent', 'command:true {prompt_file}', '--queue', 'no.md'], /no such file/],
    ['a queue without items', {}, ['--agent', 'command:true {prompt_file}', '--queue', 'do things'], /no items/],
    ['two orders', {}, ['--agent', 'command:true {prompt_file}', '--quality', '--beads-only'], /choose one/],
    ['a branch that can’t be', {}, ['--agent', 'command:true {prompt_file}', '--branch', 'a..b'], /--branch/],
  ])('%s', (_what, of, args, reason) => {
    const lab = shop(of as Parameters<typeof shop>[0]);
    const before = fingerprint(lab.folder);
    expect(errorOf(goalsRun(lab, ...args))).toMatch(reason);
    expect(fingerprint(lab.folder)).toEqual(before);
    expect(existsSync(join(lab.folder, '.evolve'))).toBe(false);
  });

  it('goals that are not committed, and says so where only changes to them are not', () => {
    const lab = shop({ bare: true });
    write(lab.folder, { 'GOALS.md': goalsText({}, lab.state) });
    const agent = ['--agent', 'command:true {prompt_file}'];
    expect(errorOf(goalsRun(lab, ...agent))).toContain('git add GOALS.md && git commit');
    git(lab.folder, 'add', 'GOALS.md');
    git(lab.folder, 'commit', '-qm', 'Goals');
    expect(goalsRun(lab, ...agent, '--dry-run').stderr).not.toContain('committed');
    write(lab.folder, { 'GOALS.md': `${goalsText({}, lab.state)}\nMore.\n` });
    const { code, stderr } = goalsRun(lab, ...agent, '--dry-run');
    expect([code, stderr]).toEqual([0, expect.stringContaining('GOALS.md is not committed as it is')]);
  });

  it('a folder that is no repository', () => {
    const folder = join(temporary());
    write(folder, { 'GOALS.md': '# G\n\nx\n' });
    const result = evolve(folder, ['goals', 'run', '--agent', 'command:true {prompt_file}', '--json']);
    expect(result.code).toBe(2);
    expect(JSON.parse(result.stdout).error).toContain('git init');
  });
});

describe('a session of cycles', () => {
  it('goes on after Ctrl-C and after evolve stop, and shows where it stands', async () => {
    const lab = shop();
    const hold = join(lab.place, 'hold');
    write(lab.place, { 'hold/author': '' });
    const args = [...lab.agent('author', { hold }), '--no-test-first', '--max-cycles', '1'];
    const first = goalsStart(lab, args);
    await until(() => existsSync(join(hold, 'author.waiting')));
    const status = evolve(lab.folder, ['status'], surroundings(lab)).stdout;
    expect(status).toContain('Run r1 is running · cycles over goals');
    expect(status).toContain('cycle 1, implementation on lint (goal)');
    expect(status).not.toMatch(/Fitness|generation/);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(130);
    const second = goalsStart(lab, args);
    await until(() => evolve(lab.folder, ['status'], surroundings(lab)).stdout.includes('is running'));
    expect(evolve(lab.folder, ['stop'], surroundings(lab)).stdout).toContain('Continue it: evolve goals run');
    expect(json(await second.ended)).toMatchObject({ state: 'stopped', stop: { cause: 'request' } });
    rmSync(join(hold, 'author'));
    expect(json(await goalsStart(lab, args).ended)).toMatchObject({ run: 'r1', state: 'finished', landed: 1 });
    expect(ledgerOf(lab).length).toBe(1);
    const told = (...words: readonly string[]) => evolve(lab.folder, words, surroundings(lab)).stdout;
    expect(told('status')).toContain('Cycles     1 of 1 cycles done, the last was cycle 1');
    expect(told('status')).toContain('Goals      4 of 6 goals pass, score 64.5');
    expect(told('runs')).toMatch(/r1 +finished +goals/);
    expect(told('report')).toContain('Lands on   evolve/goals');
    expect(told('show', 'c1-1')).toContain('Work       lint (goal), cycle 1');
    expect(told('tree')).toMatch(/c1-1.*lint/);
    expect(told('log', '-n', '200')).toMatch(/landed as [0-9a-f]{12} on evolve\/goals/);
    expect(evolve(lab.folder, ['apply'], surroundings(lab)).stderr).toContain('made of cycles over goals');
    expect(readFileSync(join(lab.folder, '.agents/evolve/session-summary.md'), 'utf8')).toContain('Cycles: 1');
  });
});

function PROGRAM(last: string): string {
  const lists = ['Mutable Scope', 'Immutable Scope', 'Validation Commands', 'Decision Policy'].map(
    (title) => `## ${title}\n\n- \`lib/**\`\n`,
  );
  const texts = ['Objective', 'Experiment Unit', 'Escalation Rules'].map((title) => `## ${title}\n\nx\n`);
  return ['# Program\n', ...texts, ...lists, last].join('\n');
}
