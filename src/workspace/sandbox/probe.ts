import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { NO_REACH } from '../../domain/sandbox.ts';
import { type Isolation, relax, startMark, wrap } from '../isolation.ts';
import { findTool } from './tool.ts';

/** A level that is not in force, and what is in its way. */
export interface Passed {
  readonly level: Isolation;
  readonly why: string;
}

export interface Found {
  readonly level: Isolation;
  /** Stronger ones. */
  readonly passed: readonly Passed[];
}

/** Most machines take a hundredth of it. A sandbox that needs longer would be of no use. */
const PROBE_MS = 5_000;
const SHOWN = 200;

const probes = new Map<string, Promise<string | undefined>>();
let strongest: Promise<Found> | undefined;
let plain: Promise<Found> | undefined;

/** What this machine allows for candidates' commands, found by running it once per process. */
export function findIsolation(): Promise<Found> {
  strongest ??= first(['bubblewrap', 'namespace', 'user-namespace'], true);
  return strongest;
}

export const isolation = async (): Promise<Isolation> => (await findIsolation()).level;

/** What keeps processes together without keeping them from anything: the cheapest that there is. */
export async function containment(): Promise<Isolation> {
  plain ??= first(['namespace', 'user-namespace', 'bubblewrap'], false);
  return (await plain).level;
}

async function first(levels: readonly Isolation[], boxed: boolean): Promise<Found> {
  const passed: Passed[] = [];
  for (const level of process.platform === 'linux' ? levels : []) {
    const why = await probed(level, boxed);
    if (why === undefined) return { level, passed };
    passed.push({ level, why });
  }
  return { level: 'group', passed };
}

function probed(level: Isolation, boxed: boolean): Promise<string | undefined> {
  const key = `${level} ${boxed}`;
  const known = probes.get(key) ?? (level === 'bubblewrap' ? bubblewrapFails(boxed) : fails(level, boxed));
  probes.set(key, known);
  return known;
}

async function bubblewrapFails(boxed: boolean): Promise<string | undefined> {
  if (findTool('bwrap') === undefined) return 'bubblewrap is not installed';
  const why = await fails('bubblewrap', boxed);
  if (why === undefined || !/option|argument/i.test(why)) return why;
  relax();
  return fails('bubblewrap', boxed);
}

/** Why a level does not work. In the temporary folder, so that a driver that is killed meanwhile leaves nothing. */
function fails(level: Isolation, boxed: boolean): Promise<string | undefined> {
  const cwd = tmpdir();
  const file = 'galapagos-probe';
  const shell = `[ $$ -ne 1 ] && [ -e /proc/1 ] && ! { (: >>${file}) 2>/dev/null && rm ${file}; }`;
  const box = { own: [], home: cwd, hidden: [], reach: NO_REACH };
  const task = { shell, cwd, env: {}, binds: [{ from: cwd, to: cwd }], ...(boxed ? { box } : {}) };
  const [program, ...args] = wrap(level, task);
  return new Promise((resolve) => {
    const limits = { timeout: PROBE_MS, killSignal: 'SIGKILL' } as const;
    execFile(program, args, { cwd, env: {}, ...limits }, (error, stdout, stderr) => {
      if (error === null && stdout === String.fromCharCode(startMark)) return resolve(undefined);
      const said = stderr.trim().split('\n').at(-1)?.slice(0, SHOWN) ?? '';
      if (error?.killed === true) return resolve(`${program} did not end within ${PROBE_MS / 1000} s`);
      resolve(said === '' ? `${program} did not do what it was asked to` : said);
    });
  });
}
