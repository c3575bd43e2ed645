import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contextIn } from '../../../../test/fake/context.ts';
import { LADDER } from '../../../domain/ladder.ts';
import { configFor, wantedBy } from './settings.ts';

function repository(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos-goals-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync('git', ['init', '-q'], { cwd: folder });
  mkdirSync(join(folder, 'sub'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

describe('what a session over goals is asked for', () => {
  it('is the same session from every folder, one at a time unless said otherwise', async () => {
    const root = repository();
    const [here, below] = [root, join(root, 'sub')].map((cwd) => wantedBy({ agent: ['claude'] }, contextIn(cwd)));
    const config = configFor((await here) ?? never());
    expect(configFor((await below) ?? never())).toEqual(config);
    expect(config.identity).toEqual({ strategy: 'ladder', fitness: '', folder: '', files: ['**'] });
    expect(config.adjustable).toMatchObject({ operator: 'agent', parallel: 1, ladder: LADDER });
  });

  it('takes of a file what is about cycles, with paths from the root', async () => {
    const text = [
      'fitness: node bench.js',
      'agent: claude',
      'inputs: [data]',
      'parallel: 8',
      'goals: { queue: list.md, quality: true }',
    ].join('\n');
    const root = repository({ 'evolve.yaml': text, 'list.md': '1. a\n', 'sub/other.md': '1. b\n' });
    const wanted = await wantedBy({}, contextIn(join(root, 'sub')));
    expect(wanted.queue).toEqual({ file: 'list.md' });
    const config = configFor(wanted);
    expect(config.identity.fitness).toBe('');
    expect(config.adjustable).toMatchObject({ parallel: 5, ladder: { mode: 'quality' } });
    expect((await wantedBy({ queue: 'other.md' }, contextIn(join(root, 'sub')))).queue).toEqual({
      file: 'sub/other.md',
    });
    expect((await wantedBy({ queue: '1. this' }, contextIn(root))).queue).toEqual({ text: '1. this' });
    await expect(wantedBy({ queue: 'none.md' }, contextIn(root))).rejects.toThrow('there is no such file');
  });

  it('needs somebody who thinks', async () => {
    const wanted = await wantedBy({}, contextIn(repository()));
    expect(() => configFor(wanted)).toThrow('--agent claude');
  });
});

function never(): never {
  throw new Error('it was not asked for');
}
