import { formatNumber, formatScore, plural } from '../../../lib/format.ts';
import { fitted } from '../../../lib/table.ts';
import { advise, fooledBy, forgedBy, ignores } from './advice.ts';
import { type Findings, kills, ofKind, type Tried, withVerdict } from './case.ts';

/** What `--json` shows. */
export interface HarnessReport {
  readonly fitness: string;
  readonly baseline: number;
  readonly noisy: boolean;
  /** Whether a run would start. */
  readonly ok: boolean;
  readonly cases: readonly Tried[];
  /** Ids of cases that do nothing and score better than the unchanged code. */
  readonly rewarded: readonly string[];
  /** Ids of cases that gave themselves a score. */
  readonly forged: readonly string[];
  readonly mutants: { readonly tried: number; readonly noticed: number; readonly killRate: number | null };
  readonly notTried: readonly string[];
  readonly advice: readonly string[];
}

export function reportOf(findings: Findings): HarnessReport {
  const { tried, noticed } = kills(findings);
  return {
    fitness: findings.fitness,
    baseline: findings.baseline,
    noisy: findings.noisy,
    ok: fooledBy(findings).length === 0,
    cases: findings.cases,
    rewarded: ids(fooledBy(findings)),
    forged: ids(forgedBy(findings)),
    mutants: { tried, noticed, killRate: tried === 0 ? null : noticed / tried },
    notTried: ids(withVerdict(findings.cases, 'not-tried')),
    advice: advise(findings),
  };
}

/** The whole table. Contract: no line of it is wider than `columns`. */
export function table(report: HarnessReport, columns: number): string {
  const rows = report.cases.map(({ what, verdict, score, reason = '' }) => [
    what,
    verdict === 'not-tried' ? 'not tried' : verdict,
    score === null ? reason : formatScore(score),
  ]);
  return fitted([{ title: 'the target' }, { title: 'verdict' }, { title: 'score' }], rows, columns);
}

export function conclusion({
  mutants: { tried, noticed },
  cases,
  ok,
  forged,
  noisy,
}: HarnessReport): readonly string[] {
  const percent = tried === 0 ? '' : ` (${Math.round((100 * noticed) / tried)} %)`;
  return [
    `${tricksLine({ cases })}.`,
    ...(tried === 0 ? [] : [`Small changes that made a difference: ${noticed} of ${tried}${percent}.`]),
    ...(noisy ? ['The unchanged code scores differently each time.'] : []),
    ...(ok && forged.length === 0 ? [] : [ok ? FORGEABLE : 'No run starts on it without --force.']),
  ];
}

const FORGEABLE = 'A run starts on it, but its numbers can be forged (class B: same process as the command).';

function tricksLine(findings: Pick<Findings, 'cases'>): string {
  const all = ofKind(findings, 'failing', 'forging');
  const tried = all.filter(({ verdict }) => verdict !== 'not-tried');
  const worked = withVerdict(tried, 'rewarded');
  return `${plural(tried.length, 'trick')} tried, ${worked.length === 0 ? 'none worked' : `${worked.length} worked: ${ids(worked).join(', ')}`}`;
}

/** By reason, and mutants by their number. */
function leftLine(left: readonly Tried[]): string {
  const reasons = [...new Set(left.map(({ reason = '' }) => reason))];
  return reasons
    .map((reason) => {
      const mine = left.filter((one) => (one.reason ?? '') === reason);
      const mutants = mine.filter(({ kind }) => kind === 'mutant').length;
      const names = ids(mine.filter(({ kind }) => kind !== 'mutant'));
      const all = mutants === 0 ? names : [...names, plural(mutants, 'small change')];
      return `${all.join(', ')} (${reason})`;
    })
    .join('; ');
}

/** What is said before a first run: a line when all is well. */
export function startLines(findings: Findings): readonly string[] {
  const { tried, noticed } = kills(findings);
  const noticing = tried === 0 ? '' : `; it noticed ${noticed} of ${plural(tried, 'small change')}`;
  const left = findings.cases.filter((one) => one.left !== undefined);
  const forged = forgedBy(findings);
  return [
    `checked the fitness command: ${tricksLine(findings)}${noticing}`,
    ...(left.length === 0 ? [] : [`not tried: ${leftLine(left)}`]),
    ...(forged.length === 0
      ? []
      : [
          `warning: a target can give itself a score (${ids(forged).join(', ')}), since it runs in the process that measures it. Run it in a child process: galapagos/bench or galapagos_bench.py`,
        ]),
    ...(ignores(findings)
      ? [
          `warning: most small changes make no difference to the score. Measure more of the code, or add --gate "<tests>"`,
        ]
      : []),
  ];
}

/** Why no run starts. */
export function refusal(names: readonly string[], detail: string): string {
  const how = names.map((name) => DOES[name] ?? `is partly empty`);
  return `The fitness command rewards a target that ${[...new Set(how)].join(', or ')}${detail}: a search would find just that. Let it exit with another code than 0 when the target fails, or add --gate "<tests>". See evolve doctor; --force starts all the same.`;
}

const DOES: Readonly<Record<string, string>> = {
  empty: 'is empty',
  deleted: 'is deleted',
  raises: 'fails when it is loaded',
  exits: 'exits at once',
  sleeps: 'sleeps',
};

/** The best of the scores for nothing, for those who wonder. */
export function detailOf(findings: Findings): string {
  const [first] = fooledBy(findings);
  if (first === undefined || first.score === null) return '';
  return ` (it scores ${formatNumber(first.score)}, the unchanged code ${formatNumber(findings.baseline)})`;
}

const ids = (cases: readonly Tried[]): readonly string[] => cases.map(({ id }) => id);
