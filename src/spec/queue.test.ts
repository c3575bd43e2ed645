import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queueIn } from './queue.ts';

const TEXT = `# Roadmap

Words before.

1. \`rig-8z29\`: the base, see \`docs/base.md\`
2. \`rig-difc\` the tower, not \`rig-8z29\`
   blocker: \`rig-8z29\`
   - keep it high

   Still of the tower.
3. Write the manual (blocker: \`rig-difc\`)

A paragraph of its own.

## Later

  10. **\`rig-top\`** the flag
      **blocker:** rig-difc
11. No blocker: none
`;

describe('a queue', () => {
  it('has items with their own ids, their continuation and their blockers', () => {
    expect(queueIn(TEXT)).toEqual([
      {
        id: 'rig-8z29',
        title: '`rig-8z29`: the base, see `docs/base.md`',
        text: '`rig-8z29`: the base, see `docs/base.md`',
      },
      {
        id: 'rig-difc',
        title: '`rig-difc` the tower, not `rig-8z29`',
        text: '`rig-difc` the tower, not `rig-8z29`\nblocker: `rig-8z29`\n- keep it high\n\nStill of the tower.',
        blocker: 'rig-8z29',
      },
      {
        id: 'item-3',
        title: 'Write the manual (blocker: `rig-difc`)',
        text: 'Write the manual (blocker: `rig-difc`)',
        blocker: 'rig-difc',
      },
      {
        id: 'rig-top',
        title: '**`rig-top`** the flag',
        text: '**`rig-top`** the flag\n**blocker:** rig-difc',
        blocker: 'rig-difc',
      },
      { id: 'item-5', title: 'No blocker: none', text: 'No blocker: none' },
    ]);
  });

  it('reads the same with Windows line breaks', () => {
    expect(queueIn(TEXT.replaceAll('\n', '\r\n'))).toEqual(queueIn(TEXT));
  });

  it('is empty without numbered lines', () => {
    expect(queueIn('')).toEqual([]);
    expect(queueIn('# R\n\n- a\n- b\n1.5 times\n')).toEqual([]);
  });

  it('takes the first back-ticked text for the id, whatever follows', () => {
    const id = fc.stringMatching(/^[a-z]{1,4}-[a-z0-9]{1,4}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(id, id, fc.boolean()), { minLength: 1, maxLength: 5 }), (items) => {
        const text = items.map(
          ([own, other, blocked], index) =>
            `${index + 1}. \`${own}\` and \`${other}\`${blocked ? `\n   blocker: \`${other}\`` : ''}`,
        );
        expect(queueIn(text.join('\n')).map(({ id: read, blocker }) => [read, blocker])).toEqual(
          items.map(([own, other, blocked]) => [own, blocked ? other : undefined]),
        );
      }),
    );
  });

  it('takes any text', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(queueIn(text))));
  });
});
