import { configOf } from '../../../test/fake/config.ts';
import { TRUNK } from '../../archive/archive.ts';
import type { Adjustable, RunConfig } from '../../domain/config.ts';
import type {
  ClaimAnswer,
  CycleLine,
  DiscoverAnswer,
  GenerateAnswer,
  HaltAnswer,
  LandAnswer,
  OrientAnswer,
  ValidateAnswer,
  WorkAnswer,
} from '../../domain/cycle.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Goal } from '../../domain/goals.ts';
import type { Journal } from '../../domain/journal.ts';
import { LADDER, type Ladder } from '../../domain/ladder.ts';
import type { Applied, ApplyJob, EvaluateJob, Lanes } from '../../domain/lane.ts';
import type { Proposal } from '../../domain/proposal.ts';
import type { Question } from '../../domain/question.ts';
import type { Generator, WorkItem } from '../../domain/work-item.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { drive, type Halt } from '../../loop/loop.ts';
import { ladder } from './ladder.ts';

type Asked<K extends Question['of']> = Extract<Question, { of: K }>;
type Tasks = Readonly<Record<string, number>>;

/** What an author makes of an item. */
export type Deed =
  | { readonly kind: 'done'; readonly fixes?: readonly string[]; readonly breaks?: readonly string[] }
  | { readonly kind: 'unchanged' | 'failed' }
  | { readonly kind: 'invalid'; readonly reason: string; readonly stage?: string };

/** What people and agents do. Each is asked for the same thing more than once where somebody was killed. */
export interface Script {
  readonly orient: Partial<OrientAnswer>;
  halt(cycle: number): HaltAnswer['halt'];
  work(cycle: number, pass: number, world: World): Partial<WorkAnswer>;
  claim(question: Asked<'claim'>): ClaimAnswer;
  generate(generator: Generator, cycle: number): readonly string[];
  discover(question: Asked<'discover'>): Partial<DiscoverAnswer>;
  deed(proposal: Proposal): Deed;
  validate(question: Asked<'validate'>): Partial<ValidateAnswer>;
  /** In place of the landing itself. */
  land(question: Asked<'land'>): LandAnswer | undefined;
  /** In place of taking the branch as it is. */
  base(proposal: Proposal): Applied | undefined;
  /** What others do to the branch before it is taken: goals by whether they are met. */
  meddle(proposal: Proposal): Tasks | undefined;
  /** How long everything takes, in minutes. */
  readonly minutes: number;
}

const QUIET: Script = {
  orient: {},
  halt: () => null,
  work: () => ({}),
  claim: () => ({ claimed: true }),
  generate: () => [],
  discover: () => ({}),
  deed: ({ turn }) => ({ kind: 'done', fixes: turn?.work?.goal === undefined ? [] : [turn.work.goal] }),
  validate: () => ({}),
  land: () => undefined,
  base: () => undefined,
  meddle: () => undefined,
  minutes: 0,
};

export interface World {
  readonly journal: Journal;
  /** The branch, as the goals that are met on it and all that was ever done. */
  tip: string;
  readonly ledger: CycleLine[];
  readonly closed: Asked<'close'>[];
  readonly teardowns: Asked<'teardown'>[];
  readonly questions: Question[];
  readonly consumed: Set<string>;
  /** Who has what. */
  readonly claims: Map<string, string>;
  readonly applied: string[];
  readonly evaluated: string[];
  readonly clock: { ms: number };
}

export const goal = (id: string, more: Partial<Goal> = {}): Goal => ({
  ...{ id, description: `about ${id}`, check: `check-${id}.sh`, weight: 5, type: 'health' as const },
  ...more,
});

export const item = (title: string, more: Partial<WorkItem> = {}): WorkItem => ({
  ...{ ref: `source_epic=e:item=${title}`, source: 'harvested' as const, target: title, title, description: '' },
  ...{ severity: 'medium' as const, about: [], blockers: [], ...more },
});

/** A file that says what holds in it. */
interface Content {
  readonly tasks: Tasks;
  readonly done: readonly string[];
}

const textOf = (content: Content): string => JSON.stringify(content);
function contentOf(text: string): Content {
  const { tasks, done } = JSON.parse(text);
  return { tasks, done };
}

