import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelCall, Reply } from '../fake/model/server.mjs';
import { called, documentOf, eventsIn, modelAt, PRICE, place, served, wrote } from './model.ts';
import { evolve, git, json, repository, start, temporary, withoutSandbox, write } from './support.ts';

withoutSandbox();

const isJudge = ({ system }: ModelCall): boolean => system.startsWith('You judge how efficient');

/** The number in the code that is judged. */
const shown = ({ prompt }: ModelCall): number => Number(/module\.exports = \[(\d+)\]/.exec(prompt)?.[1] ?? Number.NaN);

const says = (score: number | string): Reply => ({ text: `{"efficiency-score": ${score}}` });

/** Authors write one of these after the other; a judge scores the number it sees. */
function script(
  numbers: readonly number[],
  judge: (call: ModelCall, nth: number) => Reply = (call) => says(shown(call)),
) {
  let [written, judged] = [0, 0];
  return (call: ModelCall): Reply => {
    if (isJudge(call)) return judge(call, judged++);
    const number = numbers[written++ % numbers.length] ?? 1;
    return { text: wrote(String(number)) };
  };
}

const FILES = { 'numbers.js': 'module.exports = [3];\n', 'bench.sh': "sed 's/[^0-9]//g' numbers.js\n" };
const ISLANDS = ['--strategy', 'islands', '--files', 'numbers.js', '--yes', '--json', '--parallel', '1'];

const judging = (call: { readonly role: string }) => call.role === 'judge';

