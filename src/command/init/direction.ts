import type { Direction } from '../../domain/compare.ts';

const LESS =
  /\b(ms|msecs?|millis(econds)?|seconds?|secs?|elapsed|latency|duration|time|runtime|loss|errors?|rmse|mae|mse|perplexity|cost|bytes|size|misses|allocations?|rss)\b/i;
const MORE =
  /\b(score|accuracy|throughput|ops|fps|qps|rps|reward|f1|auc|recall|precision|rate|hits|passed|speedup|points)\b/i;
const PRINTS = /\b(print|log|echo|puts|write|dumps|stringify|say|METRIC)\b/;

/** Whether more or less is better, by the words on the lines that print: a guess to be confirmed. */
export function directionOf(text: string): Direction {
  // Names such as elapsed_ms and totalTime are words, too.
  const lines = text
    .split('\n')
    .filter((line) => PRINTS.test(line))
    .map((line) => line.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '));
  return lines.some((line) => LESS.test(line)) && !lines.some((line) => MORE.test(line)) ? 'min' : 'max';
}
