import type { Reading } from '../domain/agent.ts';

/** The one key of a verdict. */
export const EFFICIENCY = 'efficiency-score';

/** What every verdict is between. */
const LEAST = 1;
const MOST = 10;

const FENCED = /^(`{3,}|~{3,})[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n?\1$/;
const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const ONE_PAIR = new RegExp(`^\\{\\s*(${STRING})\\s*:\\s*([^\\s,{}\\[\\]"]+)\\s*\\}$`);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The score in a judge's answer.
 * Contract: the answer is one object with the one key and a whole number from 1 to 10, at most with a code fence around it. In all
 * else nothing is looked for: an object that a judge quotes from the code is not its verdict.
 */
export function readVerdict(text: string): Reading<number> {
  const trimmed = text.trim();
  if (trimmed === '') return unreadable('it is empty');
  const inner = (FENCED.exec(trimmed)?.[2] ?? trimmed).trim();
  const [, key, value = ''] = ONE_PAIR.exec(inner) ?? [];
  if (key === undefined) return unreadable(whyNot(inner));
  if (key !== `"${EFFICIENCY}"`) return unreadable(`the key "${EFFICIENCY}" is missing`);
  if (!NUMBER.test(value)) return unreadable(`the value of "${EFFICIENCY}" is not a number`);
  const score = Number(value);
  if (!Number.isInteger(score)) return unreadable(`${value.slice(0, 20)} is not a whole number`);
  if (score < LEAST || score > MOST) return unreadable(`${value.slice(0, 20)} is not between ${LEAST} and ${MOST}`);
  return { kind: 'read', answer: score };
}

const unreadable = (why: string): Reading<number> => ({ kind: 'unreadable', why });

function whyNot(text: string): string {
  const value = parsed(text);
  if (value === undefined)
    return text.includes('{')
      ? 'there is more than one JSON object, or something stands beside it'
      : 'there is no JSON object in it';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not a JSON object';
  if (!Object.hasOwn(value, EFFICIENCY)) return `the key "${EFFICIENCY}" is missing`;
  return Object.keys(value).length > 1 || text.split(`"${EFFICIENCY}"`).length > 2
    ? `it has more than the one key "${EFFICIENCY}"`
    : `the value of "${EFFICIENCY}" is not a number`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
