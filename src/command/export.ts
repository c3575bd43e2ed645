import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { plural } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import { type Command, type Context, RUN } from './contract.ts';
import { csvOf, exportedOf, jsonOf, metricsOf } from './export-rows.ts';
import { on, text } from './option.ts';
import { withRun } from './place.ts';

const OPTIONS = {
  file: text('[file]', 'where to write it (default, and with -: stdout)'),
  csv: on('--csv', 'as comma-separated values with a header line'),
  json: on('--json', 'as one JSON array'),
  run: RUN,
} as const;

interface Written {
  /** null when it went to stdout. */
  readonly file: string | null;
  readonly candidates: number;
}

export const command: Command<typeof OPTIONS, Written> = {
  details:
    'Every candidate in the order in which it was proposed, the seed first and dropped ones too: lineage, score, metrics, reasons and times.',
  examples: [
    'evolve export --csv candidates.csv',
    'evolve export --csv > candidates.csv',
    'evolve export --json | jq length',
  ],
  positional: ['file'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async ({ journal, view }) => {
      const file = input.file === undefined || input.file === '-' ? null : resolve(context.cwd, input.file);
      const format = formatOf(input.csv === true, input.json === true, file);
      const rows = exportedOf(journal);
      const pieces = format === 'csv' ? csvOf(rows, metricsOf(view)) : jsonOf(rows);
      const candidates = await writeAll(pieces, file, context);
      return { file, candidates };
    }),
  text: ({ file, candidates }) => (file === null ? '' : `Wrote ${plural(candidates, 'row')} to ${file}`),
  document: (written) => (written.file === null ? undefined : written),
};

function formatOf(csv: boolean, json: boolean, file: string | null): 'csv' | 'json' {
  if (csv && json) throw new UserError('--csv and --json are two formats: choose one of them.');
  if (csv || (!json && file?.endsWith('.csv') === true)) return 'csv';
  if (json || file?.endsWith('.json') === true) return 'json';
  throw new UserError('In which format? evolve export --csv [file], or evolve export --json [file]');
}

/** Few writes, small pieces. */
const PIECE = 64 * 1024;

/** Writes piece by piece, never more than one in hand. Returns what the generator returns: how many rows there were. */
async function writeAll(pieces: Generator<string, number>, file: string | null, context: Context): Promise<number> {
  const sink = file === null ? { write: context.out, end: () => {} } : fileSink(file);
  try {
    for (let held = ''; ; ) {
      const { value, done } = pieces.next();
      if (done !== true) held += value;
      if (done === true || held.length > PIECE) {
        if (held !== '') await sink.write(held);
        context.signal.throwIfAborted();
        held = '';
      }
      if (done === true) return value;
    }
  } finally {
    sink.end();
  }
}

function fileSink(file: string): { write(text: string): Promise<void>; end(): void } {
  const tried = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw new UserError(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const descriptor = tried(() => {
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, 'w');
  });
  return {
    write: async (text) => tried(() => writeFileSync(descriptor, text)),
    end: () => closeSync(descriptor),
  };
}
