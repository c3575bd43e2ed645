import { lines, writeAll } from './child.ts';
import { load } from './load.ts';

/** The inside of the process that `measure` starts: loads the target, and calls it as often as it is asked to. */

const ANSWERS = 3;

let target: ((input: unknown) => unknown) | undefined;
let turn = Promise.resolve();

process.stdin.setEncoding('utf8').on(
  'data',
  lines((line) => {
    turn = turn.then(() => answer(JSON.parse(line)));
  }),
);

async function answer(request: { id: string; load?: string; name?: string; input?: unknown }): Promise<void> {
  const { id } = request;
  try {
    if (request.load !== undefined) {
      target = functionIn(await load(request.load), request.name ?? '');
      say({ id });
    } else {
      say({ id, output: await target?.(request.input) });
    }
  } catch (error) {
    console.error(error);
    say({ id, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
}

function functionIn(module: Readonly<Record<string, unknown>>, name: string): (input: unknown) => unknown {
  const found = module[name];
  if (typeof found !== 'function') throw new Error(`it exports no function ${name}`);
  return (input) => found(input);
}

function say(value: object): void {
  writeAll(ANSWERS, `${JSON.stringify(value)}\n`);
}
