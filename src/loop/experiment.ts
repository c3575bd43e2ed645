import { authorNow } from '../domain/author.ts';
import type { Candidate } from '../domain/candidate.ts';
import { discarding, voidOf } from '../domain/conclusion.ts';
import type { Event } from '../domain/event.ts';
import type { Applied, ApplyJob } from '../domain/lane.ts';
import { isUnverified } from '../domain/verification.ts';
import type { Entry, View } from '../domain/view.ts';
import { boundary } from '../lib/seam.ts';
import { attempt, giveUp } from './attempt.ts';
import { acknowledgements, timesAsked } from './directives.ts';
import { dossierOf } from './dossier.ts';
import type { Driving, Experimental } from './loop.ts';
import { type Machine, MachineFailure, Unpaid } from './machine.ts';
import { trialOf } from './trial.ts';
import { needEntry, versionOf } from './work.ts';

/**
 * Takes one experiment of the driver from where the journal says it is to its end. `unpaid`: it is left as it is, since the budget
 * has no room for what comes next.
 * Contract: nobody else works on it meanwhile. May be killed anywhere and called again. Rejects with `MachineFailure` where the
 * machine keeps failing, and with the signal's reason when aborted; it is left as it is then, too.
 */
export async function carryOut(
  id: string,
  driving: Driving,
  machine: Machine,
  signal: AbortSignal,
): Promise<'done' | 'unpaid'> {
  const experiments = needExperiments(driving);
  const claim = await experiments.claim(id, signal);
  try {
    if (await cameTooLate(id, driving, experiments, machine)) return 'done';
    const { journal } = driving;
    if (statusIn(journal.view(), id) === 'pending') await make(id, driving, machine, signal);
    else await beginAgain(id, driving, machine);
    boundary();
    if (statusIn(journal.view(), id) !== 'active') return 'done';
    await patiently(machine, `writing down ${id}`, () => experiments.begin(id));
    boundary();
    const write: Experimental['write'] = (...what) =>
      patiently(machine, `writing down ${id}`, async () => await experiments.write(...what));
    const { end } = await attempt({ ...driving, write }, id, signal);
    if (end?.cause === 'machine') throw new MachineFailure(end.reason ?? 'the machine failed');
    return 'done';
  } catch (error) {
    if (!(error instanceof Unpaid)) throw error;
    await machine.append(() => [{ type: 'infra', reason: error.message, spent: true }]);
    return 'unpaid';
  } finally {
    claim.release();
  }
}

/** A full disk is no reason to end a run: it is waited for. */
async function patiently(machine: Machine, what: string, work: () => Promise<void>): Promise<void> {
  await machine.persist(what, async () => {
    try {
      await work();
      return { kind: 'done' as const };
    } catch (error) {
      return { kind: 'broken' as const, reason: error instanceof Error ? error.message : String(error) };
    }
  });
}

/** Whether a driver still has to do something about it; what people make is theirs, and what was ended is for the strategy. */
export function isOwed(view: View, { proposal, placement, experiment }: Entry): boolean {
  if (proposal.hand === true || placement !== undefined || experiment === undefined) return false;
  if (experiment.status === 'pending' || experiment.status === 'active') return true;
  return experiment.status === 'failed' && hasFailedByMachine(view, proposal.id);
}

const hasFailedByMachine = (view: View, id: string): boolean => view.attempts(id).at(-1)?.end?.cause === 'machine';

/** Gives up what may not be begun any more, or would come to nothing. What is measured already is brought to its end. */
async function cameTooLate(
  id: string,
  { journal, strategy, now }: Driving,
  { write }: Experimental,
  machine: Machine,
): Promise<boolean> {
  const view = journal.view();
  const entry = needEntry(view, id);
  if (!isOwed(view, entry)) return true;
  if (entry.evaluation !== undefined && entry.evaluation.outcome !== 'broken') return false;
  const isPending = entry.experiment?.status === 'pending';
  const reason = (isPending ? voidOf(view, entry) : undefined) ?? strategy.tooLate(view, now(), id);
  if (reason === undefined) return false;
  if (entry.experiment?.status === 'active') await giveUp({ journal, write }, id, reason);
  await machine.append((after) => discarding(needEntry(after, id), reason));
  return true;
}

