import { expect, it } from 'vitest';
import { runRecorded } from './recorded-program.fixture.ts';

it('takes an error that looks like JSON and is none as it is', async () => {
  const message = '[API Error: {"error":{"code":500,"message":"two\nlines \\x"}}]';
  const { run } = await runRecorded('gemini', { stream: [{ type: 'result', status: 'error', error: { message } }] });
  expect(run).toMatchObject({ kind: 'broken', outage: 'server', reason: expect.stringContaining('two lines') });
});
