import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Calibration, calibration } from '../../src/workspace/workspace.ts';
import { scriptedCalibration } from '../fake/calibration.ts';

const cores = (/^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '').split(/[-,]/);
const taskset = spawnSync('taskset', ['--version']).status === 0 || process.env.GALAPAGOS_REQUIRE === 'all';

const kinds: readonly (readonly [string, () => Calibration])[] = [
  ['in a process', () => calibration([])],
  ['scripted', () => scriptedCalibration([3, 4, 5])],
];

describe.each(kinds)('a calibration %s', (_name, make) => {
  it('gives times, also to those who ask at once', async () => {
    await using one = make();
    const readings = [await one.read(), ...(await Promise.all([one.read(), one.read(), one.read()]))];
    for (const reading of readings) expect(reading).toBeGreaterThan(0);
    expect(readings).toHaveLength(4);
  });

  it('gives nothing when it is over, and may end twice', async () => {
    const one = make();
    await one.read();
    const open = one.read();
    await one[Symbol.asyncDispose]();
    await one[Symbol.asyncDispose]();
    await open;
    expect(await one.read()).toBeUndefined();
  });

  it('may end before it has begun', async () => {
    const one = make();
    await one[Symbol.asyncDispose]();
    expect(await one.read()).toBeUndefined();
  });
});

/** Those that are node. */
const childrenOf = (parent: number | undefined): readonly number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === parent);

const children = (): readonly number[] => childrenOf(process.pid);

function parentOf(pid: number): number | undefined {
  try {
    if (readlinkSync(`/proc/${pid}/exe`) !== process.execPath) return undefined;
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

describe('a calibration in a process', () => {
  it('is one process, from the first reading to the end', async () => {
    const before = children();
    const one = calibration([]);
    expect(children()).toEqual(before);
    await one.read();
    await one.read();
    expect(children()).toHaveLength(before.length + 1);
    await one[Symbol.asyncDispose]();
    expect(children()).toEqual(before);
  });

  it('begins anew when its process was ended', async () => {
    await using one = calibration([]);
    const before = children();
    await one.read();
    const [made] = children().filter((pid) => !before.includes(pid));
    const open = one.read();
    process.kill(made ?? 0, 'SIGKILL');
    await open;
    // The first may still have gone to the one that was dying.
    expect([await one.read(), await one.read()]).toContainEqual(expect.any(Number));
  });

  it('gives nothing where it can’t run', async () => {
    await using one = calibration([100_000]);
    expect(await one.read()).toBeUndefined();
    expect(await one.read()).toBeUndefined();
  });

  it.skipIf(!taskset)('is pinned (needs taskset)', async () => {
    const core = Number(cores.at(-1));
    await using one = calibration([core]);
    const before = children();
    await one.read();
    const [made] = children().filter((pid) => !before.includes(pid));
    expect(readFileSync(`/proc/${made}/status`, 'utf8')).toMatch(new RegExp(`^Cpus_allowed_list:\\s*${core}$`, 'm'));
  });

  it('ends with its driver', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galapagos-calibration-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    // Node 20 can't run TypeScript.
    const source = readFileSync(join(import.meta.dirname, '../../src/workspace/calibration.ts'), 'utf8');
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
    writeFileSync(join(folder, 'calibration.mjs'), ts.transpileModule(source, { compilerOptions }).outputText);
    const script = "import { calibration } from './calibration.mjs'; console.log(await calibration([]).read())";
    writeFileSync(join(folder, 'driver.mjs'), script);
    const driver = spawn(process.execPath, [join(folder, 'driver.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(driver.stdout, 'data');
    const [made = 0, ...more] = childrenOf(driver.pid);
    expect(made).toBeGreaterThan(0);
    expect(more).toEqual([]);
    driver.kill('SIGKILL');
    await once(driver, 'close');
    await expect.poll(() => existsSync(`/proc/${made}/exe`), { timeout: 20_000 }).toBe(false);
  });
});