export function worldOf(tasks: Tasks, settings: Partial<Ladder> = {}, adjustable: Partial<Adjustable> = {}): World {
  const clock = { ms: 1_000_000 };
  const journal = memoryJournal('r1', () => clock.ms);
  const given = configOf({}, { parallel: 1, ladder: { ...LADDER, ...settings }, ...adjustable });
  const config: RunConfig = { ...given, identity: { ...given.identity, strategy: 'ladder' } };
  const tip = textOf({ tasks, done: [] });
  const brief = { objective: '', boundaries: [], pointers: [] };
  const place = { batch: 0, ord: 0, home: TRUNK, operator: 'seed' as const, by: 'user', inspirations: [] };
  journal.append(() => [
    { type: 'opened', config, base: { commit: tip, tree: tip } },
    { type: 'proposed', proposal: { id: 'seed', ...place, parents: ['seed'], brief } },
    { type: 'applied', candidate: { id: 'seed', proposal: 'seed', parents: [], commit: tip, tree: tip, summary: '' } },
    { type: 'evaluated', candidate: 'seed', evaluation: scored(tasks) },
    { type: 'placed', proposal: 'seed', placement: { kind: 'kept', home: TRUNK, evicted: [] } },
  ]);
  const lists = { ledger: [], closed: [], teardowns: [], questions: [], applied: [], evaluated: [] };
  return { journal, tip, ...lists, consumed: new Set(), claims: new Map(), clock };
}

const scored = (tasks: Tasks): Evaluation => {
  const met = Object.values(tasks).filter((one) => one === 1).length;
  const samples = [Object.keys(tasks).length === 0 ? 0 : (100 * met) / Object.keys(tasks).length];
  const rest = { comparisons: [], metrics: {}, channel: 'number' as const, stages: [] };
  return { outcome: 'scored', epoch: 0, samples, tasks, ...rest };
};

/** Lanes that do what the script says, on a branch that outlives whoever drives. */
export function lanesOf(world: World, given: Partial<Script> = {}): Lanes {
  const script = { ...QUIET, ...given };
  const takeTime = () => {
    world.clock.ms += script.minutes * 60_000;
  };
  return {
    async apply(job) {
      takeTime();
      world.applied.push(job.proposal.id);
      return made(world, script, job);
    },
    async evaluate(job) {
      takeTime();
      world.evaluated.push(job.candidate.id);
      return measured(script, world.journal.view().entry(job.candidate.id)?.proposal, job);
    },
    async answer({ question, candidates }) {
      takeTime();
      world.questions.push(question);
      const [candidate, parent] = candidates.map(({ commit }) => commit);
      return { kind: 'answered', answer: answered(world, script, question, candidate ?? '', parent ?? '') };
    },
  };
}

function made(world: World, script: Script, { proposal, parents }: ApplyJob): Applied {
  const { turn } = proposal;
  if (turn?.kind === 'base') {
    const instead = script.base(proposal);
    if (instead !== undefined) return instead;
    const meddled = script.meddle(proposal);
    const { tasks, done } = contentOf(world.tip);
    if (meddled !== undefined && !done.includes(`others ${proposal.id}`))
      world.tip = textOf({ tasks: { ...tasks, ...meddled }, done: [...done, `others ${proposal.id}`] });
    return changed(world.tip);
  }
  const before = parents.map(({ commit }) => contentOf(commit));
  if (turn?.kind === 'wave') {
    const tasks = Object.assign({}, ...before.map((one) => one.tasks));
    for (const id of Object.keys(tasks)) if (before.some((one) => one.tasks[id] === 1)) tasks[id] = 1;
    return changed(textOf({ tasks, done: before.flatMap(({ done }) => done) }));
  }
  const [first] = before;
  if (first === undefined) throw new Error('no parent');
  if (turn?.kind === 'rebase') {
    const onto = contentOf(world.tip);
    return changed(textOf({ tasks: { ...onto.tasks, ...first.tasks }, done: [...onto.done, proposal.id] }));
  }
  const deed = script.deed(proposal);
  if (deed.kind === 'unchanged' || deed.kind === 'failed')
    return { kind: deed.kind, reason: `${deed.kind} by the author` };
  const tasks = { ...first.tasks };
  if (deed.kind === 'done') {
    for (const id of deed.fixes ?? []) tasks[id] = 1;
    for (const id of deed.breaks ?? []) tasks[id] = 0;
  }
  return changed(textOf({ tasks, done: [...first.done, proposal.id] }));
}

const changed = (commit: string): Applied => ({ kind: 'changed', commit, tree: commit, summary: '', refused: [] });

function measured(script: Script, proposal: Proposal | undefined, { candidate, turn }: EvaluateJob): Evaluation {
  const { tasks } = contentOf(candidate.commit);
  if (turn?.turn.kind === 'member') return scored({});
  const deed = turn?.turn.kind === 'work' && proposal !== undefined ? script.deed(proposal) : undefined;
  if (deed?.kind !== 'invalid') return scored(tasks);
  const stages = deed.stage === undefined ? [] : [{ stage: deed.stage, verdict: 'fail' as const, ms: 1, reason: '' }];
  return { outcome: 'invalid', epoch: 0, reason: deed.reason, tail: 'the end of it', stages };
}

