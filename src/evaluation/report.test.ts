import { describe, expect, it } from 'vitest';
import { readReport } from './report.ts';

const read = (stdout: string, options = {}, file?: string) =>
  readReport(file === undefined ? { stdout } : { stdout, file }, { parse: 'auto', ...options });

describe('the fitness contract', () => {
  it.each([
    ['a number on the last line', 'warming up\n42.5\n', 'number', 42.5],
    ['signs, exponents and bare points', '+.5e-3', 'number', 0.0005],
    ['blank lines and spaces after it', ' -7 \n\n  \n', 'number', -7],
    ['a JSON object on the last line', 'x\n{"score": 3, "metrics": {"a": 1}}', 'json', 3],
    ['combined_score', '{"combined_score": 4}', 'json', 4],
    ['METRIC lines', 'METRIC score=9\nMETRIC size=3\ndone', 'metric', 9],
    ['the only METRIC line', 'METRIC speed=1e3\ndone', 'metric', 1000],
    ['Windows line ends', 'a\r\n12\r\n', 'number', 12],
    ['an object over several lines', '{\n  "score": 3,\n  "tasks": {\n    "a": 1\n  }\n}\n', 'json', 3],
    ['an object over several lines after others', '{"score": 1}\nlog {\n{\n  "score": 3\n}', 'json', 3],
  ])('reads %s', (_name, stdout, channel, score) => {
    expect(read(stdout)).toMatchObject({ kind: 'score', channel, score });
  });

  it('takes the result file before stdout', () => {
    expect(read('1', {}, '{"score": 2, "tasks": {"t1": 0.5}, "feedback": "slow"}')).toMatchObject({
      channel: 'file',
      score: 2,
      tasks: { t1: 0.5 },
      feedback: 'slow',
    });
  });

  it('takes nothing for a result file that was left empty', () => {
    expect(read('7', {}, '')).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('left its result file empty'),
    });
    expect(read('7', { channel: 'file' }, ' \n')).toMatchObject({ kind: 'none' });
  });

  it('knows what Python writes in place of numbers', () => {
    expect(read('', {}, '{"score": NaN}')).toMatchObject({ kind: 'none', reason: expect.stringContaining('NaN') });
    expect(read('', {}, '{"score": -Infinity}')).toMatchObject({ kind: 'none' });
    expect(read('', {}, '{"score": 1, "feedback": "a \\"NaN\\" NaN", "tasks": {"a": NaN, "b": 2}}')).toEqual({
      ...{ kind: 'score', channel: 'file', score: 1, metrics: {} },
      ...{ tasks: { b: 2 }, feedback: 'a "NaN" NaN' },
    });
  });

  it('takes only the channel that the seed used', () => {
    expect(read('1', { channel: 'number' }, '{"score": 1e9}')).toMatchObject({ channel: 'number', score: 1 });
    expect(read('{"score": 1e9}', { channel: 'number' })).toMatchObject({ kind: 'none' });
    expect(read('5', { channel: 'file' })).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('result file'),
    });
  });

  it('names one key with --metric', () => {
    expect(read('{"latency": 5, "score": 1}', { metric: 'latency' })).toMatchObject({ score: 5 });
    expect(read('{"score": 1, "metrics": {"latency": 6}}', { metric: 'latency' })).toMatchObject({ score: 6 });
    expect(read('METRIC a=1\nMETRIC b=2', { metric: 'b' })).toMatchObject({ score: 2 });
  });

  it('does not take a plain number for a named metric', () => {
    expect(read('5', { metric: 'cost' })).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('no metric cost'),
    });
  });

  it('takes the last number of all when asked to', () => {
    expect(read('3 passed, 12 failed in 0.5s', { parse: 'last-number' })).toMatchObject({
      channel: 'last-number',
      score: 0.5,
    });
    expect(read('3 passed')).toMatchObject({ kind: 'none' });
  });

  it.each([
    ['nothing', '', 'stdout is empty'],
    ['words', 'all good', '"all good"'],
    ['NaN', 'NaN', '"NaN"'],
    ['Infinity', 'Infinity', '"Infinity"'],
    ['a number that is too large', '1e999', 'not finite'],
    ['an object without a score', '{"speed": 1}', 'without the number "score"'],
    ['a score that is text', '{"score": "9"}', 'whose "score" is a string'],
    ['a score that was NaN', '{"score": null, "worst": 1}', 'whose "score" is null'],
    ['a score beyond all numbers', '{"score": 1e999}', 'not finite'],
    ['several metrics and none named', 'METRIC a=1\nMETRIC b=2', '--metric'],
  ])('refuses %s', (_name, stdout, reason) => {
    expect(read(stdout)).toMatchObject({ kind: 'none', reason: expect.stringContaining(reason) });
  });

  it('does not take a torn result file for a result', () => {
    expect(read('1', {}, '{"score": 2')).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('not a JSON object'),
    });
  });
});
