import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { rng } from '../../src/domain/rng.ts';
import {
  essence,
  evolve,
  fingerprint,
  git,
  json,
  processesWith,
  repository,
  SHELL_SQUARES,
  start,
  temporary,
} from './support.ts';

let marks = 0;

/** A benchmark with a mark in its command line, by which left-over processes are found. */
function marked(): { fitness: string; mark: string } {
  const mark = `mark-${process.pid}-${marks++}-`;
  return { fitness: `sh bench.sh ${mark}`, mark };
}

/** A program with structure to change, scored by its bytes. */
const CHECKSUM = {
  'numbers.js': [
    'exports.pick = (a, b) => {',
    '  let best = 41;',
    '  if (a > b && best > 3) {',
    '    best = a + 2 * b;',
    '  }',
    '  return best;',
    '};',
    '',
  ].join('\n'),
  'bench.sh': "cksum < numbers.js | cut -d ' ' -f 1\n",
};

/** What a kill may meet beside numbers: each with the files, and the flags with a mark for its processes. */
export const MEETINGS: readonly (readonly [string, Files, (mark: string) => readonly string[]])[] = [
  ['the built-in operators', CHECKSUM, () => []],
  ['the operator syntax', CHECKSUM, () => ['--operator', 'syntax']],
  ['an agent', CHECKSUM, (mark) => ['--agent', `command:sh '${agentScript()}' ${mark}`]],
  ['branches', SHELL_SQUARES, () => ['--branches']],
];
type Files = Readonly<Record<string, string>>;

/** The same for every kill of a test, for a resumed run is to have the same agent. */
function agentScript(): string {
  if (!existsSync(script)) {
    script = join(temporary(), 'agent.sh');
    writeFileSync(script, `echo "exports.by = '$EVOLVE_CANDIDATE';" > numbers.js; echo "by $EVOLVE_CANDIDATE"\n`);
  }
  return script;
}
let script = '';

/** Kills a run at its n-th boundary, for every n or for those that are named, resumes it, and holds it against a run that was left alone. */
export async function killEverywhere(
  flags: readonly string[],
  lanes: number,
  {
    at: named,
    files = SHELL_SQUARES,
    more = () => [],
  }: { at?: readonly number[]; files?: Files; more?: (mark: string) => readonly string[] } = {},
): Promise<{ kills: number; boundaries: number }> {
  const argsOf = (fitness: string, mark: string) => [
    'run',
    fitness,
    '--files',
    'numbers.js',
    '--yes',
    '--json',
    '--resume',
    ...flags,
    ...more(mark),
  ];
  const whole = repository(files);
  json(evolve(whole, argsOf('sh bench.sh', 'whole')));
  const wanted = { ...essence(whole), branches: branchesOf(whole) };
  let kills = 0;
  let next = 0;
  let last = Number.POSITIVE_INFINITY;
  const worker = async () => {
    for (;;) {
      const at = named === undefined ? next + 1 : named[next];
      next++;
      if (at === undefined || at >= last) return;
      const { fitness, mark } = marked();
      const folder = repository(files);
      const before = fingerprint(folder);
      const result = await start(folder, argsOf(fitness, mark), { GALAPAGOS_KILL_AT: String(at) }).ended;
      if (result.signal !== 'SIGKILL') {
        expect(result.code).toBe(0);
        last = Math.min(last, at);
        continue;
      }
      kills++;
      const resumed = await start(folder, argsOf(fitness, mark)).ended;
      expect(resumed, `killed at boundary ${at}`).toMatchObject({ code: 0 });
      checkEnd(folder, before, wanted, mark, `killed at boundary ${at}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, worker));
  return { kills, boundaries: last - 1 };
}

/** Kills a run again and again at random moments until it ends, so many kills in all. */
export async function killAtRandom(times: number, seed: number): Promise<void> {
  const { fitness, mark } = marked();
  const args = [
    'run',
    fitness,
    '--files',
    'numbers.js',
    '-k',
    '4',
    '-g',
    '4',
    '-s',
    '4',
    '--yes',
    '--json',
    '--resume',
  ];
  const whole = repository(SHELL_SQUARES);
  const from = performance.now();
  json(evolve(whole, args));
  const length = performance.now() - from;
  const wanted = { ...essence(whole), branches: branchesOf(whole) };
  const random = rng(seed, 'kills');
  for (let kills = 0; kills < times; ) {
    const folder = repository(SHELL_SQUARES);
    const before = fingerprint(folder);
    for (let finished = false; !finished; ) {
      const { child, ended } = start(folder, args);
      const timer = setTimeout(() => child.kill('SIGKILL'), random.next() * length);
      const result = await ended;
      clearTimeout(timer);
      finished = result.code === 0;
      if (result.signal === 'SIGKILL') kills++;
      else expect(result).toMatchObject({ code: 0 });
    }
    checkEnd(folder, before, wanted, mark, `after ${kills} kills`);
  }
}

const branchesOf = (folder: string): string =>
  git(folder, 'for-each-ref', '--format=%(refname) %(tree)', 'refs/heads/evolve');

/** Branches that a run may publish, and the objects that these need. */
const PUBLISHED = /^\.git\/(objects|(logs\/)?refs\/heads\/evolve)\//;

interface Wanted extends ReturnType<typeof essence> {
  readonly branches: string;
}

function checkEnd(folder: string, before: Files, wanted: Wanted, mark: string, when: string): void {
  expect({ ...essence(folder), branches: branchesOf(folder) }, when).toEqual(wanted);
  const now = Object.entries(fingerprint(folder));
  const isOurs = (path: string) => wanted.branches !== '' && before[path] === undefined && PUBLISHED.test(path);
  expect(Object.fromEntries(now.filter(([path]) => !isOurs(path))), when).toEqual(before);
  expect(git(folder, 'for-each-ref', '--format=%(refname)', 'refs/evolve'), when).toBe('refs/evolve/r1/base\n');
  expect(processesWith(mark), when).toEqual([]);
  expect(readdirSync(join(folder, '.evolve/r1')).includes('lanes'), when).toBe(false);
  // What a kill cuts off while it is being written goes a day later, since another process may be the one that writes.
  const drafts = /^(?:alternates|git|index)-/;
  const left = readdirSync(join(folder, '.evolve/tmp')).filter((name) => !drafts.test(name));
  expect(left, when).toEqual([]);
  const claims = join(folder, '.evolve/locks/r1');
  expect(existsSync(claims) ? readdirSync(claims) : [], when).toEqual([]);
}
