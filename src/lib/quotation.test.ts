import { expect, it } from 'vitest';
import { fenced } from './quotation.ts';

it('fences a text that is full of fences', () => {
  const text = '`a``'.repeat(300_000);
  expect(fenced(text)).toBe(`\`\`\`\`\n${text}\n\`\`\`\``);
});
