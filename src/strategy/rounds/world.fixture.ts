import { labConfig, measured, openLab } from '../../../test/fake/experiments.ts';
import type { Adjustable, Fixed } from '../../domain/config.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Event } from '../../domain/event.ts';
import { type AttemptEnd, COMMITTED, type GateResult } from '../../domain/experiment.ts';
import { DISCARDED } from '../../domain/experiment-fold.ts';
import type { Journal } from '../../domain/journal.ts';
import type { Question } from '../../domain/question.ts';
import type { Rng } from '../../domain/rng.ts';
import type { IdeateAnswer, ScanAnswer, Situation, WrittenBrief } from '../../domain/round.ts';
import type { Rounds } from '../../domain/rounds.ts';
import { ROUNDS } from '../../domain/rounds.ts';
import type { Ask } from '../../domain/strategy.ts';
import { UNVERIFIED } from '../../domain/verification.ts';
import type { Entry } from '../../domain/view.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { rounds } from './rounds.ts';

/** What an attempt at an experiment comes to. */
export type Fate =
  | {
      readonly kind: 'committed' | 'cheat' | 'worse';
      readonly score: number;
      readonly touched?: readonly string[];
      readonly tasks?: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'gated'; readonly score: number; readonly gates: readonly string[] }
  | { readonly kind: 'crash'; readonly tail?: string }
  | { readonly kind: 'aborted' | 'machine' }
  | { readonly kind: 'nothing' | 'unverified' };

export interface Script {
  scan(question: Extract<Question, { of: 'scan' }>): ScanAnswer;
  ideate(question: Extract<Question, { of: 'ideate' }>): IdeateAnswer;
  brief(situation: Situation): readonly WrittenBrief[];
  fate(entry: Entry, attempt: number, parent: number): Fate;
}

export const briefFrom = (parent: string, objective: string, more: Partial<WrittenBrief> = {}): WrittenBrief => ({
  objective,
  parent,
  boundaries: [],
  pointers: [],
  hard: false,
  ...more,
});

/** Nobody finds anything, one brief from the best, and nothing helps. */
export const IDLE: Script = {
  scan: () => ({ findings: [], unproven: 0 }),
  ideate: () => ({ ideas: [] }),
  brief: ({ parents, round }) => [briefFrom(parents[0]?.id ?? 'root', `idea of round ${round}`)],
  fate: () => ({ kind: 'worse', score: 0 }),
};

export interface World {
  readonly journal: Journal;
  readonly asks: Ask[];
  readonly questions: Question[];
}

export function worldOf(
  settings: Partial<Rounds> = {},
  { fixed, adjustable }: { fixed?: Partial<Fixed>; adjustable?: Partial<Adjustable> } = {},
  score = 10,
): World {
  let at = 0;
  const journal = memoryJournal('r1', () => ++at);
  openLab(journal, score, labConfig(fixed, { rounds: { ...ROUNDS, ...settings }, ...adjustable }));
  return { journal, asks: [], questions: [] };
}

export interface Playing {
  /** Which of what is under way ends next; the first when absent. */
  readonly random?: Rng;
  /** Experiments at once. */
  readonly width?: number;
  readonly now?: () => number;
  /** Ends when it returns true, before the next ask. */
  readonly until?: (world: World) => boolean;
}

const strategy = rounds({ authors: [{ name: 'ann', agent: 'ann', weight: 1 }], experts: [] });

/** Asks and does what is said, in any order that a loop might, until it ends. */
export function play(world: World, script: Partial<Script>, playing: Playing = {}): Ask {
  const { journal, asks, questions } = world;
  const told = { ...IDLE, ...script };
  const { random, width = 3, now = () => 1000, until = () => false } = playing;
  const open = new Map<string, Question>();
  for (let step = 0; step < 5000; step++) {
    if (until(world)) return { kind: 'wait' };
    const ask = strategy.ask(journal.view(), width, now());
    asks.push(ask);
    if (ask.kind === 'finish' || ask.kind === 'stop') {
      const { reason } = ask;
      const end: Event =
        ask.kind === 'finish'
          ? { type: 'finished', cause: ask.cause, reason }
          : { type: 'stopped', cause: ask.cause, reason };
      journal.append(() => [end]);
      return ask;
    }
    if (ask.kind === 'record') {
      if (ask.events.length + (ask.memos ?? []).length === 0) throw new Error('nothing to record');
      journal.append(() => [...ask.events, ...memos(ask)]);
      continue;
    }
    if (ask.kind === 'propose') {
      journal.append(() => [
        ...ask.proposals.map((proposal): Event => ({ type: 'proposed', proposal })),
        ...memos(ask),
      ]);
      continue;
    }
    if (ask.kind === 'gather')
      for (const question of ask.questions) {
        if (open.has(question.key)) continue;
        open.set(question.key, question);
        questions.push(question);
        journal.append((view) => (view.asked(question.key) ? [] : [{ type: 'asked', question }]));
      }
    const owed = owedIn(journal).slice(0, width);
    const all = [...open.keys(), ...owed.map(({ proposal }) => proposal.id)];
    if (all.length === 0) throw new Error(`it waits with nothing under way: ${JSON.stringify(ask)}`);
    const next = all[random === undefined ? 0 : random.int(all.length)] ?? '';
    const question = open.get(next);
    if (question === undefined) carryOut(journal, next, told);
    else {
      open.delete(next);
      journal.append(() => [{ type: 'answered', key: next, answer: answerTo(question, told) }]);
    }
  }
  throw new Error('it never ends');
}

