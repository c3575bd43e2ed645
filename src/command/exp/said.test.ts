import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { begin, committed, labConfig, labIn, type World } from './lab.fixture.ts';

const VALUE = 'hunter2-hunter2';

let lab: World;
beforeEach(() => {
  lab = labIn(10, labConfig({}, { environment: [{ path: 'bench.env' }] }));
  writeFileSync(join(lab.cwd, 'bench.env'), `SERVICE=${VALUE}\n`);
});
afterEach(() => lab.end());

describe('what is said of experiments', () => {
  it('has no value of a file of variables in it, wherever it is said', async () => {
    const { journal, said } = lab;
    const id = committed(journal, 'root', 'a heap', 11);
    await said('exp note', { text: `it is ${VALUE}` });
    await said('exp annotate', { id, task: `task ${VALUE}`, text: `it is ${VALUE}` });
    await said('exp set', { id, tag: [VALUE], note: `it is ${VALUE}` });
    await said('exp infra event', { message: `it is ${VALUE}` });
    await said('direct', { text: `use ${VALUE}` });
    await said('exp prune', { id, reason: `it holds ${VALUE}` });
    const record = JSON.stringify(journal.read(0, 1000));
    expect(record).not.toContain(VALUE);
    expect(record.split('[SERVICE]')).toHaveLength(9);
  });

  it('is kept also when a file of variables is gone', async () => {
    rmSync(join(lab.cwd, 'bench.env'));
    expect(await lab.said('exp note', { text: 'the disk is slow' })).toBe('Noted.');
  });

  it('is bounded: a hypothesis, a reason, a task and a tag, too', async () => {
    const { journal, said } = lab;
    const id = begin(journal, 'root', 'a heap');
    const much = 'x'.repeat(1_000_000);
    await expect(said('exp new', { parent: 'root', message: much })).rejects.toThrow('put it in a file');
    await expect(said('exp new', { parent: 'root', message: ' \n' })).rejects.toThrow('-m is empty');
    await expect(said('exp new', { parent: 'root', message: 'a', tag: [much] })).rejects.toThrow('at most 60');
    await expect(said('exp new', { parent: 'root', message: 'a', tag: ['\u001b[31m'] })).rejects.toThrow('empty');
    await expect(said('exp discard', { id, reason: much })).rejects.toThrow('put it in a file');
    await expect(said('exp prune', { id, reason: much })).rejects.toThrow('put it in a file');
    await expect(said('exp annotate', { id, task: much, text: 'a' })).rejects.toThrow('put it in a file');
    expect(journal.view().counts().proposed).toBe(1);
  });
});
