import type { Answered, AnswerJob, Version } from '../domain/lane.ts';
import type { Source } from '../domain/operator.ts';
import { isSideBySideAnswer } from '../domain/question.ts';
import { flagsOf } from '../evaluation/evaluation.ts';
import { auditBy, briefBy, type Council, ideateBy, scanBy } from '../inquiry/inquiry.ts';
import { formatScore } from '../lib/format.ts';
import { leftIn, tracesIn } from './attempt-files.ts';
import type { HeldOutLane } from './held-out.ts';
import type { LocalOptions } from './local.ts';
import { deskFor, openReading } from './reading.ts';

/** What of a lane answers need. */
export interface Sources {
  /** Takes away what a killed driver has left, once. */
  emptied(): void;
  sourceIn(versions: readonly Version[]): Promise<Source>;
  readonly heldOut: HeldOutLane | undefined;
}

/** Has a question answered by those who think. Contract: as of a lane. */
export async function ponder(
  options: LocalOptions,
  { question, candidates, directives, measured }: AnswerJob,
  sources: Sources,
  signal: AbortSignal,
): Promise<Answered> {
  const { council, attempt } = options;
  if (council === undefined || attempt === undefined) throw new Error(`nobody is there to ask: ${question.of}`);
  sources.emptied();
  const { key } = question;
  const told = directives === undefined ? {} : { directives };
  switch (question.of) {
    case 'scan': {
      const batch = question.subjects.map((subject) => ({
        subject,
        // The root was measured before there were attempts, and lies where the first would.
        files: tracesIn(attempt(subject.id, Math.max(1, subject.attempt))),
      }));
      return scanBy(council, { key, batch, desk: () => deskFor(options), ...told }, signal);
    }
    case 'ideate':
    case 'brief': {
      const { situation } = question;
      const best = only(candidates);
      const place = () => openReading(options, key, best);
      const thinking = { key, situation, best: best.id, code: await sources.sourceIn([best]), place, ...told };
      return question.of === 'brief'
        ? briefBy(council, thinking, signal)
        : ideateBy(council, { ...thinking, ideator: question.ideator }, signal);
    }
    case 'audit':
      return audit(
        options,
        council,
        { question, candidates, ...told, ...(measured === undefined ? {} : { measured }) },
        sources,
        signal,
      );
    default:
      throw new Error(`not for those who think: ${question.of}`);
  }
}

async function audit(
  options: LocalOptions,
  council: Council,
  { question, candidates, directives, measured }: AnswerJob,
  { heldOut }: Sources,
  signal: AbortSignal,
): Promise<Answered> {
  if (question.of !== 'audit') throw new Error(`no audit: ${question.key}`);
  const [candidate, parent] = candidates;
  if (candidate === undefined || parent === undefined) throw new Error(`${question.key} names no candidate`);
  const { plan, attempt } = options;
  const held = heldOut === undefined ? undefined : await besides(heldOut, [parent, candidate], signal);
  if (held?.kind === 'broken') return held;
  const left = attempt === undefined ? [] : leftIn(attempt(question.candidate, question.attempt));
  const outcome =
    measured === undefined ? [] : [{ name: 'outcome', text: JSON.stringify(measured.evaluation, null, 1) }];
  const flags = plan.audit === undefined ? [] : await flagsOf(await plan.audit.changed(candidate), plan.audit);
  return auditBy(
    council,
    {
      key: question.key,
      subject: question.subject,
      patch: await patchOf(options, parent, candidate),
      refused: measured?.refused ?? [],
      flags,
      files: [...outcome, ...left],
      ...(held === undefined ? {} : { heldOut: held.text }),
      place: () => openReading(options, question.key, candidate),
      ...(directives === undefined ? {} : { directives }),
    },
    signal,
  );
}

/** What the held-out command says of both, once each: a gain that is real shows there, too. */
async function besides(
  heldOut: HeldOutLane,
  versions: readonly Version[],
  signal: AbortSignal,
): Promise<{ readonly kind: 'measured'; readonly text: string } | Extract<Answered, { readonly kind: 'broken' }>> {
  const lines: string[] = [];
  for (const candidate of versions) {
    const said = await heldOut.answer({ candidate, attempt: 1 }, 1, signal);
    if (said.kind === 'broken') return said;
    const answer = isSideBySideAnswer(said.answer) ? said.answer : undefined;
    lines.push(`${candidate.id}: ${answer?.failed ?? formatScore(answer?.samples[0]?.[0] ?? null)}`);
  }
  return { kind: 'measured', text: lines.join('\n') };
}

/** Only what is in scope: the two may have been made from different bases. */
async function patchOf({ repository, scope }: LocalOptions, before: Version, after: Version): Promise<string> {
  const changes = await repository.changes(before.tree, after.tree);
  const paths = changes.map(({ path }) => path).filter((path) => scope.has(path));
  return paths.length === 0 ? '' : (await repository.diff(before.commit, after.commit, paths)).toString('utf8');
}

function only([version]: readonly Version[]): Version {
  if (version === undefined) throw new Error('no candidate to read');
  return version;
}
