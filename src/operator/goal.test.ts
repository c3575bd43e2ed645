import { describe, expect, it } from 'vitest';
import { goalPrompt, readGoal } from './goal.ts';

describe('goalPrompt', () => {
  it('shows the code fenced', () => {
    const { text } = goalPrompt({ path: 'a.py', symbol: 'f', code: 'def f():\n    return "```"\n' });
    expect(text).toContain('Below is f in a.py.');
    expect(text).toContain('````\ndef f():\n    return "```"\n````');
  });
});

describe('readGoal', () => {
  it.each([
    ['Sorts the items.', 'Sorts the items.'],
    ['Here it is:\n\n**Sorts the\nitems.**', 'Sorts the items.'],
    ['"Sorts\u0007 the items."\n', 'Sorts the items.'],
  ])('takes one line of %j', (text, answer) => {
    expect(readGoal(text)).toEqual({ kind: 'read', answer });
  });

  it('refuses what is no sentence, and cuts what is too long', () => {
    expect(readGoal(' \n—\n').kind).toBe('unreadable');
    const long = readGoal(`It ${'goes on '.repeat(100)}`);
    expect(long.kind === 'read' && long.answer.length).toBe(400);
  });
});
