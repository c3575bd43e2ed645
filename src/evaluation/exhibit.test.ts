import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePrompt } from './exhibit.ts';

const file = (text: string, path = 'src/a.py') => ({ path, language: 'Python', text });

describe('what a judge is shown', () => {
  it('has the goal, the context and the definition, and is the same for every call in its system part', () => {
    const files = [file('def f(x):\n    return x\n')];
    const { system, text } = judgePrompt({ goal: 'less memory', context: '# Context: f', symbol: 'f', files });
    expect(system).toBe(judgePrompt({ goal: '', files: [] }).system);
    expect(system).toMatch(/1 or 2:[\s\S]*3 or 4:[\s\S]*5 or 6:[\s\S]*7 or 8:[\s\S]*9 or 10:/);
    for (const part of ['less memory', '# Context: f', 'the definition of f', 'src/a.py (Python):', 'def f(x)'])
      expect(text).toContain(part);
    expect(judgePrompt({ goal: '', files }).text).not.toMatch(/What is wanted|depends on|could not be used/);
  });

  it('can’t be left by the code, and is bounded', () => {
    const code = fc.string({ unit: fc.constantFrom('`', '\n', 'a', '~', '}}', '{{code}}'), maxLength: 200 });
    fc.assert(
      fc.property(code, (inner) => {
        const { text } = judgePrompt({ goal: '', files: [file(`${inner}x`)] });
        const [, fence = ''] = /:\n\n(`{3,})\n/.exec(text) ?? [];
        expect(fence.length).toBeGreaterThan(Math.max(0, ...(inner.match(/`+/g) ?? []).map(({ length }) => length)));
      }),
    );
    const huge = Array.from({ length: 80 }, (_, nth) => file('x'.repeat(1e5), `f${nth}.py`));
    const { text } = judgePrompt({ goal: 'g'.repeat(1e5), context: 'c'.repeat(1e5), files: huge });
    expect(Buffer.byteLength(text)).toBeLessThan(130 * 1024);
    expect(text).toContain('the first 50 of 80 files');
    expect(text).toContain('f0.py (Python, cut):');
  });
});
