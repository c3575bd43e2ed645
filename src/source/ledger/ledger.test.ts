import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CycleLine } from '../../domain/cycle.ts';
import { LEDGER } from '../files.ts';
import { appendLine, ledgerIn, ledgerWith, mendedLedger, readLedger } from './ledger.ts';
import { decodeLine, encodeLine } from './line.ts';
import { admit, type LedgerFacts } from './rules.ts';

const facts: LedgerFacts = {
  resolves: async (sha) => sha.startsWith('a'),
  changed: async (_from, to) => (to === 'anotes' ? ['.agents/x.md', 'GOALS.md'] : ['src/a.ts', 'GOALS.md']),
};

const IMPROVED: CycleLine = {
  cycle: 1,
  target: 'lint',
  result: 'improved',
  timestamp: '2026-01-01T00:00:00.000Z',
  cycleStartSha: 'a0',
  canonicalSha: 'a1',
  goalsPassing: 3,
  goalsTotal: 4,
};
const IDLE: CycleLine = { cycle: 1, target: 'idle', result: 'unchanged', timestamp: '2026-01-01T00:00:00.000Z' };

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galapagos-ledger-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const file = () => join(root, LEDGER);
function lay(text: string): void {
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), text);
}

describe('admit', () => {
  it('mirrors the commit and names the ledger’s own only when it differs', () => {
    const read: unknown = JSON.parse(encodeLine({ ...IMPROVED, logSha: 'a2' }));
    expect(read).toMatchObject({ sha: 'a1', canonical_sha: 'a1', log_sha: 'a2', cycle_start_sha: 'a0' });
    expect(encodeLine({ ...IMPROVED, logSha: 'a1' })).not.toContain('log_sha');
  });

  it('refuses a productive line without a commit, without goals, or with a commit that is not there', async () => {
    const { canonicalSha, ...unlanded } = IMPROVED;
    await expect(admit(unlanded, facts)).rejects.toThrow(/names no commit/);
    const { goalsTotal, ...blind } = IMPROVED;
    await expect(admit({ ...blind, result: 'regressed' }, facts)).rejects.toThrow(/nothing of the goals/);
    await expect(admit({ ...IMPROVED, canonicalSha: 'b' }, facts)).rejects.toThrow(/no commit b/);
    const { cycleStartSha, ...adrift } = IMPROVED;
    await expect(admit(adrift, facts)).rejects.toThrow(/where it began/);
    expect(await admit({ ...adrift, result: 'harvested' }, facts)).toMatchObject({ result: 'harvested' });
  });

  it('lets nothing idle be anything but unchanged', async () => {
    await expect(admit({ ...IMPROVED, target: 'idle' }, facts)).rejects.toThrow(/idle can't be improved/);
    expect(await admit(IDLE, facts)).toEqual(IDLE);
  });

  it('writes fruitless work as an idle line that says what was attempted', async () => {
    const line = await admit({ ...IMPROVED, result: 'unchanged', reason: 'no plan' }, facts);
    expect(line).toEqual({ ...IDLE, attempted: 'lint', reason: 'no plan' });
  });

  it('takes an improvement of notes and goals alone for none', async () => {
    const line = await admit({ ...IMPROVED, canonicalSha: 'anotes', source: 'goal' }, facts);
    expect(line).toEqual({ ...IDLE, attempted: 'lint', source: 'goal', reason: 'nothing but notes and goals changed' });
    expect(JSON.parse(encodeLine(line))).not.toHaveProperty('goals_total');
  });

  it('takes the fields of the queue and of unblocking', async () => {
    const pinned: CycleLine = {
      ...IMPROVED,
      mode: 'pinned',
      queueItem: 'rig-difc',
      queueIndex: 2,
      queueTotal: 9,
      unblockTarget: 'rig-8z29',
      unblockDepth: 1,
      oscillations: 3,
    };
    const text = encodeLine(await admit(pinned, facts));
    expect(JSON.parse(text)).toMatchObject({ mode: 'pinned', queue_item: 'rig-difc', unblock_target: 'rig-8z29' });
    expect(decodeLine(text)).toEqual(pinned);
  });
});

describe('the ledger', () => {
  it('reads lines of older tools', () => {
    const { lines, lastCycle } = ledgerIn('{"cycle":7,"goal_id":"lint","result":"blocked","commit_sha":"abc"}\n');
    expect(lastCycle).toBe(7);
    expect(lines).toEqual([{ cycle: 7, target: 'lint', result: 'blocked', timestamp: '', canonicalSha: 'abc' }]);
  });

  it('takes the next cycle alone, and the same line once', () => {
    const one = ledgerWith('', IMPROVED);
    expect(ledgerWith(one, IMPROVED)).toBe(one);
    expect(() => ledgerWith(one, { ...IMPROVED, target: 'other' })).toThrow(/last line is of cycle 1/);
    expect(() => ledgerWith(one, { ...IMPROVED, cycle: 3 })).toThrow(/last line is of cycle 1/);
    expect(() => ledgerWith('', { ...IMPROVED, cycle: 2 })).toThrow(/the ledger is empty/);
    expect(ledgerIn(ledgerWith(one, { ...IDLE, cycle: 2 })).lastCycle).toBe(2);
    expect(ledgerWith(one.trimEnd(), { ...IDLE, cycle: 2 }).split('\n')).toHaveLength(3);
  });

  it('sets a torn last line aside, tells it, and goes on', async () => {
    const whole = ledgerWith('', IMPROVED);
    lay(`${whole}{"cycle":2,"target":"li`);
    const { lastCycle, warnings } = await mendedLedger(root);
    expect(lastCycle).toBe(1);
    expect(warnings.join()).toMatch(/torn/);
    expect(readFileSync(file(), 'utf8')).toBe(whole);
    expect(readFileSync(join(root, '.agents/evolve/cycle-history.torn'), 'utf8')).toBe('{"cycle":2,"target":"li\n');
    expect((await mendedLedger(root)).warnings).toEqual([]);
  });

  it('keeps lines in its middle that it cannot read', async () => {
    lay(`nonsense\n${encodeLine(IMPROVED)}\n`);
    await appendLine(root, { ...IDLE, cycle: 2 }, facts);
    await appendLine(root, { ...IDLE, cycle: 2 }, facts);
    expect(readFileSync(file(), 'utf8').split('\n')).toEqual([
      'nonsense',
      encodeLine(IMPROVED),
      encodeLine({ ...IDLE, cycle: 2 }),
      '',
    ]);
    expect(readLedger(root).warnings.join()).toMatch(/can't be read: 1/);
  });

  it('writes nothing where the line is refused', async () => {
    await expect(appendLine(root, { ...IDLE, cycle: 2 }, facts)).rejects.toThrow();
    expect(existsSync(file())).toBe(false);
  });
});