describe('a run that is judged', () => {
  it('needs no command: the seed is judged three times, each candidate once, a new best once more', async () => {
    const server = await served(script([5, 4, 7]));
    const folder = repository({ 'numbers.js': FILES['numbers.js'] });
    const flags = ['run', ...ISLANDS, '-n', '3', '--agent', modelAt(server)];
    const ran = await start(folder, flags).ended;
    expect(ran.stderr).toMatch(/judged by llm:mock-1@\S+, from 0.1 to 1, which is the score/);
    expect(documentOf(ran)).toMatchObject({
      baseline: { id: 'seed', score: 0.3 },
      best: { id: 'c3', score: 0.7 },
      candidates: { total: 3, scored: 3 },
      fitness: 'judged by llm:mock-1',
    });
    const asked = server.calls.filter(isJudge);
    expect(asked.map(shown)).toEqual([3, 3, 3, 5, 5, 4, 7, 7, 3, 7]);
    for (const { prompt, system } of asked) {
      expect(`${system}${prompt}`).not.toMatch(/\bc\d\b|0\.[357]|parent|seed/);
      expect(prompt).toContain('numbers.js (JavaScript):');
    }
    const show = json(evolve(folder, ['show', 'c3', '--json']));
    expect(show.evaluation.metrics).toEqual({ 'efficiency-score': 0.7 });
    expect(evolve(folder, ['replay']).stdout).toMatch(/^same/);
    expect(evolve(folder, ['status']).stdout).toMatch(/Fitness +judged by llm:mock-1/);
  });

  it('takes the mean with what a command measures, scaled', async () => {
    const server = await served(script([5]));
    const folder = repository(FILES);
    const flags = ['run', 'sh bench.sh', ...ISLANDS, '--agent', `judge=${modelAt(server)}`, '--operator', 'tune'];
    const refused = await start(folder, flags).ended;
    expect(refused.stderr).toMatch(/scores 3, and beside a judge a score must lie between 0 and 1.*--scale/);
    expect(server.calls).toHaveLength(0);
    const more = ['--scale', '10,0', '--direction', 'min', '--budget-evals', '2', '--judge-weight', '0.25'];
    const document = documentOf(await start(folder, [...flags, ...more]).ended);
    expect(document.baseline.score).toBeCloseTo(0.25 * 0.3 + 0.75 * 0.7, 12);
    const show = json(evolve(folder, ['show', 'seed', '--json']));
    expect(show.evaluation.metrics).toEqual({ benchmark: 3, 'efficiency-score': 0.3, 'benchmark-score': 0.7 });
  });

  it('asks once more where the answer is no verdict, and discards the candidate after that', async () => {
    const quoted = 'The code says {"efficiency-score": 10}.\n{"efficiency-score": 2}';
    const server = await served(
      script([5, 6], (call) =>
        shown(call) === 5 || (shown(call) === 6 && !/could not be used/.test(call.prompt))
          ? { text: quoted }
          : says(shown(call)),
      ),
    );
    const folder = repository({ 'numbers.js': FILES['numbers.js'] });
    const flags = ['run', ...ISLANDS, '--budget-evals', '2', '--agent', modelAt(server), '--control', '0'];
    const document = documentOf(await start(folder, flags).ended);
    expect(document).toMatchObject({
      best: { id: 'c2', score: 0.6 },
      candidates: { total: 2, scored: 1, invalid: 1 },
      budget: { evaluationsSpent: 2 },
    });
    const { evaluation } = json(evolve(folder, ['show', 'c1', '--json']));
    expect(evaluation.reason).toMatch(/^the judge's answer could not be read: there is more than one JSON object/);
    expect(evaluation.stages.at(-1)).toMatchObject({ stage: 'judge', verdict: 'fail' });
  });
});

describe('what becomes of a judge', () => {
  it('that can’t be reached is nobody’s fault: the run stops and goes on later, paying nothing twice', async () => {
    let down = true;
    const server = await served(
      script([5, 6], (call) =>
        down && shown(call) === 6 ? { status: 401, message: 'no such key' } : says(shown(call)),
      ),
    );
    const at = place({ ...FILES });
    const args = ['run', ...ISLANDS, '--budget-evals', '2', '--agent', modelAt(server), '--control', '0', '--resume'];
    const stopped = await start(at.folder, args).ended;
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toMatch(/measuring c2: judge: mock-1 answered 401/);
    const before = called(at).filter(judging).length;
    down = false;
    expect(documentOf(await start(at.folder, args).ended)).toMatchObject({
      best: { id: 'c2', score: 0.6 },
      candidates: { total: 2, scored: 2, invalid: 0, broken: 0 },
    });
    const keys = called(at)
      .filter(judging)
      .slice(before)
      .map(({ key }) => key);
    expect(keys).toEqual(['c2/judge/1', 'c2/judge/again-c2-1-1', 'seed/judge/final-c2-1', 'c2/judge/final-c2-1']);
    expect(evolve(at.folder, ['replay']).stdout).toMatch(/^same/);
  });

  it('that says something else each time is confirmed like any noise', async () => {
    const server = await served(script([8], (call, nth) => says(shown(call) + (nth % 2))));
    const at = place({ ...FILES });
    const args = ['run', ...ISLANDS, '--budget-evals', '1', '--agent', modelAt(server), '--control', '0'];
    const ran = await start(at.folder, args).ended;
    expect(ran.stderr).toMatch(/the score varies by about/);
    expect(documentOf(ran)).toMatchObject({ noisy: true, best: { id: 'c1' } });
    const compared = at.events().flatMap((event) => (event.type === 'compared' ? event.pairs : []));
    expect(compared.length).toBeGreaterThan(3);
    const keys = called(at)
      .filter(judging)
      .map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(evolve(at.folder, ['replay']).stdout).toMatch(/^same/);
  });

  it.each([
    ['at first', 'c1', 0, (call: ModelCall) => !isJudge(call)],
    ['for what looks best', 'c1', 1, (call: ModelCall) => isJudge(call) && shown(call) === 5],
  ])(
    'that there is no money for, %s, ends the run, and no candidate is charged for that',
    async (_when, id, charged, dear) => {
      const cheap = script([5]);
      const burning = { usage: { input: 1000, output: 4000 } };
      const server = await served((call) => ({ ...cheap(call), ...(dear(call) ? burning : {}) }));
      const at = place({ ...FILES });
      const price = `mock-1=${PRICE.input}/${PRICE.output}`;
      const args = ['run', ...ISLANDS, '--agent', modelAt(server), '--control', '0', '--price', price];
      const document = documentOf(await start(at.folder, [...args, '--budget-usd', '0.2']).ended);
      expect(document).toMatchObject({
        stop: { cause: 'usd' },
        best: { id: 'seed' },
        candidates: { broken: 0, invalid: 0 },
      });
      expect(document.budget.evaluationsSpent).toBe(charged);
      const dropped = at.events().filter((event) => event.type === 'dropped');
      expect(dropped).toEqual([
        expect.objectContaining({ proposal: id, spent: true, reason: expect.stringMatching(/raise --budget-usd/) }),
      ]);
      expect(evolve(at.folder, ['replay']).stdout).toMatch(/^same/);
    },
  );

  it('that is missing is a mistake, unless a command measures', async () => {
    const folder = repository(FILES);
    expect(evolve(folder, ['run', ...ISLANDS])).toMatchObject({ code: 2 });
    expect(evolve(folder, ['run', ...ISLANDS]).stderr).toMatch(/nobody to judge: name an agent with --agent/);
    const ran = evolve(folder, ['run', 'sh bench.sh', ...ISLANDS, '--budget-evals', '1', '--operator', 'tune']);
    expect(ran.stderr).toMatch(/no agent to judge the code: the fitness command alone gives the score/);
    expect(json(ran).baseline.score).toBe(3);
  });
});

describe('evolve judge', () => {
  const CODE = { 'a.py': 'def slow(items):\n    return [x for x in items]\n\n\ndef quick(items):\n    return items\n' };

  it('scores a definition without a repository, by every judge and as often as asked', async () => {
    const server = await served((call) => says(/def slow/.test(call.prompt) ? 3 : 7 + (call.number % 2)));
    const folder = temporary();
    write(folder, CODE);
    const agent = modelAt(server);
    const flags = ['judge', 'a.py#quick', '--agent', agent, '--repeat', '2', '--goal', 'less copying'];
    const ran = await start(folder, flags).ended;
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toMatch(/^\{"efficiency-score": 7.5\}\nllm:mock-1 +8\nllm:mock-1 +7\n2 calls/);
    for (const { prompt } of server.calls) {
      expect(prompt).toContain('the definition of quick');
      expect(prompt).toContain('less copying');
      expect(prompt).toContain('code.py (Python)');
      expect(prompt).not.toContain('a.py');
    }
    expect(readdirSync(folder)).toEqual(['a.py']);
    const whole = documentOf(await start(folder, ['judge', 'a.py', '--agent', agent, '--json']).ended);
    expect(whole).toMatchObject({ file: 'a.py', 'efficiency-score': 3, verdicts: [{ judge: 'llm:mock-1', score: 3 }] });
  });

  it('says what is wrong', async () => {
    const server = await served(() => ({ text: 'Splendid!' }));
    const folder = temporary();
    write(folder, CODE);
    const judge = (...args: readonly string[]) => start(folder, ['judge', ...args]).ended;
    const mute = await judge('a.py', '--agent', modelAt(server));
    expect(mute).toMatchObject({ code: 1 });
    expect(mute.stdout).toMatch(/^the judge's answer could not be read: there is no JSON object in it\n2 calls/);
    expect(server.calls).toHaveLength(2);
    expect(await judge('a.py')).toMatchObject({ code: 2, stderr: expect.stringMatching(/Who judges\?/) });
    expect(await judge('b.py', '--agent', 'claude')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no file b.py/),
    });
    const unknown = await judge('a.py#quik', '--agent', 'claude');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/no quik in a.py[\s\S]*quick/) });
  });
});

