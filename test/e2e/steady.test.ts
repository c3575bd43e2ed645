import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { killEverywhere } from './kills.ts';
import {
  EVOLVE,
  environment,
  essence,
  evolve,
  git,
  json,
  onTerminal,
  repository,
  SHELL_SQUARES,
  terminals,
  withoutSandbox,
} from './support.ts';

withoutSandbox();

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js'];
const PATIENT = [...RUN, '--strategy', 'patient', '--yes'];

describe('the default search', () => {
  it('says when it ends, tells candidate by candidate, reports by evaluations and hands the winner over', () => {
    const folder = repository(SHELL_SQUARES);
    const { code, stdout } = evolve(folder, [...PATIENT, '--budget-evals', '22', '--plateau', '20']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^run r1 · patient · 2 at once by the built-in operators \(no --agent\) · seed 1$/m);
    expect(stdout).toMatch(/^ends after 22 evaluations, or 20 without a better one$/m);
    expect(stdout).toMatch(/^10 % are plain changes of the seed/m);
    expect(stdout).toMatch(/^c1 .*(fresh|mutate)/m);
    expect(stdout).toMatch(/^c10 .* control /m);
    expect(stdout).toMatch(/^new best {3}c\d+ {2}-/m);
    expect(stdout).toMatch(/^2\d evaluations · best -[\d.]+ \(c\d+\) · \d+ since$/m);
    expect(stdout).toMatch(/^Run r1 finished: budget of 22 evaluations spent\n22 evaluations · \d+ candidates/m);
    expect(stdout).toMatch(/^Evaluations +Best +Δ best +Candidate +Operator$/m);
    expect(stdout).not.toMatch(/generation/i);

    const status = json(evolve(folder, ['status', '--json']));
    expect(status).toMatchObject({ strategy: 'patient', state: 'finished', history: [], stale: { limit: 20 } });
    expect(status).toMatchObject({ baseline: { id: 'seed' }, budget: { evaluations: 22, evaluationsSpent: 22 } });
    expect(status).not.toHaveProperty('generation');
    expect(status.improvements[0]).toMatchObject({ id: 'seed', evaluations: 0, delta: null });
    expect(status.improvements.at(-1)).toMatchObject({ id: status.best.id, best: status.best.score });

    const texts = [['status'], ['leaderboard'], ['tree'], ['path'], ['show', 'c10'], ['runs'], ['report']]
      .map((args) => evolve(folder, args).stdout)
      .join('\n');
    expect(texts).not.toMatch(/generation|\bGen\b/i);
    expect(evolve(folder, ['tree', '-n', '100']).stdout).toMatch(/c10 .* · control/);
    expect(evolve(folder, ['show', 'c10']).stdout).toMatch(/^c10 · (fresh|mutate) · control by \w+ from seed$/m);
    expect(json(evolve(folder, ['leaderboard', '--json'])).find(({ id }: { id: string }) => id === 'c10').arm).toBe(
      'control',
    );
    evolve(folder, ['report', '--html', 'report.html']);
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).not.toMatch(/generation/i);
    git(folder, 'clean', '-fq', 'report.html');

    expect(evolve(folder, ['apply'])).toMatchObject({ code: 0 });
    const [best] = status.improvements.slice(-1);
    expect(Number(git(folder, '-c', 'core.pager=cat', 'rev-list', '--count', 'HEAD'))).toBeGreaterThan(1);
    expect(evolve(folder, ['status']).stdout).toContain(`Applied    ${best.id} merged as`);
  });

  it('ends by itself, and says so before', () => {
    const folder = repository({ ...SHELL_SQUARES, 'bench.sh': 'echo 1\n' });
    const { stdout } = evolve(folder, PATIENT);
    expect(stdout).toContain('ends after 100 evaluations, or 40 without a better one (to change that: --budget-evals');
    expect(stdout).toMatch(/^Run r1 finished: no better candidate for 40 evaluations\n4[01] evaluations/m);
    expect(stdout).toContain('No candidate beats the baseline of 1.');
  });

  it.skipIf(!terminals)('asks nothing before the end, and there what becomes of the winner', () => {
    const folder = repository(SHELL_SQUARES);
    const args = [...RUN, '--strategy', 'patient', '--operator', 'tune', '--budget-evals', '8'];
    const { stdout } = onTerminal(folder, args, 'keep\n');
    expect(stdout.match(/Choose 1 to/g)).toHaveLength(1);
    expect(stdout).toContain('The run is over, the winner is c');
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({ state: 'finished' });
  });

  it('spends its budget to the last evaluation, and no more, at any width', () => {
    for (const budget of [1, 9]) {
      const folder = repository(SHELL_SQUARES);
      const ended = json(evolve(folder, [...PATIENT, '--json', '--parallel', '4', '--budget-evals', String(budget)]));
      expect(ended.budget.evaluationsSpent).toBe(budget);
    }
  });

  it('gives the same run for the same seed at width 1, killed or not', async () => {
    const flags = ['--strategy', 'patient', '--parallel', '1', '--budget-evals', '5'];
    const { kills } = await killEverywhere(flags, 2, { at: [30] });
    expect(kills).toBe(1);
  });

  it('goes on after a kill at width 2 with nothing lost, counted twice or left behind', async () => {
    for (const at of [25]) {
      const folder = repository(SHELL_SQUARES);
      const args = [...PATIENT, '--json', '--budget-evals', '8', '--resume'];
      expect(evolve(folder, args, { GALAPAGOS_KILL_AT: String(at) }).signal).toBe('SIGKILL');
      const ended = json(evolve(folder, args));
      expect(ended).toMatchObject({ state: 'finished', budget: { evaluationsSpent: 8 } });
      const { counts, proposals, evaluations, placements } = essence(folder);
      expect(counts).toMatchObject({ charged: 8, open: 0, proposed: proposals.length - 1 });
      expect(new Set(proposals.map(({ id }) => id)).size).toBe(proposals.length);
      expect(new Set(evaluations.map(({ id }) => id)).size).toBe(evaluations.length);
      expect(placements.length).toBe(proposals.length);
      expect(existsSync(join(folder, '.evolve/r1/lanes'))).toBe(false);
    }
  });

  it('on a noisy benchmark calls best only what was confirmed', () => {
    const noisy = 'sh true.sh | awk -v r="$(od -An -N2 -tu2 /dev/urandom)" \'{ print $1 + r / 65536 / 500 }\'\n';
    const folder = repository({ ...SHELL_SQUARES, 'true.sh': SHELL_SQUARES['bench.sh'], 'bench.sh': noisy });
    const ended = json(
      evolve(folder, [
        ...PATIENT,
        '--json',
        '--operator',
        'tune',
        '--parallel',
        '1',
        '--stop-at',
        '-8.9',
        '--budget-evals',
        '40',
      ]),
    );
    expect(ended).toMatchObject({ state: 'finished', noisy: true, improvement: { confirmed: true } });
    const { evaluation } = json(evolve(folder, ['show', '--json']));
    expect(evaluation.comparisons).toContainEqual(expect.objectContaining({ verdict: 'better' }));
  });
});

