import { availableParallelism, release, totalmem } from 'node:os';
import { probe } from '../../lib/probe.ts';
import { findIsolation } from '../../workspace/workspace.ts';
import { brokenWord, howToIsolate, LEVELS } from '../sandbox.ts';
import { adjustableOf } from '../settings.ts';
import { type Check, formatBytes, isAtLeast } from './check.ts';

/** What package.json asks for. */
export const LEAST_NODE = '20.19';

/** Older ones lack commands that are used on every candidate. */
const LEAST_GIT = '2.20';
/** From here on git can be told to leave the user's configuration alone. */
const SEALED_GIT = '2.32';

export async function checkMachine(): Promise<readonly Check[]> {
  const [git, level] = await Promise.all([checkGit(), checkIsolation()]);
  return [git, checkNode(process.versions.node), checkPlatform(process.platform), level, cores(), memory()];
}

async function checkGit(): Promise<Check> {
  const probed = await probe('git');
  const about = { group: 'machine', name: 'git' } as const;
  if (probed.kind === 'missing') {
    const advice = 'Install git (apt install git, brew install git) or put it on PATH: evolve needs it.';
    return { ...about, status: 'fail', found: 'not found', advice };
  }
  if (probed.kind === 'silent')
    return { ...about, status: 'fail', found: `${probed.path} ${probed.why}`, advice: 'Make git --version work.' };
  return { ...about, ...judgeGit(probed.version) };
}

export function judgeGit(version: string): Pick<Check, 'status' | 'found' | 'advice'> {
  if (!isAtLeast(version, LEAST_GIT))
    return { status: 'fail', found: version, advice: `Install git ${LEAST_GIT} or later.` };
  if (isAtLeast(version, SEALED_GIT)) return { status: 'ok', found: version };
  const advice = `Install git ${SEALED_GIT} or later: this one lets your own git configuration affect candidates.`;
  return { status: 'warn', found: version, advice };
}

export function checkNode(version: string): Check {
  const about = { group: 'machine', name: 'node', found: version } as const;
  if (isAtLeast(version, LEAST_NODE)) return { ...about, status: 'ok' };
  return { ...about, status: 'fail', advice: `Install Node ${LEAST_NODE} or later.` };
}

export function checkPlatform(platform: string): Check {
  const about = { group: 'machine', name: 'platform', found: `${platform} ${release()}, ${process.arch}` } as const;
  if (platform === 'linux') return { ...about, status: 'ok' };
  if (platform === 'win32') return { ...about, status: 'fail', advice: 'Run evolve inside WSL.' };
  return { ...about, status: 'warn', advice: 'Only Linux is tested; here commands run in process groups.' };
}

async function checkIsolation(): Promise<Check> {
  const { level, passed } = await findIsolation();
  const about = { group: 'machine', name: 'isolation', found: LEVELS[level] } as const;
  const [first] = passed;
  if (level === 'group') return { ...about, status: 'warn', advice: howToIsolate() };
  if (first?.level !== 'bubblewrap') return { ...about, status: 'ok' };
  const install = first.why === 'bubblewrap is not installed';
  const advice = install
    ? 'Install bubblewrap for a stronger sandbox (apt install bubblewrap).'
    : `A stronger sandbox is possible: ${brokenWord(first.why)}.`;
  return { ...about, status: install ? 'ok' : 'warn', advice };
}

function cores(): Check {
  const found = availableParallelism();
  const { parallel, parallelBench } = adjustableOf({});
  const text = `${found}; ${parallel} candidates at once and ${parallelBench} benchmark by default`;
  const about = { group: 'machine', name: 'cores', found: text } as const;
  if (found >= 2) return { ...about, status: 'ok' };
  return { ...about, status: 'warn', advice: 'With one core whatever else runs disturbs timings: use --parallel 1.' };
}

function memory(): Check {
  const limit = formatBytes(adjustableOf({}).memoryMb * 1024 * 1024);
  const found = `${formatBytes(totalmem())}; a command may take ${limit} by default`;
  return { group: 'machine', name: 'memory', status: 'ok', found };
}