function answered(world: World, script: Script, question: Question, candidate: string, parent: string): unknown {
  switch (question.of) {
    case 'orient':
      return { lastCycle: 0, released: [], warnings: [], ...script.orient };
    case 'halt':
      return { halt: script.halt(question.cycle) };
    case 'work':
      return waiting(script.work(question.cycle, question.pass, world), question.pass, candidate, world);
    case 'claim': {
      const answer = script.claim(question);
      if (answer.claimed) world.claims.set(question.work.ref, question.owner);
      return answer;
    }
    case 'generate': {
      const { generator } = question;
      return { generator, titles: script.generate(generator, question.cycle), skipped: [] } satisfies GenerateAnswer;
    }
    case 'discover': {
      const plan = { status: 'ready', plan: 'do it', criteria: [], files: [], parts: [], blockers: [], cited: [] };
      return { ...plan, premortem: { verdict: 'pass', risks: [] }, ...script.discover(question) };
    }
    case 'validate':
      return { verdict: 'pass', findings: [], followUps: [], learnings: [], ...script.validate(question) };
    case 'land':
      return script.land(question) ?? landing(world, question, candidate, parent);
    case 'close':
      close(world, question);
      return { closed: true, warnings: [], harvested: question.followUps.length };
    case 'teardown':
      world.teardowns.push(question);
      return { closed: true, warnings: [], harvested: 0 };
    default:
      throw new Error(`nobody is asked for ${question.of}`);
  }
}

function waiting(given: Partial<WorkAnswer>, pass: number, candidate: string, world: World): WorkAnswer {
  const goals = Object.keys(contentOf(candidate).tasks).map((id) => goal(id));
  const isLeft = ({ ref }: WorkItem): boolean => !world.consumed.has(ref);
  const empty = {
    ...{ pass, harvested: [], beads: [], learnings: [], warnings: [] },
    open: { high: 0, medium: 0, low: 0 },
  };
  const all = { ...empty, scope: { mutable: [], immutable: [] }, goals: { era: 'e', goals, directives: [] }, ...given };
  return { ...all, harvested: all.harvested.filter(isLeft), beads: all.beads.filter(isLeft) };
}

function landing(world: World, { line, key }: Asked<'land'>, candidate: string, parent: string): LandAnswer {
  const known = world.ledger.find(({ cycle }) => cycle === line.cycle);
  const canonical = `sha of ${key}`;
  if (known === undefined) {
    if (world.tip !== parent) return { kind: 'moved', tip: world.tip };
    const { tasks, done } = contentOf(candidate);
    world.tip = textOf({ tasks, done: [...done, `ledger ${line.cycle}`] });
    write(world, { ...line, canonicalSha: canonical });
  }
  return { kind: 'landed', canonical, log: `log of ${key}` };
}

/** As the ledger's own rules have it. */
function write({ ledger }: World, line: CycleLine): void {
  if (ledger.some((one) => JSON.stringify(one) === JSON.stringify(line))) return;
  const last = ledger.at(-1)?.cycle ?? line.cycle - 1;
  if (line.cycle !== last + 1) throw new Error(`cycle ${line.cycle} after ${last}`);
  const isProductive = ['improved', 'regressed', 'harvested'].includes(line.result);
  if (isProductive && (line.canonicalSha === undefined || line.goalsTotal === undefined)) throw new Error('not whole');
  if (line.result === 'improved' && line.cycleStartSha === undefined) throw new Error('no start');
  if (line.result === 'unchanged' && (line.target !== 'idle' || line.canonicalSha !== undefined))
    throw new Error('odd');
  ledger.push(line);
}

function close(world: World, question: Asked<'close'>): void {
  if (!world.closed.some(({ cycle }) => cycle === question.cycle)) world.closed.push(question);
  if (question.line !== undefined) write(world, question.line);
  for (const { work, fate } of question.settled) {
    world.claims.delete(work.ref);
    if (fate.kind === 'consumed') world.consumed.add(work.ref);
  }
}

/** Drives a session to its end. */
export function play(world: World, script: Partial<Script> = {}, journal = world.journal): Promise<Halt> {
  const { parallel } = world.journal.view().run()?.config.adjustable ?? { parallel: 1 };
  const given = { slots: 1, decide: () => undefined, now: () => world.clock.ms, backOffMs: [0], lookEveryMs: 1 };
  const strategy = ladder({ authors: [{ name: 'ann', agent: 'ann', weight: 1 }] });
  return drive(
    { journal, strategy, lanes: lanesOf(world, script), width: parallel, ...given },
    new AbortController().signal,
  );
}

export const endOf = ({ journal }: World) => journal.view().run()?.end;

/** What the ledger says, in short. */
export const told = ({ ledger }: World): readonly string[] =>
  ledger.map(({ cycle, target, result, attempted }) => `${cycle} ${attempted ?? target} ${result}`);
