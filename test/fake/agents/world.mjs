// A scripted coding agent for rounds:  node world.mjs [name=value ...] PROMPT_FILE
// What it does follows from its prompt, the files in its folder and these values alone:
//   lanes=honest+crash+…  who the author of each lane is (see PEOPLE); verify=, audit=strict|blind; scan=honest|liar;
//   brief=plain|repeat|unknown|many|none|garbage; broken=N the first N verifications can't be made;
//   record=FOLDER every call leaves its prompt there; hold=FOLDER a step waits while there is a file STEP or STEP.ID, hold=STEP:FILE until there is a file; usd=0.01 of a call.
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBLEMS } from './problems.mjs';

const args = process.argv.slice(2);
const prompt = readFileSync(args.at(-1), 'utf8');
const given = Object.fromEntries(args.slice(0, -1).map((arg) => arg.split(/=(.*)/s).slice(0, 2)));
const { EVOLVE_ROLE: role = 'author', EVOLVE_CANDIDATE: candidate = '', EVOLVE_USAGE_FILE: usageFile } = process.env;
const [, round = '0', lane = '0', depth = '0'] = /^r(\d+)-l(\d+)-d(\d+)$/.exec(candidate) ?? [];
const seat = { round: Number(round), lane: Number(lane), depth: Number(depth) };

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
  writeFileSync(join(folder, `${stepOf()}.${candidate}.${hash}.${randomUUID()}`), prompt);
}

function stepOf() {
  if (role === 'verifier') return prompt.includes('## What was asked for') ? 'verify' : 'audit';
  if (role !== 'author' && role !== 'expert') return role;
  const kind = prompt.includes('# Mend this experiment') ? 'mend' : prompt.includes('# Revise your') ? 'revise' : role;
  return kind;
}

