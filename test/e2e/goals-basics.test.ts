import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeBd } from '../../src/source/fake-bd.fixture.ts';
import {
  commitsOf,
  goalsRun,
  goalsStart,
  ledgerFaults,
  ledgerOf,
  openClaims,
  redOnes,
  shop,
  surroundings,
} from './goals-lab.ts';
import { evolve, fingerprint, git, json, until, write } from './support.ts';

const PLAIN = ['--no-test-first', '--max-cycles', '2'];

describe('evolve goals run', () => {
  it('says what it would do with --dry-run, and does nothing', () => {
    const lab = shop();
    const before = fingerprint(lab.folder);
    const told = json(goalsRun(lab, ...lab.agent('author'), '--dry-run'));
    expect(told).toMatchObject({ stop: { cause: 'dry-run' }, cycles: [], goals: { passing: 3, total: 6 } });
    expect(told.stop.reason).toMatch(/^would work on goal lint/);
    const listed = json(goalsRun(lab, ...lab.agent('author'), '--dry-run', '--queue', '1. `p7` Add the part p7'));
    expect(listed.stop.reason).toContain('would work on pinned p7');
    expect(fingerprint(lab.folder)).toEqual(before);
    expect(json(evolve(lab.folder, ['runs', '--json']))).toEqual([]);
  });

  it('lands on the branch that is checked out with --land commit, in a clean folder alone', () => {
    const lab = shop();
    writeFileSync(join(lab.folder, 'lib/sum.sh'), 'mine\n');
    const dirty = goalsRun(lab, ...lab.agent('author'), ...PLAIN, '--land', 'commit');
    expect(dirty).toMatchObject({ code: 2 });
    expect(JSON.parse(dirty.stdout).error).toContain('uncommitted changes in lib/sum.sh');
    expect(existsSync(join(lab.folder, '.evolve'))).toBe(false);
    git(lab.folder, 'checkout', '-q', '--', 'lib/sum.sh');
    const start = git(lab.folder, 'rev-parse', 'HEAD').trim();
    const ended = json(goalsRun(lab, ...lab.agent('author'), ...PLAIN, '--land', 'commit'));
    expect(ended).toMatchObject({ landed: 2, branch: null, goals: { failing: ['docs'] } });
    expect(commitsOf(lab, 'main', start).length).toBe(4);
    expect(redOnes(lab, commitsOf(lab, 'main', start))).toEqual([]);
    expect(readFileSync(join(lab.folder, 'test/sort.sh'), 'utf8')).toContain('lib/sort.sh');
    expect(git(lab.folder, 'status', '--porcelain', '--', ':!.agents').trim()).toBe('');
    expect(git(lab.folder, 'log', '-1', '--format=%an %s').trim()).toBe('Ada evolve: cycle 2 -- coverage improved');
    expect(ledgerOf(lab, 'HEAD')).toEqual(ledgerOf(lab));
  });

  it('goes on with the numbers of the ledger in a new session, and reads what the last one has left', () => {
    const lab = shop({ parts: 1 });
    const follow = lab.agent('author', { follow: 'lint:Add the part f1' });
    expect(json(goalsRun(lab, ...follow, '--no-test-first', '--max-cycles', '1'))).toMatchObject({ landed: 1 });
    expect(readFileSync(join(lab.folder, '.agents/rpi/next-work.jsonl'), 'utf8')).toContain('Add the part f1');
    json(goalsRun(lab, ...follow, ...PLAIN));
    const lines = ledgerOf(lab);
    expect(lines.map(({ cycle, source }) => [cycle, source])).toEqual([
      [1, 'goal'],
      [2, 'harvested'],
      [3, 'goal'],
    ]);
    expect(openClaims(lab)).toEqual([]);
    expect(readFileSync(join(lab.folder, '.agents/rpi/next-work.jsonl'), 'utf8')).toContain('"consumed":true');
    expect(json(evolve(lab.folder, ['runs', '--json'])).length).toBe(2);
  });

  it('goes through a queue in its order, blockers first', () => {
    const lab = shop();
    const queue = [
      '1. `q1` Add the part q1',
      '   blocker: `q2`',
      '2. `q2` Add the part q2',
      '3. `q3` Add the part q3',
    ].join('\n');
    const ended = json(goalsRun(lab, ...lab.agent('author'), '--no-test-first', '--max-cycles', '3', '--queue', queue));
    expect(readFileSync(join(lab.folder, '.agents/evolve/roadmap.md'), 'utf8')).toBe(`${queue}\n`);
    expect(ledgerOf(lab).map(({ target, unblock_target, mode }) => [target, unblock_target, mode])).toEqual([
      ['q2', 'q2', 'pinned'],
      ['q1', undefined, 'pinned'],
      ['q3', undefined, 'pinned'],
    ]);
    expect(ended.report).toMatch(/Queue: 3\/3 \| Unblocked: 1 \| Escalated: 0/);
    expect(ledgerFaults(lab)).toEqual([]);
  });

  it('works on independent goals at once, and lands them together', () => {
    const lab = shop({ parts: 2 });
    const ended = json(
      goalsRun(lab, ...lab.agent('author'), '--no-test-first', '--max-cycles', '1', '--parallel', '2'),
    );
    const [line] = ledgerOf(lab);
    expect(line).toMatchObject({ target: 'parallel-wave', parallel: true, goal_ids: ['lint', 'coverage'] });
    expect(ended).toMatchObject({ landed: 1, goals: { passing: 5 } });
    expect(redOnes(lab, commitsOf(lab))).toEqual([]);
  });

  it('works on issues alone with --beads-only, and closes them', () => {
    const lab = shop();
    const bd = fakeBd(lab.place, [{ id: 'ag-1', title: 'Add the part i1', status: 'open', priority: 1 }]);
    const env = { ...surroundings(lab), PATH: `${bd.bin}:${process.env.PATH}` };
    const args = ['goals', 'run', '--sandbox', 'off', '--no-config', '--json', '--beads-only', ...PLAIN];
    json(evolve(lab.folder, [...args, ...lab.agent('author')], env));
    const [line] = ledgerOf(lab);
    expect(line).toMatchObject({ target: 'ag-1', result: 'improved', source: 'beads' });
    expect(bd.status('ag-1')).toBe('closed');
    expect(ledgerOf(lab).some(({ source }) => source === 'goal')).toBe(false);
  });

  it('stops where a file says so, before anything is done', () => {
    const lab = shop();
    write(lab.folder, { '.agents/evolve/STOP': 'not tonight\n' });
    const ended = json(goalsRun(lab, ...lab.agent('author')));
    expect(ended).toMatchObject({ stop: { cause: 'kill-switch' }, cycles: [] });
    expect(ended.stop.reason).toContain('not tonight');
    expect(ended.report).toContain('Stop reason: kill-switch');
    rmSync(join(lab.folder, '.agents/evolve/STOP'));
    write(lab.place, { '.config/evolve/KILL': '' });
    expect(json(goalsRun(lab, ...lab.agent('author')))).toMatchObject({ stop: { cause: 'kill-switch' } });
  });

  it('joins its work with what has come to the branch meanwhile, and holds it to the gate again', async () => {
    const lab = shop();
    const hold = join(lab.place, 'hold');
    mkdirSync(hold);
    writeFileSync(join(hold, 'verifier'), '');
    const args = [...lab.agent('author', { hold }), '--no-test-first', '--max-cycles', '1', '--land', 'commit'];
    const { ended } = goalsStart(lab, args);
    await until(() => existsSync(join(hold, 'verifier.waiting')));
    write(lab.folder, { 'docs/other.md': 'by somebody else\n' });
    git(lab.folder, 'add', 'docs/other.md');
    git(lab.folder, 'commit', '-qm', 'meanwhile');
    rmSync(join(hold, 'verifier'));
    expect(json(await ended)).toMatchObject({ landed: 1 });
    expect(git(lab.folder, 'log', '--format=%s', '-3').trim().split('\n').at(-1)).toBe('meanwhile');
    expect(readFileSync(join(lab.folder, 'docs/other.md'), 'utf8')).toBe('by somebody else\n');
    expect(json(evolve(lab.folder, ['show', 'c1-r1', '--json']))).toMatchObject({ proposal: { operator: 'rebase' } });
  });

  it('ends when there is no money left, and gives back what it has claimed', () => {
    const lab = shop();
    const ended = json(goalsRun(lab, ...lab.agent('author'), '--no-test-first', '--budget-usd', '0.05'));
    expect(ended).toMatchObject({ stop: { cause: 'usd' } });
    expect(ended.report).toContain('Stop reason: budget');
    expect(openClaims(lab)).toEqual([]);
    expect(ledgerFaults(lab)).toEqual([]);
  });
});
