import type { Refused } from '../domain/candidate.ts';
import type { Flag } from '../domain/evaluation.ts';
import type { Answered, Directions } from '../domain/lane.ts';
import type { AuditAnswer, Subject } from '../domain/round.ts';
import type { Workspace } from '../domain/workspace.ts';
import { fenced } from '../lib/quotation.ts';
import { flagsShown, patchShown, refusedShown } from './change.ts';
import { answered, consult, type Zod } from './consult.ts';
import type { Council } from './council.ts';
import { line, lineOf, shownOf } from './exhibit.ts';
import { page } from './page.ts';
import type { Trace } from './scan-parts.ts';

/** A change that was measured and is better than what it was made from. */
export interface Improver {
  readonly key: string;
  readonly subject: Subject;
  /** The whole change, against the parent. */
  readonly patch: string;
  readonly refused: readonly Refused[];
  readonly flags: readonly Flag[];
  /** What the attempt left: outcome and logs. */
  readonly files: readonly Trace[];
  /** What the held-out command says of the parent and of it. */
  readonly heldOut?: string;
  /** Its files in a folder, for those who work on files. */
  place(): Promise<Workspace & AsyncDisposable>;
  readonly directives?: Directions;
}

const FILE_BYTES = 12 * 1024;
const MOST_FILES = 8;
const MOST_REASONS = 6;

/** Whether an improvement is what it seems to be. What the verifier can't confirm is not. */
export async function auditBy(council: Council, improver: Improver, signal: AbortSignal): Promise<Answered> {
  const { key, subject, files, directives } = improver;
  const agent = council.ask('verifier', key);
  await using place = agent.works === 'files' ? await improver.place() : undefined;
  const heard = await consult(
    council,
    agent,
    {
      role: 'verifier',
      key,
      asked: 'audit',
      directives,
      text: page('audit-case', {
        subject: fenced(lineOf(subject)),
        patch: patchShown(improver.patch),
        refused: refusedShown(improver.refused),
        flags: flagsShown(improver.flags),
        heldOut: improver.heldOut === undefined ? '' : fenced(improver.heldOut),
        files: files
          .slice(0, MOST_FILES)
          .map(({ name, text }) => shownOf(name, text, FILE_BYTES))
          .join('\n\n'),
        place: place === undefined ? '' : 'yes',
      }),
      workspace: place,
      schema,
    },
    signal,
  );
  if (heard.kind === 'broken') return heard;
  if (heard.kind === 'silent') return verdict(false, [`the verifier could not confirm it: ${line(heard.reason)}`]);
  const { valid, reasons } = heard.answer;
  const said = reasons
    .map((one) => line(one))
    .filter((one) => one !== '')
    .slice(0, MOST_REASONS);
  return verdict(valid, valid || said.length > 0 ? said : ['the verifier said no and gave no reason']);
}

const verdict = (valid: boolean, reasons: readonly string[]): Answered =>
  answered({ valid, reasons } satisfies AuditAnswer);

const schema = (z: Zod) => z.object({ valid: z.boolean(), reasons: z.array(z.string()) });
