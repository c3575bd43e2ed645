import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editGoals, type GoalsEdit } from './edit.ts';
import type { GoalsFile } from './file.ts';
import { goal } from './goals.fixture.ts';
import { goalsOf } from './goals.ts';
import { readGoalsMarkdown } from './markdown.ts';

const PIECES = [
  '# Title\n',
  'Words.\n',
  '\n',
  '\n\n',
  '## North Stars\n',
  '- star\n',
  '## Directives\n',
  '### 1. One\n',
  '### 4. Four\n',
  '### Unnumbered\n',
  '#### Deep\n',
  '**Steer:** hold\n',
  '**Directive ID:** d-own\n',
  '## Gates\n',
  '## gates ##\n',
  '| ID | Check | Weight | Description |\n|-|-|-|-|\n',
  '| Check | Id |\n|---|---|\n',
  '| a | `x \\| y` | 3 | A |\n',
  '|b|b\n',
  '| c | c | 9 | C | extra |   \n',
  '```\n',
  '~~~sh\n# no heading\n~~~\n',
  '## Other\n',
  '| not | gates |\n',
  '<!-- note -->\n',
];

/** Any text that people might end up with, with or without a line break at its end, with those of Windows or not. */
const text = fc
  .tuple(fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }), fc.boolean(), fc.boolean())
  .map(([pieces, cut, windows]) => {
    const whole = pieces.join('');
    const ended = cut ? whole.replace(/\n+$/, '') : whole;
    return windows ? ended.replaceAll('\n', '\r\n') : ended;
  });

/** What the lines of a text are, and how often each is there. */
function linesIn(whole: string): ReadonlyMap<string, number> {
  const counted = new Map<string, number>();
  for (const line of whole.split(/\r?\n/)) if (line.trim() !== '') counted.set(line, (counted.get(line) ?? 0) + 1);
  return counted;
}

/** The file after an edit; undefined where it is refused, which is no harm. */
const tried = (file: GoalsFile, edit: GoalsEdit): Promise<GoalsFile | undefined> =>
  editGoals(file, edit).catch(() => undefined);

const isPlain = (line: string): boolean => !line.trimStart().startsWith('|');

it('any text can be read', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (whole) => readGoalsMarkdown(whole, 'GOALS.md').goals.version === 4),
  );
});

it('an edit of any file keeps every line that it is not about, and what it says', async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(text, goal, async (whole, added) => {
      const file = await goalsOf(whole, 'GOALS.md');
      fc.pre(file.problems.length === 0);
      const after = await tried(file, { kind: 'add', goal: added });
      if (after === undefined) return;
      done++;
      expect(after.goals.goals).toEqual([...file.goals.goals, added]);
      expect(after.goals.directives).toEqual(file.goals.directives);
      expect(after.goals.northStars).toEqual(file.goals.northStars);
      const lines = linesIn(after.text);
      for (const [line, count] of linesIn(whole))
        if (isPlain(line)) expect(lines.get(line)).toBeGreaterThanOrEqual(count);
      expect(/(?<!\r)\n/.test(after.text) && after.text.includes('\r\n') && !/(?<!\r)\n/.test(whole)).toBe(false);
      const removed = await editGoals(after, { kind: 'remove', ids: [added.id] });
      expect(removed.goals.goals).toEqual(file.goals.goals);
    }),
    { numRuns: 300 },
  );
  expect(done).toBeGreaterThan(10);
});

it('directives of any file are moved and come back', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 3 }), async (whole, place) => {
      const file = await goalsOf(whole, 'GOALS.md');
      fc.pre(file.problems.length === 0);
      const after = await tried(file, { kind: 'direct', directive: { title: 'New', body: 'Body.', steer: 'explore' } });
      if (after === undefined) return;
      const number = after.goals.directives.at(-1)?.number ?? 0;
      expect(after.goals.directives.slice(0, -1)).toEqual(file.goals.directives);
      const moved = await tried(after, { kind: 'prioritize', number, place });
      if (moved === undefined) return;
      expect(moved.goals.goals).toEqual(file.goals.goals);
      const order = moved.goals.directives.toSorted((a, b) => a.number - b.number).map(({ title }) => title);
      expect(order.indexOf('New')).toBe(Math.min(place, order.length) - 1);
      expect(moved.goals.directives.map(({ hash }) => hash).sort()).toEqual(
        after.goals.directives.map(({ hash }) => hash).sort(),
      );
    }),
    { numRuns: 200 },
  );
});
