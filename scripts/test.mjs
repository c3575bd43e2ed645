// The whole test: check, contract suites, end to end. What needs more than Node and git is skipped by name and counted, and suites
// that take long are left out by name; with GALAPAGOS_REQUIRE=all they run, and a skip is a failure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, root, setup } from './setup.mjs';

setup();
await check();

const folder = mkdtempSync(join(tmpdir(), 'galapagos-test-'));
const results = join(folder, 'results.json');
const all = process.env.GALAPAGOS_REQUIRE === 'all';
const projects = ['unit', 'apart', 'contract', 'e2e', ...(all ? ['long'] : [])].flatMap((name) => ['--project', name]);
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
const vitest = join(root, 'node_modules', '.bin', 'vitest');
const { status } = spawnSync(vitest, ['run', ...projects, ...reporters, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});

const { testResults, numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'));
rmSync(folder, { recursive: true, force: true });
const skipped = testResults
  .flatMap((file) => file.assertionResults)
  .filter((one) => one.status !== 'passed' && one.status !== 'failed');
for (const one of skipped) console.log(`skipped: ${one.fullName}`);
if (!all)
  console.log(
    'left out, since they take long: agents, applying, archives, audits, authors, budgets, cheats, cleaning, directives, doctor, edges, endings, evil, evo benchmarks, examples, experiments but for a walk, faults, flat costs, generations, goals but for a night of ten cycles and their file, goals of targets, held-out, helpers, idle slots, imports from evo, init, islands, judges, midway, noise, partners, populations, real libraries, red team, replay, rounds, sandbox, shapes, slots, texts, two at once, variables from files, views, warm, workspaces killed, worth, yaml (GALAPAGOS_REQUIRE=all)',
  );
if (all && skipped.length > 0) console.log('GALAPAGOS_REQUIRE=all: a skipped test is a failure');
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${skipped.length} skipped`);
process.exit(status !== 0 || (all && skipped.length > 0) ? 1 : 0);
