import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  asked,
  commitsOf,
  goalsRun,
  ledgerFaults,
  ledgerOf,
  openClaims,
  redOnes,
  shop,
  surroundings,
} from './goals-lab.ts';
import { evolve, json, temporary } from './support.ts';

const targets = (lab: Parameters<typeof ledgerOf>[0]) =>
  ledgerOf(lab).map(({ target, attempted, result }) => `${attempted ?? target} ${result}`);

describe('a whole session', () => {
  it('boxed and test first: all goals, then what generators find, until nothing is left', () => {
    const lab = shop({ parts: 1 });
    const args = ['goals', 'run', ...lab.agent('author', { ideas: 'Add the part z9' }), '--no-config', '--json'];
    const ended = json(evolve(lab.folder, args, surroundings(lab)));
    expect(targets(lab)).toEqual([
      'lint improved',
      'coverage improved',
      'docs improved',
      'part-1 improved',
      'add-the-part-z9 improved',
      'idle unchanged',
      'idle unchanged',
    ]);
    expect(ended).toMatchObject({ stop: { cause: 'dormancy' }, goals: { score: 100, failing: [] }, landed: 5 });
    expect(ended.report).toContain('Cycles: 7 | Productive: 5 | Regressed: 0 (not landed) | Idle: 2');
    expect(ended.report).toContain('Stop reason: stagnation');
    expect(ended.next).toEqual(['git log evolve/goals', 'git merge evolve/goals', 'evolve goals run']);
    const { evaluation } = json(evolve(lab.folder, ['show', 'c4-1', '--json'], surroundings(lab)));
    const stages: readonly { stage: string; verdict: string }[] = evaluation.stages;
    expect(stages.find(({ stage }) => stage === 'test-first')).toMatchObject({ verdict: 'pass' });
    expect(redOnes(lab, commitsOf(lab))).toEqual([]);
    expect(ledgerFaults(lab)).toEqual([]);
    expect(openClaims(lab)).toEqual([]);
  });

  it('sends back what somebody who looks finds careless, splits what is too large and leaves what is blocked', () => {
    const lab = shop({ parts: 2 });
    const values = { people: 'lint:careless', strict: '1', plan: 'coverage:split+docs:blocked+part-1:satisfied' };
    json(goalsRun(lab, ...lab.agent('author', values), '--no-test-first', '--max-cycles', '5'));
    expect(targets(lab).slice(0, 4)).toEqual([
      'lint improved',
      'coverage harvested',
      'add-the-part-a1 improved',
      'add-the-part-b2 improved',
    ]);
    const calls = asked(lab).filter(({ step }) => step === 'verifier');
    expect(calls.some(({ candidate }) => candidate === 'c1-2')).toBe(true);
    expect(readFileSync(join(lab.folder, '.agents/rpi/next-work.jsonl'), 'utf8')).toContain('Add the part a1');
    expect(ledgerFaults(lab)).toEqual([]);
    expect(openClaims(lab)).toEqual([]);
  });

  it('gives up an item of the queue whose blocker fails, with all that wait for it', () => {
    const lab = shop();
    const queue = '1. `q1` Add the part q1\n   blocker: `q2`\n2. `q2` Add the part q2\n3. `q3` Add the part q3\n';
    const flags = ['--no-test-first', '--attempts', '1', '--max-cycles', '8', '--unblock-failures', '2'];
    const agent = lab.agent('author', { people: 'part-q2:crashes' });
    const ended = json(goalsRun(lab, ...agent, ...flags, '--queue', queue));
    expect(readFileSync(join(lab.folder, '.agents/evolve/escalated.md'), 'utf8')).toMatch(/\| q1 \|/);
    expect(targets(lab)).toContain('q3 improved');
    expect(ended.report).toMatch(/Escalated: [12]/);
    expect(ledgerFaults(lab)).toEqual([]);
  });

  it('takes findings by their severity under --quality, from anywhere in the repository', () => {
    const lab = shop();
    const item = { type: 'task', source: 'council-finding', description: 'x', target_repo: '*' };
    const entry = {
      source_epic: 'e1',
      timestamp: '2026-01-01T00:00:00Z',
      items: [
        { ...item, title: 'Add the part low', severity: 'low' },
        { ...item, title: 'Add the part mid', severity: 'medium' },
        { ...item, title: 'Add the part top', severity: 'high' },
      ],
    };
    const path = join(lab.folder, '.agents/rpi/next-work.jsonl');
    mkdirSync(join(lab.folder, '.agents/rpi'), { recursive: true });
    writeFileSync(path, `not JSON at all\n${JSON.stringify({ ...entry, extra: 1 })}\n`);
    const args = ['goals', 'run', '--sandbox', 'off', '--no-config', '--json', '--no-test-first', '--quality'];
    const env = surroundings(lab);
    const from = join(lab.folder, 'lib');
    const ended = json(evolve(from, [...args, '--max-cycles', '2', ...lab.agent('author')], env));
    expect(targets(lab)).toEqual(['add-the-part-top improved', 'add-the-part-mid improved']);
    expect(ended.report).toContain('Findings resolved: 2');
    expect(readFileSync(path, 'utf8')).toMatch(/^not JSON at all\n\{.*"extra":1.*\}\n/);
    expect(openClaims(lab)).toEqual([]);
  });

  it('leaves nothing in the home of whoever runs it', () => {
    const lab = shop({}, temporary());
    json(goalsRun(lab, ...lab.agent('author'), '--no-test-first', '--max-cycles', '1'));
    expect(readdirSync(lab.place).sort()).toEqual(['calls', 'my repo', 'state']);
  });
});
