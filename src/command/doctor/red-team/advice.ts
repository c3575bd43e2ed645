import { type Findings, kills, ofKind, withVerdict } from './case.ts';

/** Where fewer small changes than this make a difference, little of the code is measured. */
const FEW = 0.25;
/** Fewer mutants say too little. */
const ENOUGH_MUTANTS = 4;

/** Made-up targets that do nothing and score better than the unchanged code: no search can work on such a command. */
export const fooledBy = (findings: Findings) => withVerdict(ofKind(findings, 'failing'), 'rewarded');

/** Ways in which a target can give itself a score, in the same process as the command that measures it. */
export const forgedBy = (findings: Findings) => withVerdict(ofKind(findings, 'forging'), 'rewarded');

export function ignores(findings: Findings): boolean {
  const { noticed, tried } = kills(findings);
  return tried >= ENOUGH_MUTANTS && noticed / tried < FEW;
}

/** What to add to the fitness command, the most serious first. */
export function advise(findings: Findings): readonly string[] {
  const ignored = withVerdict(ofKind(findings, 'failing'), 'unnoticed');
  const { noticed, tried } = kills(findings);
  const changed = withVerdict(ofKind(findings, 'control'), 'changed');
  return [
    ...(fooledBy(findings).length === 0
      ? []
      : [
          'A target that does nothing must get no score: exit with another code than 0 when it fails, or add a gate that tests it (--gate "<command>").',
        ]),
    ...(forgedBy(findings).length === 0
      ? []
      : [
          'The target runs in the process that measures it and can give itself a score: run it in a child process, with galapagos/bench or galapagos_bench.py.',
        ]),
    ...(ignored.length === 0
      ? []
      : [
          `A target that does nothing (${ignored.map(({ id }) => id).join(', ')}) scores like the unchanged code: see that the command uses it, or add a gate that tests it.`,
        ]),
    ...(ignores(findings)
      ? [
          `Only ${noticed} of ${tried} small changes made a difference: measure more of the code, with more inputs or a gate that checks its answers.`,
        ]
      : []),
    ...(changed.length > 0 && !findings.noisy
      ? ['The score depends on the text and not only on what it does: comments will be evolved, too.']
      : []),
    ...(findings.noisy
      ? [
          'The unchanged code scores differently each time: give it a fixed seed (EVOLVE_SEED) if it draws at random, or more work if it is timed.',
        ]
      : []),
  ];
}
