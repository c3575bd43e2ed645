import { describe, expect, it } from 'vitest';
import { buriedWarnings } from './buried.ts';

const printed = (experiment: string, ...lines: readonly string[]) => ({
  experiment,
  logs: [{ name: 'benchmark.log', tail: lines.join('\n') }],
});

const heads = (...all: readonly ReturnType<typeof printed>[]) => buriedWarnings(all, []).map(({ head }) => head);

describe('warnings that are buried in logs', () => {
  it.each([
    'UserWarning: the tokenizer has no pad token',
    'DeprecationWarning: Buffer() is deprecated',
    'falling back to the slow path',
    'shape mismatch: 3 and 4',
    'loss is nan',
    'RuntimeWarning: overflow encountered in exp',
    'CUDA out of memory, using the CPU',
    'solver did not converge',
    'score=-inf',
    'chat_template is not set',
  ])('sees %s', (line) => {
    expect(heads(printed('exp_0001', 'ok', line, '12.5'))).toHaveLength(1);
  });

  it.each([
    'all fine',
    '0 warnings, 0 errors',
    'finished without warnings',
    'gcc -Wall -Wno-warning a.c',
    'banana',
    'info: 3 inflated',
    'infinite loops: none',
  ])('passes over %s', (line) => {
    expect(heads(printed('exp_0001', line))).toEqual([]);
  });

  it('says the same line once, with whatever numbers, times and folders', () => {
    const found = buriedWarnings(
      [
        printed(
          'exp_0002',
          '2026-01-02 10:00:00 warning: /tmp/a/x.py:17 took 0.25 s',
          '10:00:01 warning: x.py:9 took 3 s',
        ),
        printed('exp_0001', 'warning: /home/b/x.py:3 took 1e-3 s'),
      ],
      [],
    );
    expect(found).toEqual([
      {
        kind: 'alert',
        head: 'buried warning "warning: x.py:# took # s"',
        rest: 'in benchmark.log of exp_0002, and in 1 other. If it is harmless, say so: evolve exp annotate',
      },
    ]);
  });

  it('passes over what somebody has annotated', () => {
    const lines = [printed('exp_0001', 'warning: the cache is cold, 12 misses')];
    expect(buriedWarnings(lines, ['harmless: "warning: the cache is cold, 3 misses" comes at every start'])).toEqual(
      [],
    );
    expect(buriedWarnings(lines, ['the parser is slow'])).toHaveLength(1);
  });
});
