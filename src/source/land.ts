import type { CycleLine, LandAnswer } from '../domain/cycle.ts';
import type { Version } from '../domain/lane.ts';
import type { Question } from '../domain/question.ts';
import { boundary } from '../lib/seam.ts';
import { UserError } from '../lib/user-error.ts';
import { landOnTrunk, type TrunkWork } from '../workspace/workspace.ts';
import type { Desk } from './desk.ts';
import { alone, LEDGER, put, textIn } from './files.ts';
import { newBaselines } from './fitness/landing.ts';
import { joinLedgers } from './ledger/join.ts';
import { ledgerIn, ledgerWith } from './ledger/ledger.ts';
import { admit } from './ledger/rules.ts';
import { pushTrunk } from './push.ts';

export type LandQuestion = Extract<Question, { readonly of: 'land' }>;

interface Versions {
  readonly candidate: Version;
  readonly base: Version;
}

/**
 * Brings a candidate and the ledger with its line to the branch; baselines that are new go along.
 * Contract: done twice it is done once, wherever it was killed: what has landed is known by its line in the branch's ledger, and the
 * user's own ledger gets it afterwards.
 */
export async function land(
  desk: Desk,
  question: LandQuestion,
  versions: Versions,
  signal: AbortSignal,
): Promise<LandAnswer> {
  const { repository, root } = desk;
  const answer = await landOnTrunk(repository, workOf(desk, question, versions), signal);
  if (answer.kind !== 'landed') return answer;
  boundary();
  const landed = (await repository.read(answer.log, LEDGER))?.toString('utf8') ?? '';
  await alone(root, signal, () => put(root, LEDGER, joinLedgers(textIn(root, LEDGER) ?? '', landed)));
  boundary();
  const warning = question.push ? await pushTrunk(desk, signal) : undefined;
  return { ...answer, ...(warning === undefined ? {} : { warning }) };
}

function workOf(desk: Desk, { line, subject }: LandQuestion, { candidate, base }: Versions): TrunkWork {
  const { repository, root, ladder } = desk;
  return {
    trunk: ladder,
    base,
    candidate,
    message: subject.trim() === '' ? `evolve: ${line.target}` : subject,
    at: Date.parse(line.timestamp) || desk.now(),
    ledger: LEDGER,
    landed: (ledger) => ledgerIn(ledger.toString('utf8')).lines.find((one) => isSame(one, line))?.canonicalSha,
    async log({ work, start }) {
      const changed = async () => (await repository.changes(start, candidate.tree)).map(({ path }) => path);
      const facts = { resolves: async () => true, changed };
      const whole = await admit({ ...line, cycleStartSha: start, canonicalSha: work }, facts);
      if (whole.result !== line.result) throw new UserError(`Nothing lands: ${whole.reason ?? 'nothing has changed'}.`);
      const before = (await repository.read(start, LEDGER))?.toString('utf8') ?? '';
      const text = joinLedgers(textIn(root, LEDGER) ?? '', before);
      const files = await newBaselines(root, (path) => repository.read(start, path));
      return { message: messageOf(line), files: new Map([...files, [LEDGER, Buffer.from(nextOf(text, whole))]]) };
    },
  };
}

/** The ledger with one more line. A ledger that has gone on is the user's to look at. */
function nextOf(text: string, line: CycleLine): string {
  const { lastCycle } = ledgerIn(text);
  if (line.cycle === lastCycle + 1) return ledgerWith(text, line);
  throw new UserError(
    `The ledger is at cycle ${lastCycle}, so cycle ${line.cycle} can't follow: somebody else has landed cycles, begin a new session.`,
  );
}

type Known = Pick<CycleLine, 'cycle' | 'target' | 'timestamp'>;

const isSame = (a: Known, b: Known): boolean =>
  a.cycle === b.cycle && a.target === b.target && a.timestamp === b.timestamp;

const messageOf = ({ cycle, target, result }: CycleLine): string =>
  `evolve: cycle ${cycle} -- ${target.replace(/\s+/g, ' ')} ${result}`;
