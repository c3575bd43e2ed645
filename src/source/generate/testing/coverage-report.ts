import { isJson } from '../../json.ts';
import { objectOf } from '../manifest.ts';

/** What a report says of a file. */
export interface Covered {
  /** As the report names it. */
  readonly path: string;
  /** Lines or statements that can be run, and that were. */
  readonly lines: number;
  readonly hit: number;
  /** The first line that was not run, where the report tells. */
  readonly missed?: number;
}

/** Where tools leave their reports, the most telling first. */
export const REPORTS = [
  'coverage/lcov.info',
  'lcov.info',
  'coverage/coverage-summary.json',
  'coverage-summary.json',
  'coverage/cobertura-coverage.xml',
  'coverage/coverage.xml',
  'coverage.xml',
  'cobertura.xml',
  'coverage.out',
  'cover.out',
  'c.out',
];

/** Reads a report in any of the four forms. Empty where it is none. */
export function coverageIn(name: string, text: string): readonly Covered[] {
  if (name.endsWith('.info')) return lcov(text);
  if (name.endsWith('.json')) return summary(text);
  if (name.endsWith('.xml')) return cobertura(text);
  return goProfile(text);
}

function lcov(text: string): readonly Covered[] {
  return text.split('end_of_record').flatMap((record) => {
    const path = /^SF:(.+)$/m.exec(record)?.[1]?.trim();
    if (path === undefined) return [];
    const lines = [...record.matchAll(/^DA:(\d+),(\d+)/gm)].map(
      ([, line, hits]) => [Number(line), Number(hits)] as const,
    );
    if (lines.length > 0) return [counted(path, lines)];
    const of = (key: string) => Number(new RegExp(`^${key}:(\\d+)`, 'm').exec(record)?.[1] ?? 0);
    return [{ path, lines: of('LF'), hit: of('LH') }];
  });
}

function counted(path: string, lines: readonly (readonly [line: number, hits: number])[]): Covered {
  const missed = lines.filter(([, hits]) => hits === 0).map(([line]) => line);
  const [first] = missed.sort((a, b) => a - b);
  return {
    path,
    lines: lines.length,
    hit: lines.length - missed.length,
    ...(first === undefined ? {} : { missed: first }),
  };
}

function summary(text: string): readonly Covered[] {
  return Object.entries(objectOf(text)).flatMap(([path, one]) => {
    const lines = isJson(one) ? one.lines : undefined;
    if (path === 'total' || !isJson(lines)) return [];
    return [{ path, lines: Number(lines.total) || 0, hit: Number(lines.covered) || 0 }];
  });
}

function cobertura(text: string): readonly Covered[] {
  const byPath = new Map<string, Map<number, number>>();
  for (const [, path = '', body = ''] of text.matchAll(/<class\b[^>]*\bfilename="([^"]+)"[^>]*>([\s\S]*?)<\/class>/g)) {
    const lines = byPath.get(path) ?? new Map<number, number>();
    for (const [tag] of body.matchAll(/<line\b[^>]*>/g)) {
      const [line, hits] = [/\bnumber="(\d+)"/.exec(tag)?.[1], /\bhits="(\d+)"/.exec(tag)?.[1]];
      if (line !== undefined) lines.set(Number(line), Math.max(lines.get(Number(line)) ?? 0, Number(hits ?? 0)));
    }
    byPath.set(path, lines);
  }
  return [...byPath].map(([path, lines]) => counted(path, [...lines]));
}

function goProfile(text: string): readonly Covered[] {
  if (!text.startsWith('mode:')) return [];
  const byPath = new Map<string, { lines: number; hit: number; missed?: number }>();
  for (const [, path = '', line, statements, hits] of text.matchAll(/^(.+\.go):(\d+)\.\d+,\d+\.\d+ (\d+) (\d+)$/gm)) {
    const one = byPath.get(path) ?? { lines: 0, hit: 0 };
    one.lines += Number(statements);
    if (Number(hits) > 0) one.hit += Number(statements);
    else one.missed = Math.min(one.missed ?? Number.POSITIVE_INFINITY, Number(line));
    byPath.set(path, one);
  }
  return [...byPath].map(([path, one]) => ({ path, ...one }));
}
