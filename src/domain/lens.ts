export const DOMAINS = ['performance', 'accuracy', 'size', 'robustness', 'general'] as const;

/** What kind of objective a run has. */
export type Domain = (typeof DOMAINS)[number];

/** A point of view that a change is made from, so that authors working at once explore different things. */
export interface Lens {
  readonly name: string;
  readonly text: string;
}

/** Contract: at least eight per domain, genuinely different axes, the widest apart first. */
const LENSES: Readonly<Record<Domain, readonly Lens[]>> = {
  performance: [
    {
      name: 'algorithm',
      text: 'Get the same result with fundamentally less work: a better order of growth, not a tighter loop.',
    },
    {
      name: 'memory layout',
      text: 'Choose data structures and layouts that suit how the data is visited: flat, compact, close together.',
    },
    { name: 'caching', text: 'Keep what is computed more than once: memoise, precompute, share between calls.' },
    {
      name: 'parallelism',
      text: 'Let independent work happen at once: threads, vector instructions, batches, overlapping input and output.',
    },
    {
      name: 'early exit',
      text: 'Leave out work that can’t matter: prune, bound, stop as soon as the answer is known.',
    },
    {
      name: 'hot loop',
      text: 'Make the innermost loop cheap: fewer branches, calls, checks and conversions per step.',
    },
    {
      name: 'allocation',
      text: 'Make less garbage: reuse buffers, work in place, avoid copies and short-lived objects.',
    },
    {
      name: 'built-ins',
      text: 'Hand the heavy part to what the language, runtime or an installed library does natively.',
    },
  ],
  accuracy: [
    { name: 'model', text: 'Describe the problem by another model or method, one with fewer wrong assumptions.' },
    { name: 'numerics', text: 'Lose less to rounding, cancellation, overflow and unsuitable units.' },
    {
      name: 'edge cases',
      text: 'Find the inputs that are answered worst, such as empty, extreme, tied or malformed ones, and get them right.',
    },
    {
      name: 'search effort',
      text: 'Spend the time that is allowed on looking further: more candidates, restarts, refinement of the best.',
    },
    {
      name: 'features',
      text: 'Use information that is there and ignored so far: derive signals, combine them, look at context.',
    },
    { name: 'calibration', text: 'Set weights, thresholds and defaults from the data instead of by guess.' },
    { name: 'ensemble', text: 'Combine several different answers by vote, average or the choice of the best.' },
    { name: 'preprocessing', text: 'Clean, normalise and order the input so that the rest has an easier task.' },
  ],
  size: [
    {
      name: 'elimination',
      text: 'Take out what nothing needs: dead code, options nobody sets, cases that can’t happen.',
    },
    { name: 'unification', text: 'Find what is said several times in different words and say it once.' },
    {
      name: 'data over code',
      text: 'Turn branches and repeated statements into a table that a few lines walk through.',
    },
    {
      name: 'standard library',
      text: 'Replace what was written by hand with what the language or its library already offers.',
    },
    {
      name: 'another algorithm',
      text: 'Choose a method that is shorter to state, even if it works quite differently.',
    },
    { name: 'idiom', text: 'Say the same in the densest form that the language reads naturally.' },
    {
      name: 'flattening',
      text: 'Remove layers: inline wrappers, drop intermediate values and structures, join passes.',
    },
    { name: 'encoding', text: 'Store constants, strings and data in a smaller form and expand it when used.' },
  ],
  robustness: [
    {
      name: 'error paths',
      text: 'Follow what happens when a call fails, and make every failure end in a defined state.',
    },
    {
      name: 'input validation',
      text: 'Check what comes in at the edge, so that nothing inside meets what it does not expect.',
    },
    {
      name: 'concurrency',
      text: 'Think of things that happen at the same time or in another order: races, re-entry, repeated delivery.',
    },
    { name: 'resource limits', text: 'Keep memory, time, handles and recursion bounded whatever the input is.' },
    { name: 'fallback', text: 'Have a second, simpler way that still answers when the first can’t.' },
    { name: 'invariants', text: 'Choose types and structures in which the wrong state can’t be expressed.' },
    { name: 'retry', text: 'Tell passing failures from lasting ones, and repeat only what is safe to repeat.' },
    {
      name: 'simplification',
      text: 'Remove the cleverness that breaks: fewer states, fewer special cases, one way through.',
    },
  ],
  general: [
    {
      name: 'first principles',
      text: 'Forget how it is done now: ask what must come out, and take the most direct way there.',
    },
    { name: 'data structure', text: 'Represent the data so that the frequent questions become trivial.' },
    { name: 'simplification', text: 'Make it smaller: fewer steps, fewer cases, fewer things that interact.' },
    {
      name: 'inversion',
      text: 'Turn it round: work from the other end, generate instead of test, push instead of pull.',
    },
    { name: 'reuse', text: 'Keep and share intermediate results instead of making them again.' },
    {
      name: 'decomposition',
      text: 'Cut the problem along another line, so that each part can be solved well by itself.',
    },
    { name: 'parameters', text: 'Question every constant, threshold and order that was chosen by guess.' },
    { name: 'special cases', text: 'Treat the inputs that occur most, or go worst, in a way of their own.' },
  ],
};

/** The lenses of a run: the user's own, else the domain's, else those of the domain that the goal's words tell. */
export function lensesOf(settings: {
  readonly domain?: Domain;
  readonly lenses: readonly string[];
  readonly goal: string;
}): readonly Lens[] {
  if (settings.lenses.length > 0) return settings.lenses.map((name) => ({ name, text: name }));
  return LENSES[settings.domain ?? domainOf(settings.goal)];
}

/** Beginnings of words that tell a domain. */
const WORDS: Readonly<Record<Exclude<Domain, 'general'>, readonly string[]>> = {
  performance: [
    ...[
      'fast',
      'speed',
      'quick',
      'slow',
      'latenc',
      'throughput',
      'runtime',
      'perform',
      'efficien',
      'cpu',
      'millisecond',
    ],
    ...['memory', 'allocat', 'cycles', 'optimi'],
  ],
  accuracy: [
    ...['accura', 'precis', 'error rate', 'errors', 'quality', 'correct', 'loss', 'recall', 'predict', 'f1', 'fit'],
    ...['approximat', 'estimat', 'exact', 'wrong', 'pass rate'],
  ],
  size: ['size', 'small', 'simpl', 'lines', 'short', 'bytes', 'bundle', 'compact', 'minif', 'readab', 'less code'],
  robustness: ['robust', 'crash', 'edge case', 'reliab', 'resilien', 'fail', 'fault', 'retry', 'stab', 'safe', 'fuzz'],
};

/** The domain that most words of a goal speak of; at a tie the one whose word comes first. */
export function domainOf(goal: string): Domain {
  const text = goal.toLowerCase();
  let best: { domain: Domain; count: number; at: number } = { domain: 'general', count: 0, at: 0 };
  for (const domain of DOMAINS) {
    if (domain === 'general') continue;
    const found = WORDS[domain].map((word) => text.search(new RegExp(`\\b${word}`))).filter((at) => at >= 0);
    const [count, at] = [found.length, Math.min(...found)];
    if (count > best.count || (count > 0 && count === best.count && at < best.at)) best = { domain, count, at };
  }
  return best.domain;
}
