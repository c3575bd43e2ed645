import { describe, expect, it } from 'vitest';
import { killedAt, killedWhile, STEPS, wantedOf } from './optimize-kills.ts';
import { asked, optimize, planted, treeOf, VECTOR } from './optimize-lab.ts';
import { json } from './support.ts';

describe('rounds that are killed', () => {
  // Every boundary in `npm run soak`.
  it('go on where they were: the same tree, and nobody is asked twice but who was at work', async () => {
    const wanted = wantedOf();
    expect(wanted.tree.experiments.map(({ status }) => status)).toContain('committed');
    await killedWhile(STEPS, wanted);
    expect(await killedAt(30, wanted)).toBe('killed');
  });

  it('come to the same however many lanes are worked on at once', () => {
    const [one, many] = ['1', '3'].map((width) => {
      const lab = planted(VECTOR);
      const agent = lab.agent('author', { lanes: 'honest+commits+worse' });
      json(optimize(lab.folder, ...agent, '--subagents', '3', '--depth', '2', '--rounds', '2', '--parallel', width));
      return treeOf(lab.folder);
    });
    expect(many).toEqual(one);
    expect(one?.experiments.length).toBe(1 + 2 * 6);
  });

  it('stop where nobody can verify, measure nothing, and go on when somebody can', () => {
    const lab = planted(VECTOR);
    const agents = [...lab.agent('author'), ...lab.agent('verifier', { broken: '4' })];
    const args = [...agents, '--subagents', '1', '--depth', '1', '--rounds', '1'];
    const stopped = optimize(lab.folder, ...args);
    expect(stopped.code).toBe(1);
    expect(JSON.parse(stopped.stdout)).toMatchObject({ stop: { cause: 'broken' }, counts: { pending: 1 } });
    expect(treeOf(lab.folder).experiments.at(-1)).toMatchObject({ proposal: { id: 'r1-l0-d0' }, attempts: [] });
    expect(json(optimize(lab.folder, ...args))).toMatchObject({ stop: { cause: 'rounds' }, best: { score: -16 } });
    // What the author did is not paid for again.
    expect(asked(lab).filter(({ step }) => step === 'author').length).toBe(1);
  });
});
