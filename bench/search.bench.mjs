// The strategies on simulated landscapes: who comes how near to the optimum after so many evaluations. No model, no process, no clock: the
// product's strategies, archives, noise policy and memory journal on worlds that answer at once (bench/landscape).
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { built } from './built.mjs';
import { table, verdict } from './support.mjs';

const SEEDS = Number(process.env.SEEDS ?? 30);
const BUDGETS = [50, 100, 200, 500, 1000];
const THREADS = 2;

if (isMainThread) await compare(await built('simulation', 'bench/simulation/simulation.ts'));
else await work(workerData.url);

/** Takes the next seed of the next landscape until none is left, and runs all rules on it. */
async function work(url) {
  const { LANDSCAPES, RULES, simulate } = await import(url);
  const next = new Int32Array(workerData.next);
  for (;;) {
    const job = Atomics.add(next, 0, 1);
    const [landscape, seed] = [LANDSCAPES[Math.floor(job / SEEDS)], (job % SEEDS) + 1];
    if (landscape === undefined) break;
    const world = landscape.world(seed);
    const found = RULES.map((rule) => {
      const qualities = simulate(rule, landscape, world, seed, BUDGETS);
      return { rule: rule.name, landscape: landscape.name, qualities };
    });
    parentPort.postMessage(found);
  }
}

async function compare(url) {
  const { LANDSCAPES, RULES, mean, standings } = await import(url);
  const from = performance.now();
  const next = new SharedArrayBuffer(4);
  const results = [];
  await Promise.all(
    Array.from({ length: THREADS }, () => {
      const worker = new Worker(new URL(import.meta.url), { workerData: { url, next } });
      worker.on('message', (found) => results.push(...found));
      return new Promise((resolve, reject) => {
        worker.once('error', reject);
        worker.once('exit', resolve);
      });
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  const regret = ({ name: rule }, { name: landscape }, budget) =>
    1 -
    mean(results.filter((one) => one.rule === rule && one.landscape === landscape).map((one) => one.qualities[budget]));
  const regrets = new Map(
    RULES.map((rule) => [rule.name, LANDSCAPES.map((one) => BUDGETS.map((_, budget) => regret(rule, one, budget)))]),
  );
  const number = (value) => value.toFixed(3).replace(/^(-?)0\./, '$1.');

  for (const budget of [1, 4]) {
    console.log(
      `\nWhat is left to the optimum after ${BUDGETS[budget]} evaluations, mean of ${SEEDS} seeds (seed to optimum = 1)`,
    );
    table(
      ['', ...RULES.map(({ name }) => name)],
      LANDSCAPES.map(({ name }, at) => [name, ...RULES.map((rule) => number(regrets.get(rule.name)[at][budget]))]),
    );
  }
  console.log(`\nAll ${LANDSCAPES.length} landscapes at ${BUDGETS.join(', ')} evaluations, ${SEEDS} seeds`);
  const all = standings(regrets);
  table(
    ['strategy', `mean rank of ${RULES.length}`, 'mean gap to the best', 'worst gap', 'where'],
    all.map(({ name, rank, gap, worst }) => [
      name,
      rank.toFixed(1),
      number(gap),
      number(worst.gap),
      `${LANDSCAPES[worst.landscape].name}, ${BUDGETS[worst.budget]}`,
    ]),
  );
  const [best] = all;
  console.log(`\n${verdict(best.name === 'patient', 'patient has the least mean gap of the presets')}`);
  const { user, system } = process.cpuUsage();
  const [each, cpu] = [(user + system) / results.length / BUDGETS.at(-1), (user + system) / 1e6];
  console.log(
    `${verdict(cpu / THREADS < 300, 'under 5 minutes on two cores')}: ${cpu.toFixed(0)} s of processor time, ${each.toFixed(0)} µs an evaluation; ${seconds.toFixed(0)} s by the clock`,
  );
}
