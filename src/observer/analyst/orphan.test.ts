import { describe, expect, it } from 'vitest';
import type { Process, Processes } from './host.ts';
import { interrupted, leftovers, strangers, strays } from './orphan.ts';

const DRIVER = 100;
const LANES = '/repo/.evolve/r1/lanes';
const RUN = '/repo/.evolve/r1';

const process = (pid: number, parent: number, cwd?: string): Process => ({
  pid,
  parent,
  name: 'python',
  ...(cwd === undefined ? {} : { cwd }),
});

const among = (...all: readonly Process[]): Processes => ({
  own: DRIVER,
  lanes: LANES,
  run: RUN,
  all: [process(1, 0), process(DRIVER, 1), ...all],
});

describe('processes that hold graphics memory', () => {
  const uses = [{ pid: 7, name: 'python', mb: 8000 }];
  it.each<[why: string, processes: Processes, mb: number, alert: boolean]>([
    ['of nobody', among(process(7, 1)), 8000, true],
    ['exactly the least', among(process(7, 1)), 4096, true],
    ['too little', among(process(7, 1)), 4095, false],
    ['a child of the driver', among(process(7, DRIVER)), 8000, false],
    ['a grandchild of the driver', among(process(6, DRIVER), process(7, 6)), 8000, false],
    [
      'of somebody else who evaluates an experiment of this run',
      among(process(6, 1, `${RUN}/evaluations/exp_0001`), process(7, 6)),
      8000,
      false,
    ],
    ['of another run', among(process(7, 1, '/repo/.evolve/r12/lanes/1')), 8000, true],
    ['that can not be seen from here', among(), 8000, false],
    ['parents in a ring', among(process(6, 7), process(7, 6)), 8000, true],
  ])('%s', (_, processes, mb, alert) => {
    const found = strangers(
      uses.map((use) => ({ ...use, mb })),
      processes,
      4096,
    );
    expect(found.map(({ kind, head }) => [kind, head])).toEqual(
      alert ? [['alert', 'process 7 (python) holds graphics memory and belongs to no lane']] : [],
    );
    for (const { rest } of found) expect(rest).toContain('ps -o pid,ppid,user,etime,args -p 7');
  });
});

describe('processes that have outlived their lane', () => {
  it.each<[why: string, one: Process, before: readonly number[], alert: boolean]>([
    ['seen twice', process(7, 1, `${LANES}/0`), [7], true],
    ['seen for the first time', process(7, 1, `${LANES}/0`), [], false],
    ['the driver’s own', process(7, DRIVER, `${LANES}/0`), [7], false],
    ['elsewhere', process(7, 1, '/home'), [7], false],
    ['in a folder of a like name', process(7, 1, `${LANES}-2`), [7], false],
    ['nobody knows where', process(7, 1), [7], false],
  ])('%s', (_, one, before, alert) => {
    const { sightings } = strays(among(one), new Set(before));
    expect(sightings.map(({ head }) => head)).toEqual(alert ? ['process 7 (python) has outlived its lane'] : []);
  });

  it('remembers those of this look', () => {
    const { pids } = strays(among(process(7, 1, LANES), process(8, DRIVER, LANES)), new Set());
    expect([...pids]).toEqual([7]);
  });
});

describe('evaluations that nobody carries out', () => {
  const one = { id: 'exp_0001', attempt: 2, ms: 0, hand: true };
  it.each([
    ['left', true, false, true, true],
    ['claimed', true, true, true, false],
    ['this driver’s own', false, false, true, false],
    ['just ended', true, false, false, false],
  ])('%s', (_, hand, claimed, active, alert) => {
    const found = interrupted({ active: [{ ...one, hand }] }, { isClaimed: () => claimed }, () => active);
    expect(found.map(({ head }) => head)).toEqual(alert ? ['exp_0001 attempt 2 was interrupted'] : []);
  });

  it('tells of checkouts without a holder that are still there', () => {
    let looks = 0;
    const checkouts = () => (looks++ === 0 ? ['exp_0001', 'exp_0002', 'exp_0003'] : ['exp_0001', 'exp_0003']);
    const found = leftovers({ checkouts, isClaimed: (id) => id === 'exp_0001' });
    expect(found.map(({ head }) => head)).toEqual(['checkouts of a killed evaluation of exp_0003 are left']);
  });
});
