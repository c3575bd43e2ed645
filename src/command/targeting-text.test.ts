import { describe, expect, it } from 'vitest';
import { readTarget, targetFlag } from './targeting-text.ts';

const files = ['src/a.py', 'a b.ts', 'c#.js', 'é/ü.rs'];
const read = (text: string) => readTarget(text, (path) => files.includes(path));

describe('a target as people write it', () => {
  it.each([
    ['src/a.py#f', { file: 'src/a.py', selector: { symbol: 'f' } }],
    ['src/a.py#A.f', { file: 'src/a.py', selector: { symbol: 'A.f' } }],
    ['src/a.py#f@line:42', { file: 'src/a.py', selector: { symbol: 'f', line: 42 } }],
    ['src/a.py#f line:42', { file: 'src/a.py', selector: { symbol: 'f', line: 42 } }],
    ['src/a.py#line:42', { file: 'src/a.py', selector: { symbol: '', line: 42 } }],
    ['src/a.py#f@(int, str) -> bool', { file: 'src/a.py', selector: { symbol: 'f', fragment: '(int, str) -> bool' } }],
    ['src/a.py#f(int, str)', { file: 'src/a.py', selector: { symbol: 'f', fragment: '(int, str)' } }],
    ['é/ü.rs#S::new', { file: 'é/ü.rs', selector: { symbol: 'S::new' } }],
    ['a b.ts#A.#p', { file: 'a b.ts', selector: { symbol: 'A.#p' } }],
    ['c#.js#f', { file: 'c#.js', selector: { symbol: 'f' } }],
    ['c#.js', { file: 'c#.js', selector: { symbol: '' } }],
    ['src/a.py', { file: 'src/a.py', selector: { symbol: '' } }],
    ['none.py#f', { file: 'none.py', selector: { symbol: 'f' } }],
    ['a b.ts#(*T).M', { file: 'a b.ts', selector: { symbol: '(*T).M' } }],
    ['a b.ts#A.operator()', { file: 'a b.ts', selector: { symbol: 'A.operator()' } }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('a flag to copy names it again', () => {
    expect(targetFlag('src/a.py', 'A.f')).toBe('--target src/a.py#A.f');
    expect(targetFlag('a b.ts', 'f', 3)).toBe("--target 'a b.ts#f@line:3'");
    expect(targetFlag('a.cpp', 'A.operator bool')).toBe("--target 'a.cpp#A.operator bool'");
  });
});
