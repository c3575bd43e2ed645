import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled } from '../../workspace/compiled.fixture.ts';
import { scratch, write } from '../../workspace/test-kit.ts';
import { NEXT_WORK } from '../files.ts';

const ITEMS = 12;
const CLAIMANTS = 4;

/** Takes what it can get as soon as it is told to, and says what that was. */
const DRIVER = `import { claimItem } from './source/next-work/claim.js';
const [root, owner] = process.argv.slice(2);
process.stdout.write('ready\\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const won = [];
for (let at = 0; at < ${ITEMS}; at++) {
  const ref = 'source_epic=e:item=Item ' + at;
  const { claimed } = await claimItem(root, ref, { owner, at: 'T' });
  if (claimed) won.push(at);
}
process.stdout.write(JSON.stringify(won) + '\\n');
process.exit(0);
`;

test('of processes that claim the same items at once, each item goes to one', async () => {
  const root = scratch();
  const code = join(scratch(), 'driver');
  compiled('source/next-work/claim.ts', code);
  write(code, { 'claimant.js': DRIVER });
  const items = Array.from({ length: ITEMS }, (_, at) => ({ title: `Item ${at}` }));
  write(root, { [NEXT_WORK]: `torn {\n${JSON.stringify({ source_epic: 'e', items })}\n` });

  const claimants = await Promise.all(
    Array.from({ length: CLAIMANTS }, async (_, at) => {
      const child = spawn(process.execPath, [join(code, 'claimant.js'), root, `owner-${at}`], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      return child;
    }),
  );
  const told = claimants.map(async (child, at) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.stdin.write('go\n');
    await once(child, 'close');
    return { owner: `owner-${at}`, won: JSON.parse(text) as number[] };
  });
  const results = await Promise.all(told);

  expect(results.flatMap(({ won }) => won).sort((a, b) => a - b)).toEqual(items.map((_, at) => at));
  const [odd, row = ''] = readFileSync(join(root, NEXT_WORK), 'utf8').split('\n');
  expect(odd).toBe('torn {');
  const held: readonly { readonly claimed_by: string }[] = JSON.parse(row).items;
  for (const { owner, won } of results)
    for (const at of won) expect(held[at]).toMatchObject({ claimed_by: owner, claim_status: 'in_progress' });
});
