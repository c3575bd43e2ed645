import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Gate } from '../domain/config.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Plan } from '../evaluation/evaluation.ts';
import { lab as labOf } from './lab.fixture.ts';

const lab = (bench: string, more: Partial<Plan> = {}) => labOf({ 'bench.sh': `${bench}\n` }, more);
const gate = (name: string, command: string, phase: Gate['phase'] = 'pre'): Gate => ({ name, command, phase });
const verdicts = ({ stages }: Evaluation) => stages.map(({ stage, verdict }) => `${stage}: ${verdict}`);
const parentOf = (...samples: number[]): Evaluation => ({
  ...{ outcome: 'scored', epoch: 2, samples, comparisons: [], metrics: {}, channel: 'number', stages: [] },
});

describe('the gates of an experiment', () => {
  it('are all run before the benchmark, and any that fails ends it', async () => {
    const { evaluate, logOf } = await lab('echo 5');
    const gates = [gate('one', 'echo no; exit 3'), gate('two', 'true'), gate('a/b', 'nowhere-to-be-found')];
    const evaluation = await evaluate({ gates });
    expect(evaluation).toMatchObject({ outcome: 'invalid', epoch: 2, tail: 'no' });
    expect(verdicts(evaluation)).toEqual(['seal: pass', 'gate one: fail', 'gate two: pass', 'gate a/b: fail']);
    expect(evaluation).toMatchObject({
      reason: 'gate one exited with code 3; gate a/b exited with code 127: a command in it was not found',
    });
    expect(logOf(1, 'gate_one.log')).toBe('no\n');
  });

  it('after the benchmark say no with the score told, and are spared what is not better', async () => {
    const { evaluate } = await lab('echo \'{"score": 5, "tasks": {"a": 1}, "metrics": {"ms": 2}}\'');
    const gates = [gate('late', 'exit 1', 'post'), gate('later', 'true', 'post')];
    const better = await evaluate({ gates, parent: parentOf(4) });
    expect(better).toMatchObject({
      outcome: 'invalid',
      measured: { samples: [5], metrics: { ms: 2 }, tasks: { a: 1 } },
    });
    expect(verdicts(better).slice(-2)).toEqual(['gate late: fail', 'gate later: pass']);
    const equal = await evaluate({ gates, parent: parentOf(5) });
    expect(equal).toMatchObject({ outcome: 'scored', epoch: 2, samples: [5] });
    expect(verdicts(equal)).toEqual(['seal: pass', 'benchmark: pass']);
    expect(await evaluate({ gates })).toMatchObject({ outcome: 'invalid' });
  });

  it('have nothing to report to', async () => {
    const { evaluate, logOf } = await lab('echo 5');
    await evaluate({ gates: [gate('env', 'env')] });
    expect(logOf(1, 'gate_env.log')).not.toMatch(/RESULT|TRACES|CHECKPOINT/);
    expect(logOf(1, 'gate_env.log')).toContain('EVOLVE_CANDIDATE=exp_0001');
  });
});

describe('an attempt', () => {
  it('that was killed finds its checkpoints again; another, or another run of it, does not', async () => {
    const bench = 'cat "$EVOLVE_CHECKPOINT_DIR"/* 2>/dev/null; echo 7 > "$EVO_CHECKPOINT_DIR/step"; echo 5';
    const { evaluate, logOf } = await lab(bench, { repeat: 2 });
    await evaluate();
    expect(logOf(1, 'benchmark.log')).toBe('5\n');
    await evaluate();
    expect(logOf(1, 'benchmark.log')).toBe('7\n5\n');
    expect(logOf(1, 'checkpoints/step')).toBe('7\n');
    await evaluate({ attempt: 2 });
    expect(logOf(2, 'benchmark.log')).toBe('5\n');
  });

  it('keeps the traces of its benchmark whatever gates come after it', async () => {
    const bench = 'for t in a b; do echo "{}" > "$EVO_TRACES_DIR/task_$t.json"; done; echo 5';
    const { evaluate, attempt } = await lab(bench);
    const evaluation = await evaluate({ gates: [gate('late', 'true', 'post')] });
    expect(existsSync(join(attempt(1), 'traces/task_a.json'))).toBe(true);
    expect(evaluation.stages).toContainEqual(
      expect.objectContaining({ stage: 'benchmark', note: 'it traced 2 tasks, but its result has no "tasks"' }),
    );
  });
});

describe('what comes before a run', () => {
  it('is there for that run alone', async () => {
    const { evaluate, logOf } = await lab('cat made', { repeat: 2, beforeRun: 'test ! -e made && echo 4 > made' });
    expect(await evaluate()).toMatchObject({ outcome: 'scored', samples: [4, 4] });
    expect(logOf(1, 'before_run.log')).toBe('');
    expect(await evaluate({ gates: [gate('clean', 'test ! -e made', 'post')] })).toMatchObject({ outcome: 'scored' });
  });

  it('is told of when it fails, and may not touch what is protected', async () => {
    const failing = await lab('echo 5', { beforeRun: 'echo why; exit 9' });
    expect(await failing.evaluate()).toMatchObject({
      outcome: 'invalid',
      reason: 'before-run exited with code 9',
      tail: 'why',
    });
    const forging = await lab('echo 5', { beforeRun: 'echo "echo 99" > bench.sh' });
    expect(await forging.evaluate()).toMatchObject({
      outcome: 'invalid',
      reason: 'before-run tampered: changed bench.sh, which it may not',
    });
  });

  it('stands before the whole of the fitness command', async () => {
    const fitness = 'printf "%s" "$GREETING" | tr a-z A-Z >&2; test -e {target} && echo 6';
    const { evaluate, logOf } = await lab('', { prefix: "GREETING='hello you'", fitness });
    expect(await evaluate()).toMatchObject({ outcome: 'scored', samples: [6] });
    expect(logOf(1, 'benchmark.log')).toContain('HELLO YOU');
  });
});
