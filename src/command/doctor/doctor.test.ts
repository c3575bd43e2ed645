import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from './agents.ts';
import { formatBytes, isAtLeast } from './check.ts';
import { wrapped } from './doctor.ts';
import { checkNode, checkPlatform, judgeGit, LEAST_NODE } from './machine.ts';

describe('doctor', () => {
  it.each([
    ['2.39.5', '2.32', true],
    ['2.9.1', '2.20', false],
    ['2.32', '2.32', true],
    ['2', '2.1', false],
    ['10.0', '9.9.9', true],
    ['20.19.0-rc.1', '20.19', true],
  ])('version %s is at least %s: %s', (version, least, expected) => {
    expect(isAtLeast(version, least)).toBe(expected);
  });

  it('wants the node that package.json wants', () => {
    const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    expect(engines.node).toBe(`>=${LEAST_NODE}`);
    expect(checkNode('18.20.1').status).toBe('fail');
    expect(checkNode('24.0.0').status).toBe('ok');
  });

  it('judges git and the platform', () => {
    expect(judgeGit('2.11.0').status).toBe('fail');
    expect(judgeGit('2.25.1').status).toBe('warn');
    expect(judgeGit('2.47.0').status).toBe('ok');
    expect(['linux', 'darwin', 'win32'].map((name) => checkPlatform(name).status)).toEqual(['ok', 'warn', 'fail']);
  });

  it('says of an agent whether it can be used, and what is missing', () => {
    expect(judge('pi', { kind: 'absent' })).toMatchObject({ status: 'absent', found: 'not found' });
    expect(judge('pi', { kind: 'found', version: '1.2' })).toMatchObject({ status: 'ok', use: '--agent pi' });
    expect(judge('llm', { kind: 'absent', why: 'no key' })).toMatchObject({ status: 'absent', found: 'no key' });
    expect(judge('llm', { kind: 'found', version: 'a key', as: 'llm:a/MODEL' })).toMatchObject({
      use: '--agent llm:a/MODEL',
    });
    expect(judge('pi', { kind: 'found', version: '1.2', missing: 'nobody is logged in. Log in.' })).toEqual({
      group: 'agents',
      name: 'pi',
      status: 'warn',
      found: '1.2, but nobody is logged in. Log in.',
    });
  });

  it('wraps without losing a letter', () => {
    assert(
      property(string({ maxLength: 200 }), integer({ min: 1, max: 40 }), (text, room) => {
        const lines = wrapped(text, room);
        expect(lines.every((line) => line.length <= room)).toBe(true);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1.0 KB'],
    [12.5 * 1024 ** 3, '12.5 GB'],
    [512 * 1024 ** 2, '512 MB'],
  ])('reads %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
