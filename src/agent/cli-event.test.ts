import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventReader, type Fields } from './cli-event.ts';

function heard(bytes: Buffer, cuts: readonly number[], longest?: number): readonly Fields[] {
  const events: Fields[] = [];
  const reader = eventReader((event) => events.push(event), longest);
  const places = [...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
  let from = 0;
  for (const at of [...places, bytes.length]) {
    reader.push(bytes.subarray(from, at));
    from = at;
  }
  reader.end();
  return events;
}

it('hears the same events however the stream is cut, and passes over what is none', () => {
  const event = fc.dictionary(fc.string(), fc.jsonValue()).map((fields) => JSON.parse(JSON.stringify(fields)));
  const noise = fc.constantFrom('', 'Loading…', '[1, 2]', '{"half": ', 'null', '\u001b[2K');
  const line = fc.oneof(
    event.map((fields) => ({ line: JSON.stringify(fields), fields: [fields] })),
    noise.map((text) => ({ line: text, fields: [] })),
  );
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat()), fc.constantFrom('\n', '\r\n'), (lines, cuts, eol) => {
      const bytes = Buffer.from(lines.map((one) => one.line).join(eol));
      expect(heard(bytes, cuts)).toEqual(lines.flatMap((one) => one.fields));
    }),
  );
});

it('drops a line that is too long and hears the next', () => {
  const long = JSON.stringify({ text: 'x'.repeat(1000) });
  const bytes = Buffer.from(`{"a":1}\n${long}\n{"b":2}\n`);
  expect(heard(bytes, [100, 300, 900], 500)).toEqual([{ a: 1 }, { b: 2 }]);
});
