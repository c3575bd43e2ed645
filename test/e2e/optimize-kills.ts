import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { asked, type Lab, optimize, optimizeArgs, planted, treeOf, VECTOR } from './optimize-lab.ts';
import { fingerprint, json, start, temporary, until } from './support.ts';

/** Two rounds: in one lane a commit that is deepened, in the other a cheat that is revised, or found by the audit. */
const FLAGS = ['--subagents', '2', '--depth', '2', '--rounds', '2', '--ideate-after', '0', '--parallel', '1'];

/** Where an agent is at work: it is asked once more when the driver was killed meanwhile, and nobody else is. */
export const STEPS = ['scanner', 'ideator', 'briefer', 'author', 'verify', 'revise', 'audit', 'mend'] as const;

export interface Subject {
  readonly lab: Lab;
  readonly hold: string;
  readonly args: readonly string[];
}

export function subject(): Subject {
  const place = temporary();
  const lab = planted(VECTOR, place);
  const hold = join(place, 'hold');
  mkdirSync(hold);
  const agent = lab.agent('author', { lanes: 'repents+careless', hold });
  return { lab, hold, args: [...agent, ...FLAGS] };
}

/** What a run that was left alone comes to. */
export function wantedOf() {
  const { lab, args } = subject();
  json(optimize(lab.folder, ...args));
  return { tree: treeOf(lab.folder), calls: callsOf(lab) };
}

const callsOf = (lab: Lab): readonly string[] =>
  asked(lab)
    .map(({ step, candidate, hash }) => `${step} ${candidate} ${hash}`)
    .sort();

/** Each once. What a scanner is shown has the times of attempts in it. */
const stepsIn = (calls: readonly string[]): readonly string[] =>
  [...new Set(calls)].map((call) => call.split(' ').slice(0, 2).join(' '));

export type Wanted = ReturnType<typeof wantedOf>;

/** Kills the driver while an agent is at each of these steps, one after the other in one run. */
export async function killedWhile(steps: readonly string[], wanted: Wanted): Promise<void> {
  const { lab, hold, args } = subject();
  const before = fingerprint(lab.folder);
  for (const step of steps) {
    const file = join(hold, step);
    writeFileSync(file, '');
    const { child, ended } = start(lab.folder, optimizeArgs(...args));
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
  json(await start(lab.folder, optimizeArgs(...args)).ended);
  check(lab, wanted, before, `killed while at ${steps.join(', ')}`);
  const again = callsOf(lab).filter((call, index, all) => all[index - 1] === call);
  const repeated = again.map((call) => call.split(' ')[0] ?? '').sort();
  // Ideators work two at once, and scanners beside a lane: a second one may have been cut off with the first.
  const isAlone = (step: string) => step !== 'ideator' && step !== 'scanner';
  expect(repeated.filter(isAlone), again.join('; ')).toEqual(steps.filter(isAlone).toSorted());
  expect(repeated.length, again.join('; ')).toBeLessThanOrEqual(steps.length + 3);
}

/** Kills it at its n-th boundary. */
export async function killedAt(at: number, wanted: Wanted): Promise<'killed' | 'ended'> {
  const { lab, args } = subject();
  const before = fingerprint(lab.folder);
  const result = await start(lab.folder, optimizeArgs(...args), { GALAPAGOS_KILL_AT: String(at) }).ended;
  if (result.signal !== 'SIGKILL') {
    expect(result, result.stderr).toMatchObject({ code: 0 });
    return 'ended';
  }
  json(await start(lab.folder, optimizeArgs(...args)).ended);
  check(lab, wanted, before, `killed at ${at}`);
  return 'killed';
}

function check(lab: Lab, { tree, calls }: Wanted, before: ReturnType<typeof fingerprint>, when: string): void {
  expect(treeOf(lab.folder), when).toEqual(tree);
  expect(stepsIn(callsOf(lab)), when).toEqual(stepsIn(calls));
  expect(fingerprint(lab.folder), when).toEqual(before);
  expect(readdirSync(join(lab.folder, '.evolve/r1')).includes('lanes'), when).toBe(false);
}
