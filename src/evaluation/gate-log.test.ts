import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gateLogName } from './gate-log.ts';

describe('gateLogName', () => {
  it('keeps names that any file may have', () => {
    expect(gateLogName('unit-tests.v2')).toBe('gate_unit-tests.v2');
  });

  it.each(['unit/fast', '../../etc/passwd', 'x'.repeat(300), 'größe', 'Unit', '', ' ', '.', 'a\0b', '~', 'unit_fast~'])(
    'makes a file name of %j',
    (name) => expect(gateLogName(name)).toMatch(/^gate_[A-Za-z0-9._-]{0,60}~[0-9a-f]{12}$/),
  );

  it('never has two gates in one file, whatever the file system makes of capitals', () => {
    const near = fc.constantFrom('unit/fast', 'unit_fast', 'unit fast', 'Unit_Fast', `${'x'.repeat(80)}`);
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), fc.oneof(near, fc.string()), (one, other) => {
        fc.pre(one !== other);
        expect(gateLogName(one).toLowerCase()).not.toBe(gateLogName(other).toLowerCase());
      }),
    );
  });
});