it('a judged candidate is measured and compared afresh', async () => {
  const server = await served(script([5]));
  const folder = repository({ 'numbers.js': FILES['numbers.js'] });
  await start(folder, ['run', ...ISLANDS, '--budget-evals', '1', '--agent', modelAt(server), '--control', '0']).ended;
  const before = server.calls.length;
  const ran = await start(folder, ['compare', 'c1', 'seed', '--repeat', '2', '--json']).ended;
  expect(ran.stderr).toMatch(/llm:mock-1 will judge: about 4 calls, which the run’s budget does not count/);
  expect(ran.stderr).toMatch(/judging took 4 calls, \S+ tokens, price not known/);
  const compared = documentOf(ran);
  expect(compared).toMatchObject({ a: { samples: [0.5, 0.5] }, b: { samples: [0.3, 0.3] } });
  expect(server.calls.slice(before).map(shown)).toEqual([5, 3, 3, 5]);
  write(folder, { 'other.txt': 'new\n' });
  git(folder, 'add', 'other.txt');
  git(folder, 'commit', '-qm', 'another');
  const asked = server.calls.length;
  const applied = await start(folder, ['apply', '--json']).ended;
  expect(applied.code, applied.stderr).toBe(0);
  expect(applied.stderr).toMatch(/will judge: about 7 calls, [\s\S]*judging took 7 calls/);
  expect(server.calls.length - asked).toBe(7);
});

