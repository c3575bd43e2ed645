import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { asked, goalsRun, goalsStart, type Lab, ledgerFaults, ledgerOf, openClaims, shop } from './goals-lab.ts';
import { evolve, git, json, until } from './support.ts';

/** Where an agent is at work: it is asked once more when the driver was killed meanwhile, and nobody else is. */
export const STEPS = ['briefer', 'author', 'verifier', 'analyst'] as const;

export type Landing = 'branch' | 'commit';

interface Subject {
  readonly lab: Lab;
  readonly hold: string;
  readonly args: readonly string[];
}

/** Three cycles: a goal that takes two attempts and leaves a follow-up, the follow-up, and a goal that is given up. */
function subject(land: Landing): Subject {
  const lab = shop();
  const hold = join(lab.place, 'hold');
  mkdirSync(hold);
  const values = { people: 'lint:mends+coverage:regresses', follow: 'lint:Add the part f1', hold };
  const flags = ['--no-test-first', '--max-cycles', '3', '--attempts', '2', '--land', land];
  return { lab, hold, args: [...lab.agent('author', values), ...flags] };
}

export type Wanted = ReturnType<typeof wantedOf>;

/** What a session that was left alone comes to. */
export function wantedOf(land: Landing) {
  const { lab, args } = subject(land);
  json(goalsRun(lab, ...args));
  const wanted = { land, ...whole(lab, land) };
  expect(wanted.ledger.map(({ target, result }) => `${target} ${result}`)).toEqual([
    'lint improved',
    'add-the-part-f1 improved',
    'coverage regressed',
  ]);
  return wanted;
}

/** All that must be the same, times and what follows from them left out. */
function whole(lab: Lab, land: Landing) {
  const tip = land === 'branch' ? 'evolve/goals' : 'main';
  const timeless = ({ timestamp: _at, sha: _sha, canonical_sha: _canonical, log_sha: _log, ...line }: Line) => ({
    ...line,
    cycle_start_sha: undefined,
  });
  return {
    ledger: ledgerOf(lab).map(timeless),
    subjects: git(lab.folder, 'log', '--format=%s', tip).trim().split('\n'),
    files: git(lab.folder, 'ls-tree', '-r', tip)
      .split('\n')
      .filter((line) => !line.includes('\t.agents/')),
    calls: [...new Set(asked(lab).map(({ step, candidate }) => `${step} ${candidate}`))].sort(),
  };
}

type Line = ReturnType<typeof ledgerOf>[number];

/** Kills the driver while an agent is at each of these steps, one after the other in one session. */
export async function killedWhile(steps: readonly string[], wanted: Wanted): Promise<void> {
  const { lab, hold, args } = subject(wanted.land);
  for (const step of steps) {
    const file = join(hold, step);
    writeFileSync(file, '');
    const { child, ended } = goalsStart(lab, args);
    let isOver = false;
    ended.then(() => {
      isOver = true;
    });
    await until(() => isOver || existsSync(`${file}.waiting`));
    expect(isOver, `nobody came to ${step}: ${isOver ? (await ended).stderr : ''}`).toBe(false);
    child.kill('SIGKILL');
    await ended;
    rmSync(file);
  }
  json(await goalsStart(lab, args).ended);
  check(lab, wanted, `killed while at ${steps.join(', ')}`);
  const calls = asked(lab)
    .map(({ step, candidate, hash }) => `${step} ${candidate} ${hash}`)
    .sort();
  const again = calls.filter((call, index) => calls[index - 1] === call).map((call) => call.split(' ')[0]);
  expect(again.sort(), again.join('; ')).toEqual([...steps].sort());
}

/** Kills it at its n-th boundary. */
export async function killedAt(at: number, wanted: Wanted): Promise<'killed' | 'ended'> {
  const { lab, args } = subject(wanted.land);
  const result = await goalsStart(lab, args, { GALAPAGOS_KILL_AT: String(at) }).ended;
  if (result.signal !== 'SIGKILL') {
    expect(result, result.stderr).toMatchObject({ code: 0 });
    return 'ended';
  }
  // After its own end the same command would begin another session, and clear up after this one.
  const stands = evolve(lab.folder, ['status', '--json']);
  const isOver = stands.code === 0 && json(stands).state === 'finished';
  if (!isOver) json(await goalsStart(lab, args).ended);
  check(lab, wanted, `killed at ${at}`, isOver);
  return 'killed';
}

function check(lab: Lab, { land, ...wanted }: Wanted, when: string, isLeft = false): void {
  expect(whole(lab, land), when).toEqual(wanted);
  expect(ledgerFaults(lab), when).toEqual([]);
  expect(openClaims(lab), when).toEqual([]);
  expect(git(lab.folder, 'status', '--porcelain', '--', ':!.agents').trim(), when).toBe('');
  if (!isLeft) expect(existsSync(join(lab.folder, '.evolve/r1/lanes')), when).toBe(false);
}
