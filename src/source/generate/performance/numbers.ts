import { isJson } from '../../json.ts';
import { objectOf } from '../manifest.ts';

/** A number that a benchmark printed. */
export interface Reading {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly better: 'lower' | 'higher';
}

const TIME = /^(?:ns|µs|us|μs|ms|s|sec|seconds|ns\/op|ms\/op|ns\/iter)$/i;
const RATE = /^(?:ops\/s|ops\/sec|op\/s|hz|req\/s|it\/s|MB\/s|GB\/s)$/i;
const MOST = 50;

/**
 * What a benchmark printed, in the forms that are usual: `METRIC name=1`, Go's and Cargo's lines, a JSON object of numbers at the end,
 * `name: 12.3 ms` and `name x 1,234 ops/sec`. A number that does not say whether more is better is none.
 */
export function readingsIn(output: string): readonly Reading[] {
  const lines = output.split('\n').map((line) => line.trim());
  const found = new Map<string, Reading>();
  for (const reading of [...lines.flatMap(ofLine), ...ofJson(lines)])
    if (!found.has(reading.name)) found.set(reading.name, reading);
  return [...found.values()].slice(0, MOST);
}

function ofLine(line: string): readonly Reading[] {
  const go = /^(Benchmark[\w/.=-]+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns\/op/.exec(line);
  if (go !== null) return reading(go[1], go[2], 'ns/op');
  const cargo = /^test (\S+)\s+\.\.\. bench:\s+([\d,.]+) ns\/iter/.exec(line);
  if (cargo !== null) return reading(cargo[1], cargo[2], 'ns/iter');
  const criterion = /^(\S.*?)\s+time:\s+\[\S+ \S+ ([\d.]+) (\S+) \S+ \S+\]/.exec(line);
  if (criterion !== null) return reading(criterion[1], criterion[2], criterion[3]);
  const metric = /^METRIC ([\w./-]+)=([-+\d.e]+)$/.exec(line);
  if (metric !== null) return named(metric[1] ?? '', Number(metric[2]));
  const told = /^(.{1,80}?)\s*(?:[:=]| x )\s*([\d,]+(?:\.\d+)?)\s*([\wµμ/]+)\b/.exec(line);
  return told === null ? [] : reading(told[1], told[2], told[3]);
}

function reading(name = '', value = '', unit = ''): readonly Reading[] {
  const better = TIME.test(unit) ? 'lower' : RATE.test(unit) ? 'higher' : undefined;
  const number = Number(value.replaceAll(',', ''));
  return better === undefined || !(number > 0) ? [] : [{ name: name.trim(), value: number, unit, better }];
}

/** By what the name says of it: `parse_ms`, `ops_per_sec`. */
function named(name: string, value: number): readonly Reading[] {
  const rate = /(?:^|[_.-])(?:ops|rps|throughput|per_?sec|hz)(?:$|[_.-])/i.test(name);
  const time = /(?:^|[_.-])(?:ns|us|ms|s|sec|seconds|time|latency|duration)$/i.test(name);
  return !(value > 0) || !(rate || time) ? [] : [{ name, value, unit: '', better: rate ? 'higher' : 'lower' }];
}

function ofJson(lines: readonly string[]): readonly Reading[] {
  const last = lines.findLast((line) => line !== '') ?? '';
  if (!last.startsWith('{')) return [];
  const metrics = objectOf(last);
  const inner = isJson(metrics.metrics) ? metrics.metrics : metrics;
  return Object.entries(inner).flatMap(([name, value]) => (typeof value === 'number' ? named(name, value) : []));
}
