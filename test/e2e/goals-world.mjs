// A scripted coding agent for cycles over goals:  node goals-world.mjs [name=value ...] PROMPT_FILE
// What it does follows from its prompt, the files in its folder, these values and how often it worked on the same before:
//   people=lint:regresses,improves+docs:idle   who works on a target, cycle by cycle (see PEOPLE; else improves);
//   plan=x:split+y:blocked+z:satisfied         what discovery says of a target (else ready);
//   strict=1 validation fails whatever is marked CARELESS; follow=target:title leaves a follow-up; weather=1 other work brings the storm back;
//   ideas=Title a generator that judges has this idea once;
//   record=FOLDER every call leaves its prompt there; state=FOLDER what all calls share; hold=FOLDER a step waits while there is a file STEP;
//   usd=0.01 of a call.
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const args = process.argv.slice(2);
const prompt = readFileSync(args.at(-1), 'utf8');
const given = Object.fromEntries(args.slice(0, -1).map((arg) => arg.split(/=(.*)/s).slice(0, 2)));
const { EVOLVE_ROLE: role = 'author', EVOLVE_CANDIDATE: candidate = '', EVOLVE_USAGE_FILE: usageFile } = process.env;
const [, cycle = '0', attempt = '0'] = /^c(\d+)-(?:w\d+-)?(\d+)$/.exec(candidate) ?? [];

if (given.record !== undefined) record(given.record);
await held();
if (usageFile !== undefined) {
  const usd = Number(given.usd ?? '0.01');
  writeFileSync(usageFile, JSON.stringify({ model: 'world', usd, input: 1000, output: 100 }));
}

/** Of each call a file: the step, whose work it is, and a hash of what was asked, by which the same call is known again. */
function record(folder) {
  mkdirSync(folder, { recursive: true });
  const hash = createHash('sha256').update(prompt).digest('hex').slice(0, 12);
  writeFileSync(join(folder, `${role}.${candidate}.${hash}.${randomUUID()}`), prompt);
}

/** Until a test has seen what it waits for. */
async function held() {
  const file = [role, `${role}.${candidate}`]
    .map((name) => join(given.hold ?? '', name))
    .find((name) => existsSync(name));
  if (given.hold === undefined || file === undefined) return;
  writeFileSync(`${file}.waiting`, candidate);
  while (existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
}

function say(answer) {
  console.log(`Here is what I think.\n${JSON.stringify(answer)}`);
}

/** What the work is about: a goal by its id, else a part that its title names. */
function targetOf() {
  const [, work = ''] = /^## The work\s+```\n([\s\S]*?)\n```/m.exec(prompt) ?? [];
  const [, goal] = /\bgoal:([a-z0-9-]+)/.exec(work) ?? [];
  if (goal !== undefined) return goal;
  const [, word] = /\bpart[ -]?([a-z0-9]+)\b/i.exec(work) ?? [];
  return word === undefined ? '' : `part-${word}`;
}

/** `a:x,y+b:z` as what holds for a target at its so-manyeth time; the last holds for all later ones. */
function chosen(text, target, nth, usual) {
  const pairs = (text ?? '').split('+').map((one) => one.split(/:(.*)/s));
  const found = pairs.find(([name]) => name === target) ?? pairs.find(([name]) => name === '*');
  const all = found?.[1]?.split(',') ?? [usual];
  return all[Math.min(nth, all.length - 1)];
}

/** How many other cycles have worked on a target before this one. */
function timesBefore(target) {
  const folder = join(given.state, 'tries', target);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, cycle), '');
  return readdirSync(folder).filter((name) => Number(name) < Number(cycle)).length;
}

// Whoever changes code.

function author() {
  const target = targetOf();
  const person = chosen(given.people, target, timesBefore(target), 'improves');
  const act = PEOPLE[person];
  if (act === undefined) throw new Error(`nobody is ${person}`);
  act(target);
}

const names = () =>
  readdirSync('lib')
    .filter((name) => name.endsWith('.sh'))
    .map((name) => name.slice(0, -3))
    .sort();

const test = (name) => `. lib/${name}.sh\ntest "$(${name})" = ${name}\n`;
const manual = () =>
  writeFileSync(
    'docs/manual.md',
    `# Manual\n\n${names()
      .map((name) => `- ${name}\n`)
      .join('')}`,
  );

function addPart(name) {
  writeFileSync(`lib/${name}.sh`, `${name}() {\n  echo ${name}\n}\n`);
  writeFileSync(`test/${name}.sh`, test(name));
  const text = readFileSync('docs/manual.md', 'utf8');
  if (!text.includes(`- ${name}\n`)) writeFileSync('docs/manual.md', `${text}- ${name}\n`);
}

