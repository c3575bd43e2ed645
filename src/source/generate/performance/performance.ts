import { at, type Check, type Finding, type Findings, found, joined, skipped, titled } from '../finding.ts';
import { isMissing, lastWords } from '../output.ts';
import type { Site } from '../site.ts';
import { type Baseline, type Kept, readBaseline, slowdown, writeBaseline } from './baseline.ts';
import { readingsIn } from './numbers.ts';

const RUNS = 3;
const TIMEOUT_MS = 5 * 60_000;
const MOST_COMMANDS = 3;

interface Bench {
  readonly command: string;
  readonly at: string;
}

/** The repository's own benchmarks against the best numbers so far; where there are none, these are the first. */
const benchmarks: Check = {
  name: 'benchmarks',
  async look(site) {
    const all = await benchesOf(site);
    if (all.length === 0) return skipped('benchmarks: the repository has none');
    const before = readBaseline(site.desk);
    const measured: Findings[] = [];
    let after: Baseline = before;
    for (const bench of all.slice(0, MOST_COMMANDS)) {
      const numbers = await measure(site, bench);
      if (typeof numbers === 'string') measured.push(skipped(`benchmarks: ${numbers}`));
      else {
        measured.push(found(...compared(bench, before, numbers)));
        after = { ...after, ...better(before, numbers) };
      }
    }
    writeBaseline(site.desk, after);
    return joined(measured);
  },
};

async function benchesOf(site: Site): Promise<readonly Bench[]> {
  const { scripts, targets } = site.manifest;
  const script = Object.keys(scripts)
    .filter((name) => /^bench(?:mark)?s?(?::|$)/.test(name))
    .sort();
  const target = ['bench', 'benchmark'].filter((name) => targets[name] !== undefined);
  const go = await firstWith(site, /_test\.go$/, /^func Benchmark\w*\(/m);
  const rust = site.files.find((path) => /^benches\/.*\.rs$/.test(path));
  return [
    ...script.map((name) => ({ command: `npm run --silent ${name}`, at: 'package.json' })),
    ...target.slice(0, 1).map((name) => ({ command: `make ${name}`, at: 'Makefile' })),
    ...(go === undefined ? [] : [{ command: "go test -run '^$' -bench . ./...", at: go }]),
    ...(rust === undefined ? [] : [{ command: 'cargo bench', at: rust }]),
  ];
}

async function firstWith(site: Site, name: RegExp, pattern: RegExp): Promise<string | undefined> {
  for (const path of site.tests.filter((one) => name.test(one))) {
    if (pattern.test((await site.text(path)) ?? '')) return path;
  }
  return undefined;
}

/** The numbers of a few runs by name, or why there are none. */
async function measure(site: Site, { command }: Bench): Promise<Baseline | string> {
  return site.inCheckout(async (place) => {
    const kept = new Map<string, Kept>();
    for (let run = 0; run < RUNS; run++) {
      const ran = await place.run(command, { timeoutMs: TIMEOUT_MS });
      if (ran.code !== 0) return `${command} ${isMissing(ran) ? "can't be run here" : 'fails'} (${lastWords(ran)})`;
      for (const { name, value, unit, better: way } of readingsIn(ran.stdout)) {
        const key = `${command}: ${name}`;
        const samples = [...(kept.get(key)?.samples ?? []), value];
        kept.set(key, { better: way, unit, samples, sha: site.version.commit });
      }
    }
    return kept.size === 0 ? `${command} prints no number that says whether more is better` : Object.fromEntries(kept);
  });
}

function compared({ at: where }: Bench, before: Baseline, now: Baseline): readonly Finding[] {
  return Object.entries(now).flatMap(([key, newer]): readonly Finding[] => {
    const older = before[key];
    const slower = older === undefined ? 0 : slowdown(older, newer);
    if (older === undefined || slower <= 0) return [];
    return [
      {
        title: titled(`Win back the speed of ${key}`),
        type: 'bug',
        severity: slower >= 1 ? 'high' : 'medium',
        description: `${key} is ${Math.round(100 * slower)} % slower than it was at ${older.sha.slice(0, 10)}: ${shown(older)} then, ${shown(newer)} now. Find the change that did it.`,
        evidence: `${at(where, 1)} (${key})`,
        weight: slower,
      },
    ];
  });
}

const shown = ({ samples, unit }: Kept): string => `${samples.join(', ')}${unit === '' ? '' : ` ${unit}`}`;

/** What is new or faster is what later versions are held to; what is slower never is. */
function better(before: Baseline, now: Baseline): Baseline {
  return Object.fromEntries(
    Object.entries(now).filter(([key, newer]) => {
      const older = before[key];
      return older === undefined || slowdown(older, newer) < 0;
    }),
  );
}

/** Where it has become slower. */
export const performance: readonly Check[] = [benchmarks];