/** What the machine has failed is measured with the same files, as another attempt. */
async function beginAgain(id: string, { journal }: Driving, machine: Machine): Promise<void> {
  if (statusIn(journal.view(), id) !== 'failed') return;
  await machine.append((now) => {
    const { candidate, experiment, proposal } = needEntry(now, id);
    if (candidate === undefined || experiment?.status !== 'failed' || !hasFailedByMachine(now, proposal.id)) return [];
    const rescore = now.attempts(id).at(-1)?.rescore === true ? { rescore: true as const } : {};
    return [{ type: 'applied', candidate, attempt: experiment.attempt + 1, ...rescore }];
  });
}

/** Lets its author make the change; what comes to nothing is discarded. */
async function make(id: string, driving: Driving, machine: Machine, signal: AbortSignal): Promise<void> {
  const job = jobOf(driving.journal.view(), id);
  const asked = timesAsked(driving.journal.view(), id);
  const applied = await machine.persist(`making ${id}`, () => driving.lanes.apply(job, signal));
  boundary();
  // Whoever is asked next is told as well, so nothing is lost where it can't be written down now.
  machine.appendNow((now) =>
    timesAsked(now, id) > asked
      ? acknowledgements(now, job.dossier.directives, `author ${job.proposal.by} of ${id}`)
      : [],
  );
  await machine.append((now) => {
    const entry = needEntry(now, id);
    return entry.experiment?.status === 'pending' ? eventsOf(now, entry, applied) : [];
  });
  // An empty purse says nothing about who was to make it, nor does a change that nobody approves of.
  const isTelling = applied.kind !== 'spent' && !(applied.kind === 'failed' && isUnverified(applied.reason));
  if (isTelling) machine.note(applied.kind === 'failed' ? applied.reason : undefined);
}

function jobOf(view: View, id: string): ApplyJob {
  const entry = needEntry(view, id);
  const { proposal } = entry;
  const run = view.run();
  if (run === undefined) throw new Error('the run is not open');
  const by = authorNow(proposal, run.config);
  const trial = trialOf(view, entry, by);
  return {
    proposal: { ...proposal, by },
    parents: [versionOf(view, proposal.parents[0])],
    attempt: 0,
    trial,
    ...dossierOf(view, proposal),
  };
}

function eventsOf(view: View, entry: Entry, applied: Exclude<Applied, { kind: 'broken' }>): readonly Event[] {
  if (applied.kind !== 'changed') return discarding(entry, applied.reason, applied.kind === 'spent');
  const { proposal, experiment } = entry;
  // What was measured and not better is not measured again until it gets lucky.
  const before = view
    .attempts(proposal.id)
    .findLast(({ tree, end, epoch }) => tree === applied.tree && end !== undefined && epoch === view.run()?.epoch);
  if (before !== undefined)
    return discarding(entry, `the files are those of attempt ${before.attempt}, which was ${before.end?.reason ?? ''}`);
  return [{ type: 'applied', candidate: candidateOf(entry, applied), attempt: (experiment?.attempt ?? 0) + 1 }];
}

function candidateOf({ proposal }: Entry, applied: Extract<Applied, { kind: 'changed' }>): Candidate {
  const { commit, tree, summary, form, traits, refused, touched } = applied;
  return {
    id: proposal.id,
    proposal: proposal.id,
    parents: proposal.parents,
    commit,
    tree,
    summary,
    ...(form === undefined ? {} : { form }),
    ...(traits === undefined ? {} : { traits }),
    ...(refused.length === 0 ? {} : { refused }),
    ...(touched === undefined ? {} : { touched }),
  };
}

const statusIn = (view: View, id: string) => needEntry(view, id).experiment?.status;

function needExperiments({ experiments }: Driving): Experimental {
  if (experiments === undefined) throw new Error('a run of experiments needs claims');
  return experiments;
}
