import { describe, expect, it } from 'vitest';
import type { ModelCall, Reply } from '../fake/model/server.mjs';
import { called, type Place, place, served, wrote } from './model.ts';
import { essence, evolve, json } from './support.ts';

const STEADY = ['--strategy', 'patient'];

/** The numbers of the version that a prompt shows. */
function numbersIn({ prompt }: ModelCall): readonly [number, number, number] {
  const [a = 0, b = 0, c = 0] = (/module\.exports = \[([^\]]*)\]/.exec(prompt)?.[1] ?? '').split(',').map(Number);
  return [a, b, c];
}

/** Some number that differs from prompt to prompt. */
const sumOf = (text: string): number =>
  [...text].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 997, 7);

const digits = (value: number): string => value.toFixed(6);

/** Goes a part of the way to 3, 30 and 0.3, for each prompt another. */
function good(call: ModelCall): Reply {
  const [a, b, c] = numbersIn(call);
  const part = 0.15 + sumOf(call.prompt) / 10_000;
  const next = [a + part * (3 - a), b + part * (30 - b), c + part * (0.3 - c)].map(digits).join(', ');
  return { text: wrote(next), usage: { input: 1000, output: 100 } };
}

/** Goes away from it, elsewhere each time. */
function bad(call: ModelCall): Reply {
  const [a, b, c] = numbersIn(call);
  const step = 1 + sumOf(call.prompt) / 1000;
  const next = [a - step, b - step, c].map(digits).join(', ');
  return { text: wrote(next), usage: { input: 3000, output: 300 } };
}

const reply = (call: ModelCall): Reply => (call.model === 'good' ? good(call) : bad(call));

async function authors(): Promise<readonly string[]> {
  const { url } = await served(reply);
  const agents = ['good', 'bad'].flatMap((model) => ['--agent', `llm:${model}@${url}/v1`, '--price', `${model}=2/10`]);
  return [...STEADY, ...agents, '--seed', '5'];
}

describe('two authors in a search without generations', () => {
  it('get work by what each brings for its cost, which the report explains', async () => {
    const here = place();
    const flags = [...(await authors()), '--budget-evals', '24', '--parallel', '2'];
    const { best, authors: stood } = json(await here.run(flags).ended);
    expect(best.score).toBeGreaterThan(-2);
    const [first, second] = stood.authors;
    expect(stood.unit).toBe('usd');
    expect(stood.why).toMatch(/^llm:good leads: lately nobody else has improved anything/);
    expect(first).toMatchObject({ name: 'llm:good' });
    expect(first.share).toBeGreaterThan(0.6);
    expect(second).toMatchObject({ name: 'llm:bad', bests: 0, gain: 0, gainPerCost: 0 });
    // Nobody is forgotten.
    expect(second.chosen).toBeGreaterThanOrEqual(2);
    const calls = called(here);
    expect(first.calls + second.calls).toBe(calls.length);
    const report = evolve(here.folder, ['report']).stdout;
    expect(report).toMatch(/^Authors\nAuthor +Chosen +Gain +per dollar/m);
    expect(report).toContain('llm:good leads: ');
    here.clean();
  });

  it('come to the same when the run is killed on its way, and when it is replayed', async () => {
    const [whole, killed] = [place(), place()];
    const flags = [...(await authors()), '--budget-evals', '6', '--parallel', '1'];
    json(await whole.run(flags).ended);
    let kills = 0;
    for (let at = 4; kills < 3; at += 4, kills++) {
      const { signal } = await killed.run(flags, { GALAPAGOS_KILL_AT: String(at) }).ended;
      if (signal === null) break;
    }
    json(await killed.run(flags).ended);
    expect(kills).toBeGreaterThan(2);
    expect(essence(killed.folder)).toEqual(essence(whole.folder));
    expect(memosOf(killed)).toEqual(memosOf(whole));
    expect(json(evolve(whole.folder, ['replay', '--json']))).toMatchObject({ kind: 'same' });
  });
});

const memosOf = ({ events }: Place) =>
  events()
    .filter(({ type }) => type === 'memo')
    .at(-1);

describe('one author', () => {
  /** The first fails, the third and the fifth help, the others are worse. */
  const SAYS = ['oops', '1, 10, 0.5', '2, 20, 0.5', '2, 12, 0.5', '2, 25, 0.5', '2, 11, 0.5', '2, 13, 0.5'];

  it('is told what failed from a parent and its kin, and why; nothing is remembered of authors', async () => {
    const prompts: string[] = [];
    const { url } = await served(({ prompt }) => {
      prompts.push(prompt);
      return { text: wrote(SAYS[prompts.length - 1] ?? '0, 0, 0') };
    });
    const here = place(SQUARES_OR_FAIL);
    const flags = [...STEADY, '--agent', `llm:m@${url}/v1`, '--control', '0', '--no-repair', '--parallel', '1'];
    json(await here.run([...flags, '--budget-evals', '7']).ended);
    const failed = /- c1, .*not a number.*: Wrote \[oops\]/;
    expect(prompts[0]).not.toMatch(failed);
    expect(prompts[1]).toMatch(failed);
    // c3 is the best by now: its proposer hears what failed from the seed.
    expect(prompts[3]).toMatch(/- c2 from seed, score .*: Wrote \[1, 10, 0\.5\]/);
    expect(prompts[3]).toMatch(/- c1 from seed, .*not a number.*: Wrote \[oops\]/);
    // And so does that of its grandchild, with what failed from itself first.
    expect(prompts[6]).toMatch(/- c6, score .*: Wrote \[2, 11, 0\.5\]/);
    expect(prompts[6]).toMatch(/- c4 from c3, .*\n- c2 from seed, .*\n- c1 from seed, /);
    expect(here.events().filter(({ type }) => type === 'memo')).toEqual([]);
    expect(here.status().authors).toBeUndefined();
  });
});

const SQUARES_OR_FAIL = {
  'numbers.js': 'module.exports = [1.0, 20, 0.5];\n',
  'bench.sh': `grep -q '[a-df-z]\\{4\\}.*\\[[a-z]' numbers.js && { echo "not a number" >&2; exit 1; }
sed 's/[^0-9.,-]//g' numbers.js | awk -F, '{ sub(/^\\./, "", $1); print -(($1 - 3) ^ 2 + (($2 - 30) / 10) ^ 2 + (10 * ($3 - 0.3)) ^ 2) }'
`,
};
