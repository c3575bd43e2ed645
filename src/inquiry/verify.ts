import type { Refused } from '../domain/candidate.ts';
import type { Flag } from '../domain/evaluation.ts';
import type { Directions } from '../domain/lane.ts';
import type { Verified } from '../domain/verification.ts';
import type { Workspace } from '../domain/workspace.ts';
import { bullets, fenced } from '../lib/quotation.ts';
import { flagsShown, patchShown, refusedShown } from './change.ts';
import { consult, type Zod } from './consult.ts';
import type { Council } from './council.ts';
import { line } from './exhibit.ts';
import { page } from './page.ts';

/** A change that is verified before it is measured. */
export interface Unverified {
  /** Of the call: `r1-l0-d0/verify/1`. */
  readonly key: string;
  /** What was asked for. */
  readonly objective: string;
  readonly boundaries: readonly string[];
  /** The whole change, against the parent. */
  readonly patch: string;
  /** Edits outside the scope, which were left out. */
  readonly refused: readonly Refused[];
  /** Lines that code has found suspicious, and found tolerable. */
  readonly flags: readonly Flag[];
  /** Where the files can be read, for those who work on files. */
  readonly workspace?: Workspace;
  readonly directives?: Directions;
}

const MOST_FINDINGS = 8;
const MOST_BOUNDARIES = 12;

/** Asks the verifier. What it can't confirm has not passed. */
export async function verifyBy(council: Council, change: Unverified, signal: AbortSignal): Promise<Verified> {
  const { key, objective, boundaries, workspace, directives } = change;
  const agent = council.ask('verifier', key);
  const inPlace = agent.works === 'files' && workspace !== undefined;
  const text = page('verify-case', {
    objective: fenced(line(objective, 1000)),
    boundaries: boundaries.length === 0 ? '' : fenced(bullets(boundaries, MOST_BOUNDARIES, 400)),
    patch: patchShown(change.patch),
    refused: refusedShown(change.refused),
    flags: flagsShown(change.flags),
    place: inPlace ? 'yes' : '',
  });
  const call = { role: 'verifier', key, asked: 'verify', directives, text, workspace, schema } as const;
  const heard = await consult(council, agent, call, signal);
  switch (heard.kind) {
    case 'broken':
      return heard.spent === true ? { kind: 'spent', reason: heard.reason } : heard;
    case 'silent':
      return { kind: 'failed', findings: [`the verifier could not confirm it: ${line(heard.reason)}`] };
    case 'answered': {
      if (heard.answer.pass) return { kind: 'passed' };
      const findings = heard.answer.findings.map((one) => line(one)).filter((one) => one !== '');
      return {
        kind: 'failed',
        findings:
          findings.length === 0 ? ['the verifier said no and gave no reason'] : findings.slice(0, MOST_FINDINGS),
      };
    }
  }
}

const schema = (z: Zod) => z.object({ pass: z.boolean(), findings: z.array(z.string()) });
