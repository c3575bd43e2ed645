import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { admitted, isReadable, type Metrics, type NewProgram } from '../../population/population.ts';
import type { Context } from '../contract.ts';
import { type Given, type Option, text } from '../option.ts';
import { DIR } from './open.ts';

const changes: Option<string> = {
  ...text('--changes <text>', 'what was changed and why, in words'),
  parse: (raw) => String(raw),
};

export const PROGRAM_OPTIONS = {
  dir: DIR,
  codePath: text('--codePath <file>', 'the file that holds the program'),
  targetCode: text(
    '--targetCode <text>',
    'the code that is evolved; - reads it from stdin, @file from a file (default: all of --codePath)',
  ),
  parentId: text('--parentId <id>', 'the program that it was made of, as sample gave it; 0 for none'),
  metrics: text('--metrics <json>', `what was measured, such as '{"efficiency-score": 0.8}'`),
  changes,
} as const;

export const PROGRAM_DETAILS = `By flags, or as one JSON object on stdin with the fields codePath, targetCode, parentId, metrics and changes.
Flags are known with dashes, too: --code-path.`;

const FIELDS = ['codePath', 'targetCode', 'parentId', 'metrics', 'changes'] as const;

type Input = Given<typeof PROGRAM_OPTIONS>;

/** A program as it was given, by flags or on stdin. `parent` stands for one that was not named. */
export async function programFrom(input: Input, context: Context, parent?: string): Promise<NewProgram> {
  const byFlags = FIELDS.some((name) => input[name] !== undefined);
  const given = byFlags ? await flagged(input, context) : await written(context);
  const { codePath, metrics, parentId = parent } = given;
  if (codePath === undefined) throw missing('codePath', 'the file that holds the program');
  if (metrics === undefined) throw missing('metrics', `what was measured, such as '{"efficiency-score": 0.8}'`);
  if (parentId === undefined) throw missing('parentId', 'the id that sample gave for the parent, or 0 for none');
  const path = resolve(context.cwd, codePath);
  const targetCode = given.targetCode ?? (isReadable(path) ? readFileSync(path, 'utf8') : '');
  const program = { codePath: path, targetCode, parentId, metrics, changes: given.changes ?? '' };
  // Before anything is opened: a mistake makes no store.
  admitted(program);
  return program;
}

const missing = (name: string, meaning: string): UserError =>
  new UserError(`--${name} is missing: ${meaning}. See: evolve db add --help`);

/** What was given; undefined what was not. */
interface Fields {
  readonly codePath: string | undefined;
  readonly targetCode: string | undefined;
  readonly parentId: string | undefined;
  readonly metrics: Metrics | undefined;
  readonly changes: string | undefined;
}

async function flagged({ codePath, targetCode, parentId, metrics, changes }: Input, context: Context): Promise<Fields> {
  return {
    codePath,
    targetCode: targetCode === undefined ? undefined : await codeIn(targetCode, context),
    parentId,
    metrics: metrics === undefined ? undefined : metricsIn(metrics),
    changes,
  };
}

function metricsIn(json: string): Metrics {
  const found = parsed(json);
  if (!isRecord(found))
    throw new UserError(`--metrics takes a JSON object such as '{"efficiency-score": 0.8}', not ${json}`);
  return found;
}

/** Code may begin with @, as decorators do: only what names a file is one. */
async function codeIn(given: string, context: Context): Promise<string> {
  if (given === '-') return (await context.input?.()) ?? '';
  if (!given.startsWith('@') || given.trim().includes('\n')) return given;
  const path = resolve(context.cwd, given.slice(1).trim());
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return readFileSync(path, 'utf8');
  if (/[\s(]/.test(given.trim())) return given;
  throw new UserError(`--targetCode ${given}: there is no file ${path}.`);
}

async function written(context: Context): Promise<Fields> {
  const json = ((await context.input?.()) ?? '').trim();
  if (json === '')
    throw new UserError(
      'Which program? Give it by flags (--codePath, --parentId, --metrics …), or as one JSON object on stdin.',
    );
  const found = parsed(json);
  if (!isRecord(found)) throw new UserError('What came on stdin is no JSON object. See: evolve db add --help');
  const strange = Object.keys(found).find((name) => !FIELDS.some((known) => known === name));
  if (strange !== undefined)
    throw new UserError(`The object on stdin has a field ${strange}. There are: ${FIELDS.join(', ')}.`);
  const { metrics } = found;
  if (metrics !== undefined && !isRecord(metrics)) throw new UserError('metrics must be an object of numbers.');
  return {
    codePath: textIn(found, 'codePath'),
    targetCode: textIn(found, 'targetCode'),
    parentId: textIn(found, 'parentId'),
    metrics,
    changes: textIn(found, 'changes'),
  };
}

function textIn(found: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = found[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  // A parent of 0.
  if (typeof value === 'number') return String(value);
  throw new UserError(`${name} must be a text, not ${JSON.stringify(value)}.`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