const memos = (ask: { readonly memos?: readonly { key: string; value: unknown }[] }): readonly Event[] =>
  (ask.memos ?? []).map((memo) => ({ type: 'memo', ...memo }));

const owedIn = (journal: Journal): readonly Entry[] =>
  journal
    .view()
    .experiments('pending', 1000)
    .filter(({ proposal }) => proposal.hand !== true)
    .toSorted((a, b) => a.proposal.batch - b.proposal.batch || a.proposal.ord - b.proposal.ord);

function answerTo(question: Question, script: Script): unknown {
  switch (question.of) {
    case 'hints':
      return { hints: [], until: question.after };
    case 'scan':
      return script.scan(question);
    case 'ideate':
      return script.ideate(question);
    case 'brief':
      return { briefs: script.brief(question.situation) };
    default:
      return { samples: [[1], [1]] };
  }
}

/** One attempt, as the loop records it. */
function carryOut(journal: Journal, id: string, script: Script): void {
  journal.append((view) => {
    const entry = view.entry(id);
    if (entry?.experiment === undefined) throw new Error(`no experiment ${id}`);
    const parent = view.entry(entry.proposal.parents[0]);
    const against = parent?.evaluation?.outcome === 'scored' ? (parent.evaluation.samples[0] ?? 0) : 0;
    const attempt = entry.experiment.attempt + 1;
    return eventsOf(id, attempt, script.fate(entry, attempt, against), view.run()?.epoch ?? 0, entry);
  });
}

function eventsOf(id: string, attempt: number, fate: Fate, epoch: number, entry: Entry): readonly Event[] {
  const refused: Event = { type: 'placed', proposal: id, placement: { kind: 'refused', reason: DISCARDED } };
  if (fate.kind === 'nothing') return [{ type: 'discarded', experiment: id, reason: 'nothing was changed' }, refused];
  if (fate.kind === 'unverified')
    return [{ type: 'discarded', experiment: id, reason: `${UNVERIFIED}: it edits the benchmark` }, refused];
  const touched = 'touched' in fate && fate.touched !== undefined ? { touched: fate.touched } : {};
  const hash = `${id} ${attempt}`;
  const candidate = {
    id,
    proposal: id,
    parents: entry.proposal.parents,
    commit: hash,
    tree: hash,
    summary: '',
    ...touched,
  };
  const applied: Event = { type: 'applied', candidate, attempt };
  const evaluated = (evaluation: Evaluation): Event => ({ type: 'evaluated', candidate: id, evaluation });
  const concluded = (end: Omit<AttemptEnd, 'endedAt'>): Event => ({ type: 'concluded', experiment: id, attempt, end });
  const laid: Event = { type: 'placed', proposal: id, placement: { kind: 'refused', reason: 'not better' } };
  switch (fate.kind) {
    case 'committed':
    case 'cheat':
      return [
        applied,
        evaluated(measured(fate.score, epoch, fate.tasks)),
        concluded({ outcome: 'committed', score: fate.score, gates: [] }),
        ...(fate.kind === 'cheat'
          ? [{ type: 'pruned', experiment: id, kind: 'invalid', reason: 'it reads the answers' } as const]
          : []),
        { type: 'placed', proposal: id, placement: { kind: 'kept', home: COMMITTED, evicted: [] } },
      ];
    case 'worse':
      return [
        applied,
        evaluated(measured(fate.score, epoch, fate.tasks)),
        concluded({ outcome: 'evaluated', reason: 'not better', score: fate.score, gates: [] }),
        laid,
      ];
    case 'gated': {
      const gates = fate.gates.map((name): GateResult => ({ name, from: 'config', phase: 'post', passed: false }));
      const reason = `gates ${fate.gates.join(', ')} failed`;
      const end = { outcome: 'evaluated' as const, reason, score: fate.score, gates };
      return [applied, evaluated({ outcome: 'invalid', epoch, reason, stages: [] }), concluded(end), laid];
    }
    case 'crash': {
      const tail = fate.tail ?? 'Error: boom';
      const end = { outcome: 'failed' as const, cause: 'candidate' as const, reason: 'exit 1', score: null, gates: [] };
      return [
        applied,
        evaluated({ outcome: 'invalid', epoch, reason: 'exit 1', tail, stages: [] }),
        concluded(end),
        laid,
      ];
    }
    case 'aborted':
    case 'machine':
      return [applied, concluded({ outcome: 'failed', cause: fate.kind, reason: fate.kind, score: null, gates: [] })];
  }
}

/** What a run has come to, without when. */
export function treeOf({ journal }: World): unknown {
  return journal
    .view()
    .entriesAfter(-1, 0, 10_000)
    .map(({ proposal: { id, parents, by }, experiment, evaluation }) => ({
      id,
      parents,
      by,
      status: experiment?.status,
      reason: experiment?.laid?.reason,
      attempt: experiment?.attempt,
      score: evaluation?.outcome === 'scored' ? evaluation.samples[0] : null,
    }));
}
