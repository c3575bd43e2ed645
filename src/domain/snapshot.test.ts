import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapshots } from './goals.fixture.ts';
import { parseSnapshot, snapshotText } from './snapshot.ts';

/** As the public tool writes it. */
const FOREIGN = `{
  "timestamp": "2026-02-28T12:00:00Z",
  "git_sha": "abc1234",
  "goals": [
    { "goal_id": "coverage", "result": "pass", "value": 86.1, "threshold": 80, "duration_s": 1.2, "output": "86.1", "weight": 5, "tags": ["x"] },
    { "goal_id": "slow", "result": "skip", "duration_s": 240, "weight": 3 },
    { "goal_id": "lint", "result": "fail", "duration_s": 0.4, "output": "bad", "weight": 2, "cleanup": {} }
  ],
  "summary": { "total": 3, "passing": 1, "failing": 1, "skipped": 1, "score": 71.4 }
}`;

describe('a snapshot in a file', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        expect(parseSnapshot(snapshotText(snapshot))).toEqual(snapshot);
      }),
    );
  });

  it('of the public tool is read, with goals that were skipped there', () => {
    const snapshot = parseSnapshot(FOREIGN);
    expect(snapshot).toMatchObject({ at: '2026-02-28T12:00:00Z', sha: 'abc1234' });
    expect(snapshot?.goals).toEqual([
      { goal: 'coverage', result: 'pass', value: 86.1, threshold: 80, seconds: 1.2, output: '86.1', weight: 5 },
      { goal: 'slow', result: 'skip', seconds: 240, output: '', weight: 3 },
      { goal: 'lint', result: 'fail', seconds: 0.4, output: 'bad', weight: 2 },
    ]);
    const again = JSON.parse(snapshotText(snapshot ?? { at: '', sha: '', goals: [] }));
    expect(again).toMatchObject({ git_sha: 'abc1234', summary: JSON.parse(FOREIGN).summary });
    expect(again.goals[0]).toMatchObject({ goal_id: 'coverage', duration_s: 1.2 });
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '{"goals":{}}',
    '{"goals":[]}',
    '{"timestamp":"soon","goals":[]}',
    '{"timestamp":"2026-02-28T12:00:00Z","goals":[{"id":"lint","result":"pass"}]}',
    '{"timestamp":"2026-02-28T12:00:00Z","goals":[{"goal_id":"lint","result":"improved"}]}',
    '{"timestamp":"2026-02-28T12:00:00Z","goals":["lint"]}',
  ])('is not there in %s', (text) => {
    expect(parseSnapshot(text)).toBeUndefined();
  });
});