describe('strategies', () => {
  it.each(['greedy', 'best-of-n'])('%s runs to its end', (strategy) => {
    const folder = repository(SHELL_SQUARES);
    const args = [...RUN, '--strategy', strategy, '--yes', '--json', '--budget-evals', '5'];
    expect(json(evolve(folder, args))).toMatchObject({ strategy, state: 'finished', stop: { cause: 'evaluations' } });
    const parents = new Set(essence(folder).proposals.map((proposal) => proposal.parents[0]));
    if (strategy === 'best-of-n') expect([...parents]).toEqual(['seed']);
  });

  it('-k asks for generations, and not for anything else', () => {
    const folder = repository(SHELL_SQUARES);
    const bred = json(evolve(folder, [...RUN, '-k', '4', '-g', '1', '--yes', '--json']));
    expect(bred).toMatchObject({ strategy: 'generations', generation: 1 });
    const mistakes: readonly (readonly [readonly string[], string])[] = [
      [['--strategy', 'patient', '-k', '4'], '-k is for --strategy generations'],
      [['--strategy', 'generations', '--plateau', '4'], '--plateau is not for --strategy generations'],
      [['-g', '2', '--control', '0'], '--control is not for --strategy generations'],
    ];
    for (const [flags, message] of mistakes) {
      const { code, stderr } = evolve(folder, [...RUN, ...flags]);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
    }
  });

  it('--resume continues the newest run whatever its strategy; another strategy is another run', () => {
    const folder = repository(SHELL_SQUARES);
    // Without a word about the strategy, which other tests get one of.
    const run = (...more: string[]) => {
      const args = [EVOLVE, ...RUN, '--unchecked', '--cores', '0', '--yes', '--json', ...more];
      return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, env: environment(folder, {}) }).toString());
    };
    const greedy = ['--strategy', 'greedy'];
    expect(run('--budget-evals', '2')).toMatchObject({ run: 'r1', strategy: 'patient' });
    expect(run('--resume', '--budget-evals', '2', ...greedy)).toMatchObject({ run: 'r2', strategy: 'greedy' });
    const longer = { run: 'r2', strategy: 'greedy', budget: { evaluationsSpent: 3 } };
    expect(run('--resume', '--budget-evals', '3')).toMatchObject(longer);
    expect(run('--resume', '-k', '2', '-g', '1')).toMatchObject({ run: 'r3', strategy: 'generations' });
    const { code, stderr } = evolve(folder, [...RUN, '--resume', '--plateau', '5', '--strategy', 'generations']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--plateau is not for')]);
    const unfit = evolve(folder, ['fork', 'r2', '-k', '4', '--yes']);
    expect(unfit.stderr).toContain('Run r2 is greedy, without generations: -k is not for it.');
    const searching = ['--stop-when', 'expected gain < 1 %', '--idle', '0.1', '--partner', '2'];
    const forked = ['fork', 'r2', '--at', 'c2', '--budget-evals', '3', ...searching, '--yes', '--json'];
    expect(json(evolve(folder, forked))).toMatchObject({
      run: 'r4',
      strategy: 'greedy',
      budget: { evaluationsSpent: 3 },
    });
  });
});
