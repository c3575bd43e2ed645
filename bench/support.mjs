// What the measurements share: interleaved timing, the middle of samples, tables, throw-away repositories.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const EVOLVE = fileURLToPath(new URL('../bin/evolve.js', import.meta.url));

/** Runs the subjects in turns (A B C, A B C, …), so that a busy machine treats all alike. `{ wall, cpu }` by name. */
export async function interleaved(subjects, rounds) {
  const names = Object.keys(subjects);
  const samples = Object.fromEntries(names.map((name) => [name, { wall: [], cpu: [] }]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const { wall, cpu } = await spent(subjects[name]);
      // The first round warms the disk's cache.
      if (round === 0) continue;
      samples[name].wall.push(wall);
      samples[name].cpu.push(cpu);
    }
  }
  return samples;
}

/**
 * Processor time of this process and of all its children that have ended, in milliseconds: what a busy machine blurs
 * least. Children count in ticks of 10 ms, so only differences over many of them mean something; NaN without /proc.
 */
export function cpuMs() {
  const own = process.cpuUsage();
  if (!existsSync('/proc/self/stat')) return Number.NaN;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (own.user + own.system) / 1000 + (Number(fields[13]) + Number(fields[14])) * 10;
}

/** What a piece of work takes: by the clock and of the processors. */
export async function spent(work) {
  const cpu = cpuMs();
  const from = performance.now();
  const result = await work();
  return { result, wall: performance.now() - from, cpu: cpuMs() - cpu };
}

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

export const least = (values) => Math.min(...values);

export const ms = (value) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
export const times = (value) => `${value.toFixed(2)}×`;

export function table(header, rows) {
  const all = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])));
  for (const row of all) console.log(`  ${line(row).join('  ')}`);
}

/** Ends a title with the verdict on what was wanted. Figures are for reading: a busy machine fails no build. */
export const verdict = (held, wanted) => `${held ? 'held' : 'NOT HELD'}: ${wanted}`;

const folders = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone when the process ends. */
export function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-bench-'));
  folders.push(folder);
  return folder;
}

export function repository(files) {
  const folder = join(temporary(), 'repository');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', '-c', 'gc.auto=0', ...args], {
      cwd: folder,
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'start');
  return folder;
}

/** A slot folder of its own, so that a measurement waits for nobody's benchmark. */
export const environment = (folder) => ({ ...process.env, GALAPAGOS_LOCKS: dirname(folder) });

export function evolve(folder, args) {
  const result = spawnSync(process.execPath, [EVOLVE, ...args], {
    cwd: folder,
    env: environment(folder),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (result.status !== 0) throw new Error(`evolve ${args.join(' ')}: exit ${result.status}\n${result.stderr}`);
  return result.stdout;
}

/** Files beside the ones that matter, some bytes each, forty to a folder. */
export function padding(count) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `lib/part${Math.floor(index / 40)}/file${index}.js`,
      `export const value${index} = ${index};\n`.repeat(8),
    ]),
  );
}
