import { describe, expect, it } from 'vitest';
import { functionsIn } from './complexity.ts';
import { risksIn } from './risk.ts';

const kindsOf = async (path: string, text: string) =>
  (await risksIn(path, text)).map(({ kind, line }) => `${kind}:${line}`);

describe('risks', () => {
  it('are found in scripts', async () => {
    const text = [
      'try { f() } catch (e) { }',
      'try { f() } catch { /* nobody waits for it */ }',
      'try { f() } catch (e) {',
      '  // TODO: tell somebody',
      '  g(e);',
      '}',
      'if (a = b) c();',
      'if ((a = b) !== 0) c();',
      'fs.readFile(x, (err, data) => { g(data); });',
      'fs.readFile(x, (err, data) => { if (err) throw err; g(data); });',
      'if (x === NaN) f();',
      'function parse(text) { try { return JSON.parse(text); } catch {} return {}; }',
      'if (z == null) f();',
    ].join('\n');
    const all = ['swallowed:1', 'postponed:3', 'assignment:7', 'unchecked:9', 'nan:11'];
    expect(await kindsOf('a.js', text)).toEqual(all);
    expect(await kindsOf('a.ts', text)).toEqual(all);
  });

  it('are found in Python', async () => {
    const text = [
      'try:',
      '    f()',
      'except Exception:',
      '    pass',
      'try:',
      '    f()',
      'except:',
      '    pass  # it is gone already',
      'try:',
      '    f()',
      'except OSError:',
      '    pass',
      'def g(a, b=[], c=()):',
      '    return a == None',
    ].join('\n');
    expect(await kindsOf('a.py', text)).toEqual(['swallowed:3', 'shared-default:13', 'loose-null:14']);
  });

  it('are found in Go and Java', async () => {
    const text = [
      'package m',
      'func f() {',
      '  if err != nil {',
      '  }',
      '  json.Unmarshal(a, &b)',
      '  if err := g(); err != nil {',
      '    return err',
      '  }',
      '}',
    ].join('\n');
    expect(await kindsOf('a.go', text)).toEqual(['swallowed:3', 'unchecked:5']);
    expect(await kindsOf('A.java', 'class A { void f() { try { g(); } catch (Exception e) { } } }')).toEqual([
      'swallowed:1',
    ]);
  });

  it('are none where the language is not known or the text does not parse', async () => {
    expect(await risksIn('a.txt', 'catch (e) {}')).toEqual([]);
    expect(await risksIn('a.js', 'try { f( } catch (e) {}')).toEqual([]);
  });
});

it('counts the ways through each function by itself', async () => {
  const text = [
    'function plain(a) { return a; }',
    'export const busy = (a, b) => {',
    '  if (a && b) return 1;',
    '  for (const x of a) b = x ? 1 : 2;',
    '  switch (b) { case 1: return 2; case 2: return 3; default: return 4; }',
    '};',
    'class A { method(list) { return list.map((x) => (x ? 1 : 2)); } }',
  ].join('\n');
  const found = await functionsIn('a.ts', text);
  expect(found.map(({ symbol, startLine, complexity }) => [symbol, startLine, complexity])).toEqual([
    ['plain', 1, 1],
    ['busy', 2, 7],
    ['A.method', 7, 2],
  ]);
  expect(
    await functionsIn('a.py', 'def f(a):\n    if a:\n        pass\n    elif a or b:\n        pass\n'),
  ).toMatchObject([{ symbol: 'f', complexity: 4 }]);
  expect(await functionsIn('a.txt', 'if')).toEqual([]);
});
