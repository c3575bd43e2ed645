import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { callOf } from '../../surface/call.ts';
import { committed, labConfig, labIn, type World } from './lab.fixture.ts';

let world: World;
const opened = (config = labConfig()): World => {
  world = labIn(10, config);
  return world;
};
afterEach(() => world.end());

const gated = (experiment: string, name: string, command = `node ${name}.js`) =>
  world.journal.append(() => [{ type: 'gated', experiment, gate: { name, command, phase: 'pre' } }]);

describe('evolve exp gate', () => {
  it('lists what an experiment must pass, whose it is, and which are for its children', async () => {
    const config = labConfig({ gates: [{ name: 'test', command: 'npm test', phase: 'post' }] });
    const { journal, json, said } = opened(config);
    const child = committed(journal, 'root', 'a heap', 11);
    const other = committed(journal, 'root', 'a list', 12);
    gated('root', 'unit/fast');
    gated(child, 'size');
    gated(other, 'memory');
    expect(await json('exp gate list', { id: child })).toMatchObject({
      id: child,
      gates: [
        { name: 'test', phase: 'post', from: 'config', own: false },
        { name: 'unit/fast', from: 'root', own: false },
        { name: 'size', from: child, own: true },
      ],
    });
    expect(await said('exp gate list', { id: child })).toContain(
      `size  pre  of ${child}, for its children  node size.js`,
    );
  });

  it('removes a gate from the node that has it, and from no other', async () => {
    const { journal, json, said } = opened();
    const child = committed(journal, 'root', 'a heap', 11);
    gated('root', 'size');
    await expect(said('exp gate remove', { id: child, name: 'size' })).rejects.toThrow(
      "was put on root: evolve exp gate remove root --name 'size'",
    );
    await expect(said('exp gate remove', { id: 'root', name: 'other' })).rejects.toThrow('root has no gate other');
    expect(await said('exp gate remove', { id: 'root', name: 'size' })).toContain('nothing below it has to pass it');
    expect(await json('exp gate list', { id: child })).toMatchObject({ gates: [] });
  });

  it('refuses a name that the node or an ancestor has before anything is run', async () => {
    const { journal, said } = opened(labConfig({ gates: [{ name: 'test', command: 'npm test', phase: 'pre' }] }));
    const child = committed(journal, 'root', 'a heap', 11);
    gated('root', 'size');
    const add = (id: string, name: string) => said('exp gate add', { id, name, command: 'true' });
    await expect(add(child, 'size')).rejects.toThrow('There is a gate size already: root has one (node size.js).');
    await expect(add(child, 'test')).rejects.toThrow('the run itself has one');
    await expect(add('root', 'size')).rejects.toThrow("evolve exp gate remove root --name 'size' first");
    await expect(add('root', 'a\nb')).rejects.toThrow('one line');
  });

  it('is a group of its own', () => {
    opened();
    expect(callOf(['exp', 'gate'])).toMatchObject({ kind: 'group', group: { name: 'exp gate' } });
    expect(callOf(['help', 'exp', 'gate'])).toMatchObject({ kind: 'group', group: { name: 'exp gate' } });
    expect(callOf(['exp', '--help'])).toMatchObject({ kind: 'group', group: { name: 'exp' } });
    expect(callOf(['exp', 'gate', 'list', 'root'])).toMatchObject({ kind: 'verb', args: ['root'] });
    expect(callOf(['exp', 'gate', 'lst'])).toMatchObject({ kind: 'mistake' });
  });
});

describe('directives', () => {
  it('come with every answer and every error until they are acknowledged', async () => {
    const { journal, json, said } = opened();
    const child = committed(journal, 'root', 'a heap', 11);
    expect(await said('direct', { text: 'Leave the cache alone.' })).toContain('Directive d1 for run r1.');
    expect(await said('direct', { exp: child }, 'Only here.\n')).toContain(`Directive d2 for ${child}.`);
    const of = async (id: string) => (await json('exp gate list', { id })) as { directives: { id: string }[] };
    expect((await of('root')).directives.map(({ id }) => id)).toEqual(['d1']);
    expect((await of(child)).directives.map(({ id }) => id)).toEqual(['d1', 'd2']);
    expect((await of(child)).directives[1]).toMatchObject({
      experiment: child,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      acknowledged: null,
    });
    const error = said('exp gate remove', { id: child, name: 'none' });
    await expect(error).rejects.toThrow(
      /has no gate none[\s\S]*Leave the cache alone\.\nSay that you have read it: evolve ack d1 --exp exp_0001\n/,
    );
    expect(await said('ack', { id: 'd1', by: 'agent 7' })).toBe('Directive d1 was read by agent 7.');
    expect(await said('ack', { id: 'd1' })).toBe('Directive d1 was read by agent 7.');
    expect((await of('root')).directives).toEqual([]);
    expect(await said('directives')).toBe(
      `d2 for ${child}, not read yet\n  Only here.\nd1, read by agent 7\n  Leave the cache alone.`,
    );
  });

  it('are heard by one experiment without being hushed for the others', async () => {
    const { journal, json, said, cwd } = opened();
    const [one, other] = [committed(journal, 'root', 'a heap', 11), committed(journal, 'root', 'a list', 12)];
    await said('direct', { text: 'Leave the cache alone.' });
    const of = async (verb: string, raw: object) => (await json(verb, { ...raw })) as { directives: { id: string }[] };
    expect(await said('ack', { id: 'd1', exp: one })).toBe(
      `Directive d1 was read by hand, for ${one}; others are still told.`,
    );
    expect((await of('exp gate list', { id: one })).directives).toEqual([]);
    expect((await of('exp gate list', { id: other })).directives.map(({ id }) => id)).toEqual(['d1']);
    expect((await of('exp status', {})).directives).toHaveLength(1);
    expect(await said('directives')).toBe(`d1, read for ${one}\n  Leave the cache alone.`);
    await expect(said('ack', { id: 'd1', exp: 'exp_0009' })).rejects.toThrow('There is no experiment exp_0009');
    // In a workspace it is the workspace's experiment that has read it.
    const place = mkdtempSync(join(tmpdir(), 'galapagos-place-'));
    renameSync(join(cwd, '.evolve'), join(place, '.evolve'));
    writeFileSync(join(cwd, '.git/evolve'), JSON.stringify({ root: place, run: 'r1', experiment: other }));
    expect((await of('exp status', {})).directives).toHaveLength(1);
    expect(await said('ack', { id: 'd1' })).toContain(`for ${other}`);
    expect((await of('exp status', {})).directives).toEqual([]);
    expect((await of('exp gate list', { id: 'root' })).directives).toHaveLength(1);
    rmSync(place, { recursive: true });
  });

  it('say what is wrong with them', async () => {
    const { said } = opened();
    await expect(said('direct', {}, '')).rejects.toThrow('What do you want?');
    await expect(said('direct', { text: 'x'.repeat(9000) })).rejects.toThrow('at most 8 KB');
    await expect(said('direct', { text: 'x', exp: 'exp_0009' })).rejects.toThrow('There is no experiment exp_0009');
    await expect(said('ack', { id: 'd9' })).rejects.toThrow('There is no directive d9');
  });
});