function improve(target) {
  switch (target) {
    case 'lint':
      for (const name of names()) {
        const path = `lib/${name}.sh`;
        writeFileSync(path, readFileSync(path, 'utf8').replace(/ +$/gm, ''));
      }
      return;
    case 'coverage':
      for (const name of names()) if (!existsSync(`test/${name}.sh`)) writeFileSync(`test/${name}.sh`, test(name));
      return;
    case 'docs':
      return manual();
    case 'weather':
      rmSync(join(given.state, 'storm'), { force: true });
      appendFileSync('docs/weather.md', `sunny again in cycle ${cycle}\n`);
      return;
    default:
      return addPart(target.replace(/-/g, ''));
  }
}

const PEOPLE = {
  improves(target) {
    improve(target);
    console.log(`${target} is better`);
  },
  /** Breaks another goal, and keeps to it. */
  regresses(target) {
    improve(target);
    appendFileSync('lib/sum.sh', '# TODO more of this\n');
    console.log(`${target} is better, more to come`);
  },
  /** Breaks the tests. */
  breaks(target) {
    improve(target);
    writeFileSync('test/broken.sh', 'exit 1\n');
    console.log(`${target} is better, and a test shows it`);
  },
  /** Breaks another goal until it is told. */
  mends(target) {
    improve(target);
    const path = 'lib/sum.sh';
    const text = readFileSync(path, 'utf8').replace(/^# TODO.*\n/m, '');
    writeFileSync(path, attempt === '1' ? `${text}# TODO more of this\n` : text);
    console.log(attempt === '1' ? 'nearly done' : 'done');
  },
  /** Changes what it is measured by. */
  overreaches() {
    writeFileSync(
      'GOALS.md',
      '# Goals\n\nAll is well.\n\n## Gates\n\n| ID | Check | Weight | Description |\n| --- | --- | --- | --- |\n| fine | `true` | 5 | fine |\n',
    );
    for (const name of readdirSync('check')) writeFileSync(join('check', name), 'exit 0\n');
    writeFileSync('.github/workflows/ci.yml', 'on: never\n');
    console.log('all goals pass now');
  },
  /** The same, and what it was asked for. */
  greedy(target) {
    PEOPLE.overreaches();
    improve(target);
  },
  idle() {
    console.log('there is nothing to do');
  },
  crashes() {
    console.error('the agent has crashed');
    process.exit(3);
  },
  /** What only somebody who looks can see. */
  careless(target) {
    improve(target);
    if (attempt === '1') appendFileSync('docs/manual.md', '<!-- CARELESS -->\n');
    else manual();
    console.log('it passes');
  },
};

// Whoever thinks.

function briefer() {
  const target = targetOf();
  const status = chosen(given.plan, target, 0, 'ready');
  const premortem = { verdict: 'pass', risks: [] };
  const plan = { status, plan: `Make ${target} pass.`, criteria: [`${target} passes`], files: ['lib/**'], premortem };
  const parts = ['a1', 'b2'].map((name) => ({ title: `Add the part ${name}`, description: `lib/${name}.sh`, wave: 1 }));
  say({
    ...plan,
    parts: status === 'split' ? parts : [],
    blockers: status === 'blocked' ? ['something else'] : [],
    cited: [],
    reason: status === 'ready' ? '' : `it is ${status}`,
  });
}

function verifier() {
  const target = targetOf();
  const isCareless = given.strict !== undefined && /^\+.*CARELESS/m.test(prompt);
  if (given.weather !== undefined && target !== 'weather') writeFileSync(join(given.state, 'storm'), '');
  const [, title] = new RegExp(`(?:^|\\+)${target}:([^+]*)`).exec(given.follow ?? '') ?? [];
  const followUps =
    title === undefined
      ? []
      : [{ title, type: 'task', severity: 'medium', description: `${title}, as found on the way` }];
  say({
    verdict: isCareless ? 'fail' : 'pass',
    findings: isCareless ? ['There is a CARELESS mark in the manual.'] : [],
    untested: 'the goal itself is the test',
    followUps,
    learnings: [`${target} was easy`],
  });
}

/** Whoever looks for more to do, or sums up. */
function judge() {
  const file = join(given.state, 'had-an-idea');
  const isAsked = given.ideas !== undefined && role === 'ideator' && !existsSync(file);
  if (isAsked) writeFileSync(file, '');
  const features = isAsked ? [{ title: given.ideas, severity: 'low', description: given.ideas }] : [];
  say({ features, findings: [], summary: 'All went as it went.', followUps: [], learnings: [] });
}

const ROLES = { author, expert: author, verifier, briefer, scanner: judge, ideator: judge, analyst: judge };
ROLES[role]();
