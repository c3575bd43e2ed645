import { describe, expect, it } from 'vitest';
import { UserError } from '../lib/user-error.ts';
import { chosenDefinition } from './targeting-choice.ts';
import { readSelector } from './targeting-text.ts';

const TEXT = `class Box { push(a) { return a + 1; } }
class Bag { push(a, b) { return a + 2; } }
function total(list) { return list; }
function totals(lists) { return lists; }
const LIMIT = 3;
`;

/** A person who gives these answers, one after the other. */
function person(answers: readonly string[]) {
  const shown: string[] = [];
  const left = [...answers];
  const asking = {
    interactive: true,
    ask: (question: string) => {
      shown.push(question);
      return Promise.resolve(left.shift());
    },
    show: (text: string) => {
      shown.push(text);
      return Promise.resolve();
    },
  };
  return { asking, shown, left };
}

const nobody = { ...person([]).asking, interactive: false };

const mistake = async (file: string, text: string, selector: string): Promise<string> => {
  const error: unknown = await chosenDefinition(file, text, readSelector(selector), nobody).catch((thrown) => thrown);
  if (!(error instanceof UserError)) throw new Error('no mistake');
  return error.message;
};

describe('the definition that is meant', () => {
  it('of overloads is the one with the code', async () => {
    const text = 'function f(a: string): string;\nfunction f(a: number): number;\nfunction f(a: never) { return a; }\n';
    expect(await chosenDefinition('a.ts', text, readSelector('f'), nobody)).toMatchObject({
      nth: 2,
      definition: { startLine: 3 },
    });
  });

  it('a name that is nearly one is told the names that are', async () => {
    expect(await mistake('a.js', TEXT, 'totl')).toBe(
      'There is no totl in a.js. There is:\n  --target a.js#total   line 3: function total(list)\n  --target a.js#totals  line 4: function totals(lists)',
    );
  });

  it('several are listed with what to copy', async () => {
    expect(await mistake('a b.js', TEXT, 'push')).toBe(
      "push is defined 2 times in a b.js. Say which:\n  --target 'a b.js#Box.push'  line 1: push(a)\n  --target 'a b.js#Bag.push'  line 2: push(a, b)",
    );
    const overloads = 'class A {\n int f(int a) { return 1; }\n int f(long a) { return 2; }\n}\n';
    expect(await mistake('A.java', overloads, 'f')).toContain('--target A.java#A.f@line:3  line 3: int f(long a)');
  });

  it('no name gets the list of what may change', async () => {
    const message = await mistake('a.js', TEXT, '');
    expect(message).toContain('--target a.js#Box.push');
    expect(message).not.toContain('LIMIT');
  });

  it('other commands than run get what they take', async () => {
    const which = chosenDefinition('a.js', TEXT, { symbol: '' }, nobody, 'argument');
    await expect(which).rejects.toThrow(/^Which part of a.js\?\n {2}a.js#Box /);
    const push = chosenDefinition('a.js', TEXT, { symbol: 'push' }, nobody, 'argument');
    await expect(push).rejects.toThrow('Say which:\n  a.js#Box.push  line 1');
  });

  it('says what can’t be read', async () => {
    expect(await mistake('notes.txt', 'total', 'total')).toContain('notes.txt: not JavaScript');
    expect(await mistake('a.js', 'x = (;', 'total')).toContain('a.js:1: not valid JavaScript');
    expect(await mistake('a.js', 'x();', '')).toContain('no functions or classes');
    expect(await mistake('a.js', TEXT, 'total@line:1')).toContain('There is no total in line 1 in a.js');
  });

  it.each([
    [['2'], 'Bag.push'],
    [['Box.push'], 'Box.push'],
    [['7', 'push', '1'], 'Box.push'],
  ])('a person answers %j', async (answers, symbol) => {
    const { asking, shown, left } = person(answers);
    const { definition, nth } = await chosenDefinition('a.js', TEXT, { symbol: 'push' }, asking);
    expect([definition.symbol, nth, left]).toEqual([symbol, 0, []]);
    expect(shown[0]).toBe(
      'push is defined 2 times in a.js:\n  1  Box.push  line 1: push(a)\n  2  Bag.push  line 2: push(a, b)\n',
    );
  });

  it('a person chooses from all of a file, and may leave it', async () => {
    const { asking } = person(['totals']);
    expect((await chosenDefinition('a.js', TEXT, { symbol: '' }, asking)).definition.symbol).toBe('totals');
    await expect(chosenDefinition('a.js', TEXT, { symbol: '' }, person(['']).asking)).rejects.toThrow(UserError);
  });

  it('says which of overloads it is', async () => {
    const text = 'class A {\n int f(int a) { return 1; }\n int f(long a) { return 2; }\n}\n';
    expect((await chosenDefinition('A.java', text, { symbol: 'f' }, person(['2']).asking)).nth).toBe(1);
  });
});
