import { lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isUntouched, stampOf, tick } from './stamp.ts';
import { scratch } from './test-kit.ts';

it('trusts a stamp only when the clock had moved on before it was taken', () => {
  const file = join(scratch(), 'file');
  writeFileSync(file, '1');
  const found = lstatSync(file, { bigint: true });
  expect(isUntouched(stampOf(found, found.ctimeNs + 1n), found)).toBe(true);
  // On a kernel with a coarse clock, a change in the same tick would leave every field as it is.
  expect(isUntouched(stampOf(found, found.ctimeNs), found)).toBe(false);
  expect(isUntouched(undefined, found)).toBe(false);
});

it.each(['ctimeNs', 'mtimeNs', 'size', 'ino', 'mode'] as const)('sees a change of %s', (field) => {
  const file = join(scratch(), 'file');
  writeFileSync(file, '1');
  const found = lstatSync(file, { bigint: true });
  const stamp = { ...stampOf(found, found.ctimeNs + 1n), [field]: found[field] + 1n };
  expect(isUntouched(stamp, found)).toBe(false);
});

it('reads a clock that never runs backwards and not behind the files', () => {
  const dir = scratch();
  let last = 0n;
  for (let round = 0; round < 100; round++) {
    writeFileSync(join(dir, 'file'), String(round));
    const now = tick(join(dir, 'clock'));
    expect(now >= last && now >= lstatSync(join(dir, 'file'), { bigint: true }).ctimeNs).toBe(true);
    last = now;
  }
});
