import { resolve } from 'node:path';
import { lines, writeAll } from './child.ts';
import { forget, loaded, required } from './load.ts';
import { checked, keepReports, type Result, report, seed } from './result.ts';
import { answerOnce, CHILD, FIRST, oneUse } from './serve-child.ts';

/** What is asked of a warm benchmark. Paths are absolute. */
export interface Request {
  readonly candidate: string;
  readonly attempt: number;
  readonly seed: number;
  readonly worktree: string;
  /** The first file in scope; without --warm the first argument of the benchmark, if it has one. */
  readonly target: string;
  /** All files in scope; none without --warm. */
  readonly files: readonly string[];
  readonly traces: string;
  readonly checkpoints: string;
}

/** A result, its score alone, or nothing where the handler has called `report`. */
export type Found = Result | number | undefined;

export type Handler<P extends readonly unknown[] = []> = (request: Request, ...prepared: P) => Found | Promise<Found>;

export interface Serving<P> {
  /** Called once in each process, before there is a candidate. */
  prepare(): P | Promise<P>;
}

/** An answer without the id of its request. */
export type Answer = Result | { readonly error: string };

/** Something that can measure. Contract: `end` may be called whether it has or not. */
export interface Ready {
  measure(request: Request): Promise<Answer>;
  end(): Promise<void>;
}

/**
 * Measures candidates, one per line of stdin, when started with --warm; else the one that is there, once.
 * Each candidate gets a process of its own, in which the benchmark has been loaded and prepared ahead; with --trust all
 * share one. Load a candidate's files in the handler only, with --trust by `load`.
 */
export async function serve<P>(
  ...args: [handler: Handler] | [handler: Handler<[P]>, serving: Serving<P>]
): Promise<void> {
  const mode = process.env.EVOLVE_WARM;
  if (mode === 'sealed') return answerAll((turn) => oneUse(turn === 0));
  const handler = args.length === 1 ? args[0] : await prepared(...args);
  switch (mode) {
    case CHILD:
    case FIRST:
      return answerOnce((request) => answered(handler, request));
    case 'trusted':
      return answerAll(always(inProcess(handler)));
    default:
      report(await measured(handler, requestOfEnvironment()));
  }
}

const always =
  <T>(value: T) =>
  (): T =>
    value;

async function prepared<P>(handler: Handler<[P]>, { prepare }: Serving<P>): Promise<Handler> {
  const value = await prepare();
  return (request) => handler(request, value);
}

async function measured(handler: Handler, request: Request): Promise<Result> {
  let reported: Result | undefined;
  keepReports((value) => {
    reported = value;
  });
  try {
    const found = (await handler(request)) ?? reported;
    if (found === undefined) throw new TypeError('the handler gives no result');
    return checked(found);
  } finally {
    keepReports(undefined);
  }
}

async function answered(handler: Handler, request: Request): Promise<Answer> {
  process.env.EVOLVE_CANDIDATE = request.candidate;
  process.env.EVOLVE_ATTEMPT = String(request.attempt);
  process.env.EVOLVE_TRACES_DIR = request.traces;
  process.env.EVOLVE_CHECKPOINT_DIR = request.checkpoints;
  try {
    return await measured(handler, request);
  } catch (error) {
    console.error(error);
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function inProcess(handler: Handler): Ready {
  let looked = false;
  let answers = 0;
  const measure = async (request: Request): Promise<Answer> => {
    // Once is enough: a handler loads the same way each time.
    if (answers > 0 && !looked) {
      looked = true;
      const known = loaded();
      const stale = request.files.find((file) => known.has(file) && !required(file));
      if (stale !== undefined) return { error: `${stale} stays as it was first loaded: use load() of galapagos/bench` };
    }
    answers += 1;
    forget(request.files);
    return answered(handler, request);
  };
  return { measure, end: async () => undefined };
}

/** Answers every line of stdin, each by one that is made ready before the line is read. */
function answerAll(ready: (turn: number) => Ready): Promise<void> {
  let turns = 0;
  let next = ready(turns);
  let turn = Promise.resolve();
  process.stdin.setEncoding('utf8').on(
    'data',
    lines((line) => {
      turn = turn.then(async () => {
        const { id, ...request } = JSON.parse(line);
        const answer = await next.measure(request);
        // A line of its own, whatever was printed before it.
        writeAll(1, `\n${JSON.stringify({ ...answer, id })}\n`);
        turns += 1;
        next = ready(turns);
      });
    }),
  );
  return new Promise((done) => {
    process.stdin.once('end', () => {
      done();
      turn.then(() => next.end()).then(() => process.exit(0));
    });
  });
}

function requestOfEnvironment(): Request {
  const { env, argv } = process;
  return {
    candidate: env.EVOLVE_CANDIDATE ?? '',
    attempt: Number(env.EVOLVE_ATTEMPT ?? 1),
    seed: seed(),
    worktree: env.EVO_WORKTREE ?? process.cwd(),
    target: argv[2] === undefined ? '' : resolve(argv[2]),
    files: [],
    traces: env.EVOLVE_TRACES_DIR ?? '',
    checkpoints: env.EVOLVE_CHECKPOINT_DIR ?? '',
  };
}
