import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import type { Adjustable, Fixed, RunConfig } from '../domain/config.ts';
import { asAsked } from './fitting.ts';
import { judgedLine, judgingOf, measuredBy, withJudges, withoutJudges } from './judging.ts';
import { parseOptions } from './option.ts';
import { fixedOf, RUN_OPTIONS } from './settings.ts';

const AUTHOR = { author: [{ agent: 'llm:a/m', weight: 1 }] };

function run(fitness: string, fixed: Partial<Fixed>, adjustable: Partial<Adjustable> = { agents: AUTHOR }): RunConfig {
  const config = configOf(fixed, adjustable, 'islands');
  return { ...config, identity: { ...config.identity, fitness } };
}

function opened(config: RunConfig, input: Parameters<typeof withJudges>[1] = {}) {
  const told: string[] = [];
  return { config: withJudges(config, input, { tell: (line) => told.push(line) }), told };
}

const parsed = (raw: Readonly<Record<string, unknown>>) => parseOptions(RUN_OPTIONS, raw);

describe('who gives the score', () => {
  it('is a judge under islands, half of it beside a command, and elsewhere only when asked for', () => {
    expect(judgingOf({ strategy: 'islands' })).toEqual({ judging: { weight: 1 } });
    expect(judgingOf({ strategy: 'islands', fitness: 'make bench' })).toEqual({ judging: { weight: 0.5 } });
    expect(judgingOf({ strategy: 'islands', judge: false, fitness: 'make bench' })).toEqual({});
    expect(judgingOf({ fitness: 'make bench' })).toEqual({});
    const asked = parsed({ judge: true, fitness: 'x', judgeWeight: '0.2', scale: '250, 0' });
    expect(judgingOf(asked)).toEqual({ judging: { weight: 0.2, scale: [250, 0] } });
  });

  it('refuses what says nothing', () => {
    expect(() => judgingOf({ fitness: 'x', scale: [0, 1] })).toThrow('--scale is for a run with a judge: add --judge');
    expect(() => judgingOf({ fitness: 'x', judgeWeight: 0.2 })).toThrow('--judge-weight is for a run with a judge');
    expect(() => judgingOf({ strategy: 'islands', scale: [0, 1] })).toThrow('there is none: leave it out');
    expect(() => judgingOf({ strategy: 'islands', judgeWeight: 0.2 })).toThrow('the judge gives the whole score');
    for (const scale of ['1', '1,1', 'a,b', '1,2,3', ','])
      expect(() => parsed({ scale })).toThrow(/two different numbers/);
    for (const weight of ['0', '1.5', '-1']) expect(() => parsed({ judgeWeight: weight })).toThrow(/--judge-weight/);
  });

  it('is nobody where there is no agent and no command', () => {
    const alone = run('', { judging: { weight: 1 } }, {});
    expect(() => opened(alone)).toThrow(/nobody to judge: .*--agent.*fitness command/);
    expect(() => opened(run('make', { judging: { weight: 0.5 } }, {}), { judge: true })).toThrow(/nobody to judge/);
  });

  it('is the command alone where there is no agent, and that is said', () => {
    const { config, told } = opened(run('make', { direction: 'min', judging: { weight: 0.5 } }, {}));
    expect(config.fixed).toMatchObject({ direction: 'min' });
    expect(config.fixed.judging).toBeUndefined();
    expect(told).toEqual([expect.stringMatching(/^no agent to judge the code/)]);
  });

  it('grows whatever the command does, which a scale tells', () => {
    const scaled = run('make', { direction: 'min', judging: { weight: 0.5, scale: [250, 0] } });
    const { config } = opened(scaled, { direction: 'min' });
    expect(config.fixed.direction).toBe('max');
    expect(asAsked(config.fixed).direction).toBe('min');
    expect(withoutJudges(config).fixed).toMatchObject({ direction: 'min' });
    expect(() => opened(run('make', { direction: 'min', judging: { weight: 0.5 } }), { direction: 'min' })).toThrow(
      /--scale WORST,BEST/,
    );
    expect(() => opened(scaled, { direction: 'max' })).toThrow(/contradict/);
  });

  it('is told', () => {
    const both = run(
      'make',
      { judging: { weight: 0.25 } },
      { agents: { ...AUTHOR, judge: [{ agent: 'codex', weight: 1 }] } },
    );
    expect(measuredBy(both)).toBe('make · judged by codex');
    expect(measuredBy(run('', { judging: { weight: 1 } }))).toBe('judged by llm:a/m');
    expect(measuredBy(run('make', {}))).toBe('make');
    expect(judgedLine(both)).toEqual([
      expect.stringMatching(/25 % of the score \(--no-judge\).*more is better \(--scale\)$/),
    ]);
    expect(judgedLine(run('', { judging: { weight: 1 } }))).toEqual([expect.stringMatching(/which is the score$/)]);
  });

  it('reads any last number under islands', () => {
    expect(fixedOf({ strategy: 'islands' }).parse).toBe('last-number');
    expect(fixedOf({ strategy: 'islands', parse: 'auto' }).parse).toBe('auto');
    expect(fixedOf({}).parse).toBe('auto');
  });
});
