import { describe, expect, it } from 'vitest';
import { COMMENT, fruitless, measured } from './noisy.ts';
import { evolve, json } from './support.ts';

describe('a noisy benchmark', () => {
  it('makes no gain out of 12 candidates that are all the same; the soak has 200', () => {
    fruitless(12, 1000);
  });

  it('finds a true gain, says what it hangs on, and gives it limits', () => {
    const agent = `case $EVOLVE_CANDIDATE in gen1-2) echo 800 > work.txt ;; *) ${COMMENT} ;; esac`;
    const { folder, report } = measured({ kind: 'noisy' }, agent, ['-k', '3', '-g', '1']);
    expect(report.best.id).toBe('gen1-2');
    const { interval, confirmed } = report.improvement;
    expect(interval.relative).toBe(true);
    expect(interval.low).toBeGreaterThan(0);
    expect(interval.high).toBeGreaterThan(interval.low);
    expect(confirmed).toBe(true);
    expect(json(evolve(folder, ['report', '--json'])).improvement.interval).toEqual(interval);
    expect(evolve(folder, ['report']).stdout).toMatch(/% better, at 95 % between \S+ % and \S+ %/);
    expect(evolve(folder, ['show', 'gen1-2']).stdout).toMatch(
      /Compared {3}better than gen0-seed in \d+ runs of each, in turns/,
    );
  });
});

describe('a deterministic benchmark', () => {
  it('is run not once more than needed', () => {
    const costs = 'gen1-1) c=990 ;; gen1-2) c=1010 ;; gen1-3) c=995 ;; gen1-4) c=980 ;; *) c=1000 ;;';
    const agent = `case $EVOLVE_CANDIDATE in ${costs} esac; printf "$c\\n# $EVOLVE_CANDIDATE\\n" > work.txt`;
    const { report, runs } = measured({ kind: 'still' }, agent, ['-k', '5', '-g', '1']);
    expect(report.best).toMatchObject({ id: 'gen1-4', score: 980 });
    expect(report.improvement.interval).toBeNull();
    // The seed thrice, each candidate once, gen1-1 and gen1-4 once more as they become best, then seed and winner.
    expect(runs).toBe(3 + 5 + 2 + 2);
  });
});