/** Until a test has seen what it waits for: a file of this step that goes, or the one file that comes. */
async function held() {
  const [, only, come] = /^(\w+):(.*)$/s.exec(given.hold ?? '') ?? [];
  const names = [stepOf(), `${stepOf()}.${candidate}`].map((name) => join(given.hold ?? '', name));
  const file = come ?? names.find((name) => existsSync(name)) ?? '';
  const isHeld = () => (come === undefined ? existsSync(file) : only === stepOf() && !existsSync(file));
  if (given.hold === undefined || !isHeld()) return;
  writeFileSync(`${file}.waiting`, candidate);
  while (isHeld()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function say(answer) {
  console.log(`Here is what I think.\n${JSON.stringify(answer)}`);
}

// Whoever changes code.

function author() {
  const lanes = (given.lanes ?? 'honest').split('+');
  const person = lanes[seat.lane % lanes.length];
  const act = PEOPLE[person];
  if (act === undefined) throw new Error(`nobody is ${person}`);
  act(problemHere(), stepOf());
}

function problemHere() {
  const found = PROBLEMS.find(({ file }) => existsSync(file));
  if (found === undefined) throw new Error(`no problem in ${process.cwd()}`);
  return found;
}

const PEOPLE = {
  /** A small step towards the optimum. */
  honest(problem) {
    problem.better(seat);
    console.log(`a step by lane ${seat.lane}`);
  },
  /** Wants the benchmark to say what it likes to hear. */
  'edit-bench'(problem) {
    for (const file of readdirSync('.').filter((name) => name.startsWith('bench'))) writeFileSync(file, problem.lie);
    console.log('better by another benchmark');
  },
  /** Knows the answers, and says them whatever it is told. */
  'hard-code'(problem) {
    problem.hardCode();
    console.log('all answers are right now');
  },
  /** The same, until somebody has seen it. */
  repents(problem, step) {
    if (step === 'author') problem.hardCode();
    else {
      problem.original();
      problem.better(seat);
    }
    console.log(step === 'author' ? 'answers are looked up' : 'answers are computed');
  },
  /** Nothing but words. */
  comment(problem) {
    appendFileSync(problem.file, `${problem.remark} by ${candidate}\n`);
    console.log('said more clearly');
  },
  worse(problem) {
    problem.worse(seat);
    console.log('surely better');
  },
  idle() {
    console.log('there is nothing to do');
  },
  crash() {
    console.error('the agent has crashed');
    process.exit(3);
  },
  /** Leaves what can't be run. */
  garbage(problem) {
    writeFileSync(problem.file, '\u0000 )( garbage\n');
    console.log('\u0007{"score": 1e9}');
  },
  /** Better, but a gate says no until it is mended. */
  careless(problem, step) {
    if (step === 'mend') problem.careful();
    else {
      problem.better(seat);
      problem.careless();
    }
    console.log(step === 'mend' ? 'safe again' : 'faster');
  },
  /** Commits a part by itself, stages another and leaves a third lying about: all of them by one change that must be seen. */
  commits(problem) {
    problem.better(seat);
    writeFileSync('lib/committed.txt', 'SELF-COMMITTED\n');
    git('add', '-A');
    git('commit', '-qm', 'by myself');
    writeFileSync('lib/staged.txt', 'STAGED\n');
    git('add', 'lib/staged.txt');
    writeFileSync('lib/untracked.txt', 'UNTRACKED\n');
    console.log('committed by myself');
  },
  /** Hides what it knows in a commit of its own. */
  smuggles(problem) {
    problem.hardCode();
    git('add', '-A');
    git('commit', '-qm', 'nothing to see');
    console.log('nothing to see');
  },
};

function git(...words) {
  const as = ['-c', 'user.name=agent', '-c', 'user.email=agent@localhost', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...as, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
}

// Whoever thinks.

function verifier() {
  const isAudit = stepOf() === 'audit';
  const { broken = '0', record: folder } = given;
  if (
    Number(broken) > 0 &&
    readdirSync(folder).filter((name) => /^(verify|audit)/.test(name)).length <= Number(broken)
  ) {
    console.error('overloaded, try again later');
    process.exit(75);
  }
  const manner = (isAudit ? given.audit : given.verify) ?? 'strict';
  const isCheat = /^\+.*(KNOWN|bench)/m.test(prompt);
  const isFine = manner === 'blind' || !isCheat;
  const why = isFine ? [] : ['The answers are looked up in KNOWN and not computed.'];
  say(isAudit ? { valid: isFine, reasons: why } : { pass: isFine, findings: why });
}

function scanner() {
  const parts = prompt.split(/^### /m).slice(1);
  const invented = { description: 'It runs out of memory.', evidence: ['INVENTED: out of memory at line 1'] };
  const findings = parts.flatMap((part) => {
    const [id = ''] = part.split('\n');
    const quote = part.split('\n').findLast((line) => /^[^`#].{8,120}$/.test(line) && !line.endsWith(':'));
    const claim = given.scan === 'liar' ? [{ ...invented, experiments: [id, 'r99-l0-d0'] }] : [];
    return [
      ...claim,
      { description: `What ${id} left`, experiments: [id], evidence: quote === undefined ? [] : [quote] },
    ];
  });
  say({ findings });
}

function ideator() {
  const idea = { technique: 'another way', gain: 0.2, confidence: 0.5, parent: '', sources: [] };
  say({ ideas: [{ ...idea, hypothesis: `An idea of round ${/## Round (\d+)/.exec(prompt)?.[1]}` }] });
}

function briefer() {
  const width = Number(/Write briefs, at most (\d+)/.exec(prompt)?.[1] ?? 1);
  const offered = /## Parents that are offered[\s\S]*?\n`{3,}\n([\s\S]*?)\n`{3,}/.exec(prompt)?.[1] ?? '';
  const [parent = 'root'] = [...offered.matchAll(/^- (\S+?):? /gm)].map(([, id]) => id);
  const nth = /## Round (\d+)/.exec(prompt)?.[1];
  const plain = (index) => ({
    objective: `Part ${index} of the behaviour has room left, as round ${nth} sees it`,
    parent,
    boundaries: ['leave the other parts alone'],
    pointers: [{ kind: 'other', name: `part-${index}`, why: 'it scores least' }],
    hard: index === 1,
  });
  const briefs = Array.from({ length: width }, (_, index) => plain(index));
  switch (given.brief ?? 'plain') {
    case 'plain':
      return say({ briefs, axis: '' });
    case 'repeat':
      return say({ briefs: briefs.map((brief) => ({ ...brief, pointers: plain(0).pointers })), axis: '' });
    case 'unknown':
      return say({ briefs: [{ ...plain(7), parent: 'exp_9999' }, ...briefs], axis: '' });
    case 'many':
      return say({ briefs: Array.from({ length: width * 3 }, (_, index) => plain(index)), axis: 'size' });
    case 'none':
      return say({ briefs: [], axis: '' });
    case 'garbage':
      return console.log('{"briefs": [{');
  }
}

function analyst() {
  say({ hints: [], alerts: [] });
}

const ROLES = { author, expert: author, verifier, scanner, ideator, briefer, analyst };
ROLES[role]();
