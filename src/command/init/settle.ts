import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Direction } from '../../domain/compare.ts';
import { shellQuote } from '../../lib/format.ts';
import { UserError } from '../../lib/user-error.ts';
import type { FileInput } from '../config/file.ts';
import type { Context } from '../contract.ts';
import { loadedHint } from '../scope-hint.ts';
import { testsIn } from '../testing.ts';
import { directionOf } from './direction.ts';
import { benchmarksIn, type Found, TESTS, whatItRuns, wordsOf } from './find.ts';
import { type Listing, listingOf } from './listing.ts';
import { expanded } from './scripts.ts';

/** What must be known before anything is measured. */
export interface Settled {
  readonly fitness: string;
  readonly files: readonly string[];
  /** Absent where nobody was asked: then more is better. */
  readonly direction?: Direction;
}

/**
 * Finds what is missing: a terminal asks, with what was found for an answer; elsewhere it is a mistake that lists it.
 * The folder is where the command is called.
 */
export async function settle(input: FileInput, folder: string, context: Context): Promise<Settled> {
  const listing = listingOf(folder);
  const asks = context.interactive && input.yes !== true;
  const fitness = input.fitness ?? (asks ? await askForFitness(listing, context) : undefined);
  if (fitness === undefined) throw new UserError(whatToMeasure(listing, folder));
  refuseAbsent(fitness, input, folder);
  refuseTarget(input);
  const files = input.files ?? (asks ? await askForFiles(listing, folder, fitness, context) : undefined);
  if (files === undefined) throw new UserError(whichFiles(listing, folder, fitness));
  const direction = input.direction ?? (await directionFor(listing, fitness, asks, context));
  return { fitness, files, ...(direction === undefined ? {} : { direction }) };
}

/** What was meant for one function must not let the whole file change unasked. */
function refuseTarget({ target, files }: FileInput): void {
  if (target === undefined || files !== undefined) return;
  const file = shellQuote(target.replace(/#.*$/s, ''));
  throw new UserError(
    `The settings name the target ${target}, which only evolve run keeps to. Experiments change whole files: --files ${file}`,
  );
}

const PRINTED: Readonly<Record<Found['prints'], string>> = {
  score: '; prints a score',
  table: '; prints a table, which must be made into one number',
  unknown: '',
};

async function askForFitness(listing: Listing, context: Context): Promise<string | undefined> {
  const found = benchmarksIn(listing).slice(0, SHOWN);
  if (found.length === 0) {
    const answer = await context.ask('No benchmark found here. Which command prints the score? ');
    return answer === undefined || answer.trim() === '' ? undefined : answer.trim();
  }
  const width = Math.max(...found.map(({ command }) => command.length));
  const menu = found.map(
    ({ command, why, prints }, index) => `  ${index + 1} ${command.padEnd(width)}  ${why}${PRINTED[prints]}`,
  );
  const question = ['What is to be measured?', ...menu, `Choose 1 to ${found.length}, or type a command [1]: `].join(
    '\n',
  );
  const reply = (await context.ask(question))?.trim();
  if (reply === undefined) return undefined;
  return found[Number(reply === '' ? '1' : reply) - 1]?.command ?? reply;
}

async function askForFiles(
  listing: Listing,
  folder: string,
  fitness: string,
  context: Context,
): Promise<readonly string[] | undefined> {
  const hint = loadedHint(folder, expanded(listing, fitness));
  const guess = hint.length === 0 ? '' : ` [${hint.join(' ')}]`;
  const answer = await context.ask(`Which files may change? (paths or globs, separated by spaces)${guess} `);
  const given = answer?.split(/\s+/).filter((word) => word !== '') ?? [];
  const files = given.length === 0 ? hint : given;
  return files.length === 0 ? undefined : files;
}

async function directionFor(
  listing: Listing,
  fitness: string,
  asks: boolean,
  context: Context,
): Promise<Direction | undefined> {
  const guess = directionOf(whatItRuns(listing, fitness));
  if (!asks) {
    if (guess === 'min')
      context.tell('more counts as better; if less is, as it looks, start again with --direction min --fresh');
    return undefined;
  }
  for (;;) {
    const reply = (await context.ask(`Is a higher or a lower score better? (max, min) [${guess}] `))?.trim();
    if (reply === undefined || reply === '') return guess;
    if (/^(max|high)/i.test(reply)) return 'max';
    if (/^(min|low)/i.test(reply)) return 'min';
    await context.show(`${reply} is neither max nor min.\n`);
  }
}

const SHOWN = 9;
/** Error messages are read in a terminal. */
const LISTED = 4;

function whatToMeasure(listing: Listing, folder: string): string {
  const found = benchmarksIn(listing);
  if (found.length === 0)
    return [
      'What is to be measured? No benchmark was found here: evolve init --fitness "<command that prints a number>" --files <files>',
      'Write one first, a script that runs the code and prints one number, and commit it; skills/discover of galapagos tells how.',
    ].join('\n');
  const lines = found.slice(0, LISTED).map((one) => `  ${pasteable(one, listing, folder)}        # ${one.why}`);
  return ['What is to be measured? Found here:', ...lines, 'Choose one, or give your own with --fitness.'].join('\n');
}

/** The whole command line, with what was guessed in it. */
function pasteable({ command, direction, why }: Found, listing: Listing, folder: string): string {
  const files = loadedHint(folder, expanded(listing, command));
  const named = (files.length === 0 ? ['<files>'] : files.map(shellQuote)).join(' ');
  const way = direction === 'min' ? ' --direction min' : '';
  const tests = why === TESTS ? undefined : testsIn(folder, files);
  const gate = tests === undefined ? '' : ` --gate ${shellQuote(tests)}`;
  return `evolve init --fitness ${shellQuote(command)} --files ${named}${way}${gate}`;
}

function whichFiles(listing: Listing, folder: string, fitness: string): string {
  const hint = loadedHint(folder, expanded(listing, fitness));
  const files = (hint.length === 0 ? ['src/solver.js'] : hint).map(shellQuote).join(' ');
  return `Which files may change? Name them, for example: --files ${files} (everything else is protected).`;
}

const PROGRAM = /^(?!-)[\w./ -]+\.(?:py|js|mjs|cjs|ts|mts|sh|rb|pl|R|jl|lua|php)$/;

/** A benchmark that is still to be written can't be measured: says how to come to one. */
function refuseAbsent(fitness: string, { build, prepare, beforeRun }: FileInput, folder: string): void {
  // What another command makes is not there yet.
  if ((build ?? prepare ?? beforeRun) !== undefined || /\bcd\s/.test(fitness)) return;
  const program = wordsOf(fitness).find((word) => PROGRAM.test(word));
  if (program === undefined || program.startsWith('/') || existsSync(join(folder, program))) return;
  throw new UserError(
    [
      `There is no ${program} here, which --fitness calls.`,
      'Write it first, a script that runs the code and prints one number, and commit it. Or begin with a simple command that is there, and build the benchmark with evolve harness edit and evolve harness commit: your branch stays as it is.',
    ].join('\n'),
  );
}
