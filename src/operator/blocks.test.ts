import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withinBlocks } from './blocks.ts';

const MARKED = 'top\n// EVOLVE-BLOCK-START\nold\n// EVOLVE-BLOCK-END\nbottom\n';

async function made(after: string | null, before: string | undefined = MARKED) {
  const changes = new Map([['a.js', after === null ? null : Buffer.from(after)]]);
  const kept = await withinBlocks(changes, async () => (before === undefined ? undefined : Buffer.from(before)));
  const content = kept.changes.get('a.js');
  return {
    text: content === undefined ? undefined : (content?.toString() ?? null),
    refused: kept.refused.map(({ reason }) => reason),
  };
}

it('takes what changed between the markers', async () => {
  const after = MARKED.replace('old', 'new\nmore');
  expect(await made(after)).toEqual({ text: after, refused: [] });
});

it('puts back what changed outside them', async () => {
  const refused = ['text outside its EVOLVE-BLOCK markers'];
  const after = MARKED.replace('old', 'new').replace('top', 'hacked');
  expect(await made(after)).toEqual({ text: MARKED.replace('old', 'new'), refused });
  expect(await made(MARKED.replace('bottom', 'hacked'))).toEqual({ text: undefined, refused });
});

it.each([
  ['removed', 'top\nnew\nbottom\n'],
  ['doubled', MARKED + MARKED],
  ['in disorder', MARKED.replace('START', 'END')],
  ['gone with the file', null],
])('keeps a file whose markers are %s as it was', async (_, after) => {
  expect(await made(after)).toEqual({ text: undefined, refused: ['the EVOLVE-BLOCK markers were changed'] });
});

it('keeps a file whose own markers don’t match as it was, and says where', async () => {
  const reason =
    "its EVOLVE-BLOCK markers don't match: line 2: EVOLVE-BLOCK-START without an EVOLVE-BLOCK-END after it";
  expect(await made('new', 'top\r\n// EVOLVE-BLOCK-START\r\nold\r\n')).toEqual({ text: undefined, refused: [reason] });
});

it('takes every change of a file without markers, and new and deleted files', async () => {
  expect(await made('new', 'old')).toEqual({ text: 'new', refused: [] });
  expect(await made(null, 'old')).toEqual({ text: null, refused: [] });
  const changes = new Map([['a.js', Buffer.from('new')]]);
  expect((await withinBlocks(changes, async () => undefined)).changes).toEqual(changes);
});

it('never changes a line outside the blocks, whatever is handed in', async () => {
  const line = fc.constantFrom('top', '// EVOLVE-BLOCK-START', '// EVOLVE-BLOCK-END', 'x', 'bottom', '');
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
      const { text } = await made(lines.join('\n'));
      if (text === undefined) return;
      expect(text).toMatch(/^top\n\/\/ EVOLVE-BLOCK-START\n/);
      expect(text).toMatch(/\/\/ EVOLVE-BLOCK-END\nbottom\n$/);
    }),
  );
});

it('gives bytes that are no UTF-8 back as they were', async () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  const before = MARKED.replace('top', '// caf\u00e9');
  const after = before.replace('old', 'new').replace('bottom', 'hacked');
  const kept = await withinBlocks(new Map([['a.js', bytes(after)]]), async () => bytes(before));
  expect(kept.changes.get('a.js')).toEqual(bytes(before.replace('old', 'new')));
});
