import { describe, expect, it } from 'vitest';
import { editSettings, plainValue } from './edit.ts';

const FILE = `# what this is

fitness: node bench.js # the command
files:
- a.js
- "b c.js"

# how many
k: 6
experiments:
  # at most
  max-attempts: 3
holdout: make held
`;

describe('editing a file of settings', () => {
  it('changes what is asked for, and keeps comments, order and quotes of the rest', async () => {
    const edits = [
      { path: ['k'] as const, value: 7 },
      { path: ['experiments', 'frontier'] as const, value: 'softmax' },
      { path: ['goal'] as const, value: 'faster: yes # no' },
    ];
    expect(await editSettings(FILE, edits)).toBe(
      `${FILE.replace('k: 6', 'k: 7').replace('max-attempts: 3', 'max-attempts: 3\n  frontier: softmax')}goal: "faster: yes # no"\n`,
    );
  });

  it('quotes what would be read as something else', async () => {
    const text = await editSettings(FILE, [{ path: ['fitness'], value: 'true' }]);
    expect(text).toContain('fitness: "true" # the command\n');
  });

  it('puts a map in the place of a value, and takes an empty map away', async () => {
    expect(await editSettings(FILE, [{ path: ['holdout', 'command'], value: 'x' }])).toContain(
      'holdout:\n  command: x\n',
    );
    expect(await editSettings(FILE, [{ path: ['experiments', 'max-attempts'] }])).not.toContain('experiments');
  });

  it('begins an empty file, and one with comments alone', async () => {
    expect(await editSettings('', [{ path: ['a', 'b'], value: 7 }])).toBe('a:\n  b: 7\n');
    expect(await editSettings('# mine\n', [{ path: ['k'], value: 7 }])).toMatch(/^# mine\n+k: 7\n/);
  });

  it('leaves nothing where nothing is left, and removes what is not there', async () => {
    expect(await editSettings('k: 1\n', [{ path: ['k'] }])).toBe('');
    expect(await editSettings('k: 1\n', [{ path: ['x', 'y'] }])).toBe('k: 1\n');
  });

  it('keeps the line ends of Windows', async () => {
    expect(await editSettings('k: 1\r\nfiles: a\r\n', [{ path: ['k'], value: 2 }])).toBe('k: 2\r\nfiles: a\r\n');
  });

  it('reads values of one line', async () => {
    expect(await plainValue('[a, "b c"]')).toEqual(['a', 'b c']);
    expect(await plainValue('{k: 3}')).toEqual({ k: 3 });
    expect(await plainValue('[a')).toBeUndefined();
  });
});
