import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretsAmong } from '../secrets.ts';
import { pathIn } from './setting.ts';
import { previewOf } from './show.ts';
import { variablesOf } from './sources.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'evolve-env-'));
  writeFileSync(join(root, '.env'), 'A=one\nB=two\n');
  writeFileSync(join(root, 'more.env'), 'B=three\n');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('variables from files', () => {
  it('are those that are allowed; the last file counts', () => {
    expect(variablesOf(root, [{ path: '.env' }, { path: join(root, 'more.env') }])).toEqual({ A: 'one', B: 'three' });
    expect(variablesOf(root, [{ path: '.env', keys: ['A'] }])).toEqual({ A: 'one' });
    expect(variablesOf(root)).toEqual({});
  });

  it('that are missing are told with the way out', () => {
    expect(() => variablesOf(root, [{ path: 'gone.env' }])).toThrow('evolve env clear gone.env');
    expect(() => variablesOf(root, [{ path: '.env', keys: ['C'] }])).toThrow('.env has no C');
    writeFileSync(join(root, '.env'), 'A=1\n?? secret-word');
    expect(() => variablesOf(root, [{ path: '.env' }])).toThrow(/^\.env:2: there is no NAME=value/);
  });

  it('are shown by their ends alone, the short ones not at all', () => {
    expect(previewOf('sk-1234567890')).toBe('sk…90');
    expect(previewOf('hunter2')).toBe('…');
    expect(previewOf('')).toBe('(empty)');
  });

  it('are secrets whatever their names, but for words that every result has', () => {
    const fixed = {
      direction: 'max',
      seed: 1,
      gates: [],
      repeat: 1,
      parse: 'auto',
      inputs: [],
      metric: 'recall',
    } as const;
    const given = {
      HOST: 'db.internal',
      DEBUG: 'true',
      PORT: '8080',
      KEY: 'score',
      WAY: 'recall',
      PIN: '91827364',
      X: 'no',
    };
    const names = secretsAmong(given, { fixed }).map(({ name }) => name);
    expect(names.filter((name) => name in given)).toEqual(['HOST', 'PIN']);
  });

  it('are named from the root where they are within', () => {
    expect(pathIn({ root }, join(root, 'sub'), '../.env')).toBe('.env');
    expect(pathIn({ root }, root, '/etc/bench.env')).toBe('/etc/bench.env');
    expect(pathIn({ root }, root, '..env')).toBe('..env');
  });
});
