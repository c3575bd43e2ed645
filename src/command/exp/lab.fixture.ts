import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configOf } from '../../../test/fake/config.ts';
import { contextIn } from '../../../test/fake/context.ts';
import { scored } from '../../../test/fake/scored.ts';
import type { Adjustable, Fixed, RunConfig } from '../../domain/config.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Event } from '../../domain/event.ts';
import { type AttemptEnd, COMMITTED } from '../../domain/experiment.ts';
import { DISCARDED } from '../../domain/experiment-fold.ts';
import type { Journal } from '../../domain/journal.ts';
import { openStore } from '../../journal/journal.ts';
import { parseOptions } from '../option.ts';
import { COMMANDS } from '../registry.ts';

const BRIEF = { boundaries: [], pointers: [] };

export function labConfig(fixed: Partial<Fixed> = {}, adjustable: Partial<Adjustable> = {}): RunConfig {
  const config = configOf(fixed, adjustable);
  return { ...config, identity: { ...config.identity, strategy: 'rounds' } };
}

/** Opens a run of experiments whose root has a score. */
export function openTree(journal: Journal, score: number, config = labConfig()): void {
  const base = { commit: 'base', tree: 'base' };
  const place = { batch: 0, ord: 0, home: COMMITTED, operator: 'seed' as const, by: 'user' };
  journal.append(() => [
    { type: 'opened', config, base },
    {
      type: 'proposed',
      proposal: { id: 'root', ...place, parents: ['root'], inspirations: [], brief: { ...BRIEF, objective: '' } },
    },
    { type: 'applied', candidate: { id: 'root', proposal: 'root', parents: [], ...base, summary: '' } },
    { type: 'evaluated', candidate: 'root', evaluation: { ...scored(score), epoch: 1 } },
    { type: 'placed', proposal: 'root', placement: { kind: 'kept', home: COMMITTED, evicted: [] } },
  ]);
}

/** A new experiment; its id. */
export function begin(journal: Journal, parent: string, hypothesis: string): string {
  let id = '';
  journal.append((view) => {
    id = `exp_${String(view.counts().proposed + 1).padStart(4, '0')}`;
    const place = { batch: (view.run()?.batch ?? 0) + 1, ord: 0, home: COMMITTED, by: 'hand', hand: true as const };
    const brief = { ...BRIEF, objective: hypothesis };
    return [
      { type: 'proposed', proposal: { id, ...place, operator: 'brief', parents: [parent], inspirations: [], brief } },
    ];
  });
  return id;
}

/** An attempt that is begun and goes on. */
export function attempting(journal: Journal, id: string, rescore = false): number {
  const entry = journal.view().entry(id);
  const attempt = (entry?.experiment?.attempt ?? 0) + 1;
  const commit = rescore ? (entry?.candidate?.commit ?? '') : `${id}-${attempt}`;
  const parents = id === 'root' ? [] : [entry?.proposal.parents[0] ?? 'root'];
  const summary = entry?.proposal.brief.objective ?? '';
  const candidate = { id, proposal: id, parents, commit, tree: commit, summary };
  journal.append(() => [{ type: 'applied', candidate, attempt, ...(rescore ? { rescore: true as const } : {}) }]);
  return attempt;
}

interface Ending extends Partial<Omit<AttemptEnd, 'endedAt' | 'outcome'>> {
  readonly outcome: AttemptEnd['outcome'];
  readonly evaluation?: Evaluation;
  readonly rescore?: boolean;
}

/** A whole attempt. */
export function attempted(journal: Journal, id: string, { evaluation, rescore = false, ...end }: Ending): void {
  const attempt = attempting(journal, id, rescore);
  const epoch = journal.view().run()?.epoch ?? 0;
  const { score = null, outcome, reason = 'not better' } = end;
  const measured: Evaluation =
    evaluation ?? (score === null ? { outcome: 'invalid', epoch, reason, stages: [] } : { ...scored(score), epoch });
  const placement: Extract<Event, { type: 'placed' }>['placement'] =
    outcome === 'committed' ? { kind: 'kept', home: COMMITTED, evicted: [] } : { kind: 'refused', reason };
  journal.append(() => [
    { type: 'evaluated', candidate: id, evaluation: measured },
    { type: 'concluded', experiment: id, attempt, end: { gates: [], ...end, score } },
    { type: 'placed', proposal: id, placement },
  ]);
}

/** One that is committed with this score; its id. */
export function committed(journal: Journal, parent: string, hypothesis: string, score: number): string {
  const id = begin(journal, parent, hypothesis);
  attempted(journal, id, { outcome: 'committed', score });
  return id;
}

/** One that nobody wants any more; its id. */
export function discarded(journal: Journal, parent: string, hypothesis: string, reason: string): string {
  const id = begin(journal, parent, hypothesis);
  journal.append(() => [
    { type: 'discarded', experiment: id, reason },
    { type: 'placed', proposal: id, placement: { kind: 'refused', reason: DISCARDED } },
  ]);
  return id;
}

export interface World {
  readonly cwd: string;
  readonly stateDir: string;
  readonly journal: Journal;
  /** A verb's text, as on a terminal of 100 columns, with no times in it; `input` is piped in. */
  said(verb: string, raw?: Readonly<Record<string, unknown>>, input?: string): Promise<string>;
  /** What it prints with `--json`. */
  json(verb: string, raw?: Readonly<Record<string, unknown>>, input?: string): Promise<unknown>;
  end(): void;
}

/** A folder with a run of experiments. */
export function labIn(score = 10, config = labConfig()): World {
  const cwd = mkdtempSync(join(tmpdir(), 'galapagos-lab-'));
  const stateDir = join(cwd, '.evolve');
  mkdirSync(join(cwd, '.git'));
  let now = 0;
  const store = openStore(stateDir, () => now++);
  const journal = store.journal('r1');
  openTree(journal, score, config);
  const call = async (verb: string, raw: Readonly<Record<string, unknown>>, input?: string) => {
    const command = await COMMANDS.find(({ name }) => name === verb)?.load();
    if (command === undefined) throw new Error(`there is no verb ${verb}`);
    const context = contextIn(cwd, input);
    return { command, context, result: await command.run(parseOptions(command.options, raw), context) };
  };
  return {
    cwd,
    stateDir,
    journal,
    async said(verb, raw = {}, input) {
      const { command, context, result } = await call(verb, raw, input);
      return String(command.text?.(result, context) ?? '').replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'WHEN');
    },
    async json(verb, raw = {}, input) {
      const { command, result } = await call(verb, raw, input);
      return JSON.parse(JSON.stringify(command.document === undefined ? result : command.document(result)));
    },
    end() {
      store.close();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}
