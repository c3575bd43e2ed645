import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asked, type Lab, optimize, optimizeArgs, planted, VECTOR } from './optimize-lab.ts';
import { evolve, git, json, repository, start, temporary, until, write } from './support.ts';

/** One agent for everything. */
const alone = (lab: Lab, values: Readonly<Record<string, string>> = {}) => lab.agent('author', values);

const SMALL = ['--subagents', '2', '--depth', '1', '--rounds', '1'];

describe('evolve optimize', () => {
  it('stops with one line where it can’t begin, and leaves nothing', () => {
    const folder = repository({ 'bench.sh': 'echo 1\n' });
    expect(evolve(folder, ['optimize'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Begin with: evolve init\n$/),
    });
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
    const lab = planted(VECTOR);
    const refused = (args: readonly string[], message: string) => {
      const { code, stderr } = evolve(lab.folder, ['optimize', '--no-config', ...args]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
      expect(stderr.trim().split('\n')).toHaveLength(1);
    };
    refused([], 'Name an agent: evolve optimize --agent claude');
    refused(['--agent', 'nobody'], 'nobody');
    refused(['--agent', 'painter=claude'], 'there is no role painter');
    refused([...alone(lab), '--stall', '0'], '--stall must be at least 1.');
    refused([...alone(lab), '--overlap', '2'], '--overlap takes a share');
    write(lab.folder, { '.evolve/prompts/implemnt.md': 'Do it.' });
    refused(alone(lab), 'implemnt.md replaces no prompt');
    rmSync(join(lab.folder, '.evolve/prompts'), { recursive: true });
    evolve(lab.folder, ['exp', 'infra', 'event', '--breaking', '-m', 'another machine']);
    refused(alone(lab), 'evolve exp rescore root');
    rmSync(join(lab.folder, '.evolve/project.md'));
    refused(alone(lab), 'evolve init');
    expect(json(evolve(lab.folder, ['status', '--json']))).toMatchObject({ proposals: { made: 0 } });
    expect(asked(lab)).toEqual([]);
  });

  it('drives a round, tells what came of it, and goes on when called again', () => {
    const lab = planted(VECTOR);
    const first = json(optimize(lab.folder, ...alone(lab), ...SMALL));
    expect(first).toMatchObject({
      run: 'r1',
      state: 'finished',
      stop: { cause: 'rounds' },
      baseline: -19,
      best: { score: -16, delta: 3, path: ['root', 'r1-l0-d0'], diff: expect.stringContaining('+x=3') },
      experiments: 2,
      counts: { committed: 2 },
      rounds: [
        { round: 1, closed: true, improved: { id: 'r1-l0-d0' }, cost: { author: { calls: 2 }, briefer: { calls: 1 } } },
      ],
      suggestions: { next: expect.arrayContaining(['evolve apply', 'evolve optimize --rounds N']) },
    });
    const status = json(evolve(lab.folder, ['status', '--json']));
    expect(status).toMatchObject({
      state: 'finished',
      rounds: { round: 1, phase: 'closed', cost: { all: { author: { calls: 2 } } } },
    });
    expect(evolve(lab.folder, ['status']).stdout).toContain('Rounds     round 1 of 1 · closed · stall 0 of 5');
    expect(json(evolve(lab.folder, ['exp', 'show', 'best', '--json']))).toMatchObject({
      id: 'r1-l0-d0',
      status: 'committed',
    });
    expect(evolve(lab.folder, ['exp', 'tree']).stdout).toContain('r1-l1-d0 committed');

    // More of the same, whose agents the run remembers.
    const again = evolve(lab.folder, [
      'optimize',
      '--no-config',
      '--yes',
      '--analyst-seconds',
      '0',
      '--rounds',
      '2',
      '--depth',
      '2',
    ]);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toContain('goes on after round 1');
    expect(again.stdout).toMatch(/\nround 2 closed · new best -1\d \(r2-l/);
    expect(again.stdout).toMatch(/\nTake it over: +evolve apply\n/);

    expect(evolve(lab.folder, ['report']).stdout).toContain('Take it over: evolve apply');
    json(evolve(lab.folder, ['apply', '--json']));
    expect(git(lab.folder, 'show', '--stat', 'HEAD')).toContain('lib/vector.txt');
  });

  it('says what it came to when it is interrupted, and goes on where it was', async () => {
    const lab = planted(VECTOR);
    const file = join(temporary(), 'go');
    const args = optimizeArgs(...alone(lab, { hold: `author:${file}` }), ...SMALL);
    const { child, ended } = start(lab.folder, args);
    await until(() => existsSync(`${file}.waiting`));
    expect(json(evolve(lab.folder, ['status', '--json']))).toMatchObject({
      state: 'running',
      rounds: { phase: 'lanes', lanes: [{ newest: { doing: 'implementing' } }, {}] },
    });
    expect(evolve(lab.folder, ['optimize', '--no-config', ...alone(lab)])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is being driven by another evolve'),
    });
    // Whoever works by hand is not kept waiting.
    expect(json(evolve(lab.folder, ['exp', 'new', '--parent', 'root', '-m', 'by hand', '--json'])).id).toMatch(/^exp_/);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'interrupted', progress: { round: 1, phase: 'lanes' } });
    expect(json(evolve(lab.folder, ['status', '--json'])).state).toBe('interrupted');

    expect(evolve(lab.folder, ['exp', 'eval', 'r1-l0-d0']).stderr).toContain('belongs to round 1 of evolve optimize');
    writeFileSync(file, '');
    const resumed = evolve(lab.folder, args);
    expect(resumed.stderr).toMatch(/goes on in round 1 of 1 · lanes, \d of 2 at work · stall 0 of 5/);
    expect(json(resumed)).toMatchObject({ state: 'finished', best: { score: -16 }, rounds: [{ experiments: 2 }] });
  });

  it('is stopped by evolve stop', async () => {
    const lab = planted(VECTOR);
    const file = join(temporary(), 'go');
    const { ended } = start(lab.folder, optimizeArgs(...alone(lab, { hold: `briefer:${file}` }), ...SMALL));
    await until(() => existsSync(`${file}.waiting`));
    expect(evolve(lab.folder, ['stop']).stdout).toContain('Run r1 is stopped. Continue it: evolve optimize');
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      state: 'stopped',
      stop: { cause: 'request' },
      progress: { phase: 'brief' },
    });
  });
});
