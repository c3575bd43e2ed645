import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { languageNameOf } from '../code/code.ts';
import { judgesIn } from '../domain/author.ts';
import type { RunConfig } from '../domain/config.ts';
import { CLOSED } from '../domain/sandbox.ts';
import { EFFICIENCY, type Exhibit, meanOf, openDesk, type Verdict, verdictOf } from '../evaluation/evaluation.ts';
import { UserError } from '../lib/user-error.ts';
import { plain } from '../lib/width.ts';
import { isolation, remove } from '../workspace/workspace.ts';
import { askedFor } from './config/asked.ts';
import type { Command, Context } from './contract.ts';
import { integer, text } from './option.ts';
import { adjustableOf, fixedOf, RUN_OPTIONS, type RunInput } from './settings.ts';
import { chosenDefinition } from './targeting-choice.ts';
import { readTarget } from './targeting-text.ts';
import { type Outlay, outlayText, unrecorded } from './unrecorded.ts';

const { agent, goal, agentTimeout, isolateAgent, price, redact } = RUN_OPTIONS;

const OPTIONS = {
  code: text('<file>', 'a file, or one definition in it as FILE#NAME'),
  agent: {
    ...agent,
    text: 'who judges, such as claude, codex:MODEL, llm:PROVIDER/MODEL, acp:<line> or command:<line>, as [weight*]agent; may be repeated',
  },
  goal: { ...goal, text: 'what the code is for and what counts, in words: for the judge' },
  repeat: integer('--repeat <n>', 'how often each judge is asked (default: 1)', 1),
  agentTimeout,
  isolateAgent,
  price,
  redact,
} as const;

interface Judged {
  readonly file: string;
  readonly symbol?: string;
  /** The mean of all verdicts, from 1 to 10; absent where one of them could not be had. */
  readonly [EFFICIENCY]?: number;
  /** In the order in which they were asked for. */
  readonly verdicts: readonly Verdict[];
  /** Why a judge gave no verdict. */
  readonly failed?: string;
  readonly cost: Outlay;
}

export const command: Command<typeof OPTIONS, Judged> = {
  details: [
    'An agent scores how efficient the code is, from 1 to 10, by the rubric that a judged run goes by. Needs no repository and records nothing.',
    'Who judges is named by --agent, or in evolve.yaml. Exit code 1: no verdict, twice.',
  ].join('\n'),
  examples: [
    'evolve judge src/pipeline.py --agent claude',
    'evolve judge src/pipeline.py#processItems --agent llm:anthropic/MODEL --repeat 5',
    'evolve judge src/packer.js --agent judge=codex --goal "less memory" --json',
  ],
  positional: ['code'],
  options: OPTIONS,
  async run({ code, repeat = 1, ...flags }, context) {
    if (code === undefined) throw new UserError('What is to be judged? evolve judge <file> --agent <agent>');
    const { input } = await askedFor(flags, context.cwd);
    const { file, exhibit } = await exhibitOf(code, input.goal ?? '', context);
    const config = configOf(input);
    if (judgesIn(config.adjustable).length === 0)
      throw new UserError('Who judges? Name an agent with --agent. See what is installed with: evolve doctor');
    const ledger = unrecorded(context.tell);
    const judges = (await context.engine()).judges(config, ledger);
    const folder = mkdtempSync(join(tmpdir(), 'galapagos-judge-'));
    const boxed = (await isolation()) !== 'group';
    const desk = () =>
      openDesk({
        folder,
        ...(boxed ? { shut: { hidden: [resolve(context.cwd)], reach: CLOSED.reach.agent } } : {}),
      });
    const plan = { timeoutMs: config.adjustable.agentTimeoutMs, desk };
    const candidate = { id: 'code', commit: '', tree: '' };
    const verdicts: Verdict[] = [];
    const what = { file, ...(exhibit.symbol === undefined ? {} : { symbol: exhibit.symbol }) };
    try {
      for (let nth = 1; nth <= repeat; nth++) {
        for (const [index, judge] of judges.entries()) {
          const asked = { exhibit, candidate, key: `code/judge/${nth}-${index + 1}` };
          const heard = await verdictOf(judge, plan, asked, context.signal);
          if (heard.kind !== 'scored') return { ...what, verdicts, failed: heard.reason, cost: ledger.outlay() };
          verdicts.push(heard.verdict);
        }
      }
    } finally {
      remove(folder);
    }
    const mean = Number((10 * meanOf(verdicts)).toPrecision(12));
    return { ...what, [EFFICIENCY]: mean, verdicts, cost: ledger.outlay() };
  },
  text({ verdicts, failed, cost, ...judged }) {
    const score = judged[EFFICIENCY];
    const width = Math.max(0, ...verdicts.map(({ judge }) => plain(judge).length));
    return [
      ...(score === undefined ? [] : [`{"${EFFICIENCY}": ${score}}`]),
      ...verdicts.map((one) => `${plain(one.judge).padEnd(width)}  ${String(one.score).padStart(2)}`),
      ...(failed === undefined ? [] : [failed]),
      outlayText(cost),
    ].join('\n');
  },
  exitCode: ({ failed }) => (failed === undefined ? 0 : 1),
};

/** Larger files are data. */
const MOST_BYTES = 2 * 1024 * 1024;

async function exhibitOf(
  code: string,
  wanted: string,
  context: Context,
): Promise<{ readonly file: string; readonly exhibit: Exhibit }> {
  const at = (path: string) => resolve(context.cwd, path);
  const isFile = (path: string) => statSync(at(path), { throwIfNoEntry: false })?.isFile() === true;
  const { file, selector } = readTarget(code, isFile);
  if (!isFile(file)) throw new UserError(`There is no file ${file}.`);
  const source = readFileSync(at(file), 'utf8');
  if (Buffer.byteLength(source) > MOST_BYTES) throw new UserError(`${file} is too large to be judged.`);
  if (source.trim() === '') throw new UserError(`${file} is empty: there is nothing to judge.`);
  const language = languageNameOf(file);
  // A name such as iteration_7.py would tell which version it is.
  const shown = { path: `code${extname(file)}`, ...(language === undefined ? {} : { language }) };
  if (selector.symbol === '' && selector.line === undefined)
    return { file, exhibit: { goal: wanted, files: [{ ...shown, text: source }] } };
  const { definition } = await chosenDefinition(file, source, selector, context, 'argument');
  const { start, end, symbol } = definition;
  return { file, exhibit: { goal: wanted, symbol, files: [{ ...shown, text: source.slice(start, end) }] } };
}

/** What engines need to know of a run that there isn't. */
function configOf(input: RunInput): RunConfig {
  const identity = { strategy: 'islands' as const, fitness: '', folder: '', files: [] };
  const { redact: kept = [] } = input;
  return { identity, fixed: { ...fixedOf({}), redact: kept, judging: { weight: 1 } }, adjustable: adjustableOf(input) };
}
