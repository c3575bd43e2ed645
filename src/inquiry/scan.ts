import type { Answered, Directions } from '../domain/lane.ts';
import type { Finding, ScanAnswer } from '../domain/round.ts';
import type { Workspace } from '../domain/workspace.ts';
import { answered, consult, type Heard, type Outcome, type Zod } from './consult.ts';
import type { Council } from './council.ts';
import { proven } from './evidence.ts';
import { page } from './page.ts';
import { type Attempted, type ScanPart, scanParts } from './scan-parts.ts';

export interface Scanning {
  readonly key: string;
  readonly batch: readonly Attempted[];
  /** An empty place for one that works on files: what it is shown is all there is. */
  desk(): Workspace & Disposable;
  readonly directives?: Directions;
}

/**
 * What experiments have in common, as scanners read it in their files. A batch that is too heavy for one call is split.
 * Contract: rejects only when aborted, after all calls have ended. No finding without a quote that stands in the files.
 */
export async function scanBy(council: Council, scanning: Scanning, signal: AbortSignal): Promise<Answered> {
  if (scanning.batch.every(({ files }) => files.length === 0))
    return answered({
      findings: [],
      unproven: 0,
      failed: 'the attempts have left nothing to read',
    } satisfies ScanAnswer);
  const parts = scanParts(scanning.batch, council.scanBytes);
  const settled = await Promise.allSettled(
    parts.map((part, index) => readBy(council, scanning, part, keyOf(scanning.key, index, parts.length), signal)),
  );
  const heard = settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  const outcomes = heard.filter((one): one is Outcome => one.kind === 'broken');
  const worst = outcomes.find(({ spent }) => spent === undefined) ?? outcomes[0];
  if (worst !== undefined) return worst;
  const found = heard.flatMap((one, index) =>
    one.kind === 'answered' ? [proven(one.answer, parts[index]?.shown ?? new Map())] : [],
  );
  const findings = found.flatMap((one) => one.findings);
  const unproven = found.reduce((sum, one) => sum + one.unproven, 0);
  const silent = heard.find((one) => one.kind === 'silent');
  const failed = findings.length === 0 && silent?.kind === 'silent' ? { failed: silent.reason } : {};
  return answered({ findings, unproven, ...failed } satisfies ScanAnswer);
}

/** `KEY`, or of a batch that was split `KEY/a`, `KEY/b`, and after `z` with a number. */
const keyOf = (key: string, index: number, count: number): string => {
  if (count === 1) return key;
  const [letter, turn] = [String.fromCharCode(97 + (index % 26)), Math.floor(index / 26)];
  return `${key}/${letter}${turn === 0 ? '' : turn + 1}`;
};

async function readBy(
  council: Council,
  { desk, directives }: Scanning,
  { text }: ScanPart,
  key: string,
  signal: AbortSignal,
): Promise<Heard<readonly Finding[]>> {
  const agent = council.ask('scanner', key);
  using place = agent.works === 'files' ? desk() : undefined;
  const heard = await consult(
    council,
    agent,
    {
      role: 'scanner',
      key,
      asked: 'scan',
      directives,
      text: page('scan-files', { files: text }),
      workspace: place,
      schema,
    },
    signal,
  );
  return heard.kind === 'answered' ? { kind: 'answered', answer: heard.answer.findings } : heard;
}

const schema = (z: Zod) =>
  z.object({
    findings: z.array(
      z.object({ description: z.string(), experiments: z.array(z.string()), evidence: z.array(z.string()) }),
    ),
  });