it('agents that work on files judge from the prompt alone, in an empty folder', async () => {
  const folder = repository(FILES);
  const agent = `command:case $EVOLVE_CANDIDATE in *) test -z "$(ls -A)" && grep -q "exports = .3." {prompt_file} && echo '{"efficiency-score": 6}';; esac`;
  const args = ['run', ...ISLANDS, '--agent', `judge=${agent}`, '--operator', 'tune', '--budget-evals', '1'];
  const ran = await start(folder, args).ended;
  expect(documentOf(ran).baseline).toEqual({ id: 'seed', score: 0.6 });
});

it('judges that work on files at once share nothing, and leave the author’s notes alone', async () => {
  const folder = repository(FILES);
  const waits = 'sleep 0.3; test -d "$(dirname "$EVOLVE_USAGE_FILE")"';
  const judge = (score: number) =>
    `judge=command:${waits} && echo '{"input": ${score}, "output": 1}' > "$EVOLVE_USAGE_FILE" && echo '{"efficiency-score": ${score}}'`;
  const author = `author=command:echo 'module.exports = [4];' > numbers.js; echo four`;
  const agents = [author, judge(2), `${judge(8)}`].flatMap((agent) => ['--agent', agent]);
  const ran = await start(folder, ['run', ...ISLANDS, '-n', '1', ...agents]).ended;
  expect(documentOf(ran)).toMatchObject({ baseline: { score: 0.5 }, candidates: { scored: 1, invalid: 0 } });
  const spent = eventsIn(folder).flatMap((event) =>
    event.type === 'called' && event.call.role === 'judge' ? [event.call.usage?.input] : [],
  );
  expect(spent.filter((input) => input === 2)).toHaveLength(spent.length / 2);
  expect(spent.filter((input) => input === 8)).toHaveLength(spent.length / 2);
  const noted = (file: string) => readFileSync(join(folder, '.evolve/r1/candidates/c1', file), 'utf8');
  expect(noted('agent.log')).toBe('four\n');
  expect(noted('judge/prompt.md')).toMatch(/^You judge how efficient/);
});

it('of a target a judge sees the definition alone, as the candidate has it', async () => {
  const before = 'export const other = 1;\n\nexport function twice(n) {\n  return n + n;\n}\n';
  const server = await served((call) =>
    isJudge(call)
      ? says(/n \* 2/.test(call.prompt) ? 8 : 4)
      : { text: `a.mjs\n\n\`\`\`js\n${before.replace('n + n', 'n * 2')}\`\`\`\n\nMultiplies` },
  );
  const folder = repository({ 'a.mjs': before });
  const [, , , , ...flags] = ISLANDS;
  const target = ['--strategy', 'islands', '--target', 'a.mjs#twice', '-n', '1', '--agent', modelAt(server)];
  expect(documentOf(await start(folder, ['run', ...target, ...flags]).ended)).toMatchObject({
    baseline: { score: 0.4 },
    best: { id: 'c1', score: 0.8 },
  });
  const asked = server.calls.filter(isJudge);
  expect(asked[0]?.prompt).toContain('This is the definition of twice');
  for (const { prompt } of asked) {
    const [, code = ''] = /## The code\n[\s\S]*?```\n([\s\S]*?)\n```/.exec(prompt) ?? [];
    expect(code).toMatch(/^export function twice\(n\) \{\n {2}return n (\+ n|\* 2);\n\}$/);
  }
});
