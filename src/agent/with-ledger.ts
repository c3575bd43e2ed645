import type { Agent, AgentRun, AgentTask, Spent, Told } from '../domain/agent.ts';
import type { Amount, Call, Estimated, Ledger, Recalled } from '../domain/ledger.ts';
import type { Left } from '../domain/workspace.ts';
import { redacted, secretsIn } from '../lib/secrets.ts';
import { estimateOf, isShown } from './estimate.ts';
import { type Prices, usdOf } from './price.ts';
import { readRun, wholePrompt } from './run.ts';

export interface LedgerSettings {
  readonly ledger: Ledger;
  readonly prices?: Prices;
  /** Variables whose values are kept out of prompts and recordings, beside those that look like keys. */
  readonly redact?: readonly string[];
}

type Ended<A> = Exclude<AgentRun<A>, { readonly kind: 'spent' }>;

/**
 * Pays for what an agent does, and remembers it: a call that has been paid is answered from its recording. A call that is
 * aborted stays set aside, since its money may be spent.
 */
export function withLedger(agent: Agent, { ledger, prices = {}, redact = [] }: LedgerSettings): Agent {
  const secrets = secretsIn(process.env, redact);
  const clean = (text: string): string => redacted(text, secrets);
  /** What it has not told of a call that it ended. */
  const untold = { usd: false, tokens: false };
  return {
    ...agent,
    async run(task, signal) {
      const recalled = ledger.recall(task.key);
      // What another left behind or said may mean nothing here.
      if (recalled?.agent === agent.name) return recall(task, recalled);
      const prompt = { system: clean(task.prompt.system), text: clean(task.prompt.text) };
      let typical: Amount | undefined;
      const ahead = async (): Promise<Estimated> => {
        typical = ledger.typical(agent.name);
        const likely = await estimateOf(agent, { prompt, access: task.access }, { typical, prices });
        const missing = cannotKeep(agent, ledger.left(), likely, untold, typical);
        // A guess must not keep the first call from being made: it may take all that is left.
        const guessed = agent.works === 'files' && !isShown(typical) ? { guessed: true as const } : {};
        return { estimate: likely, ...guessed, ...(missing === undefined ? {} : { refused: missing }) };
      };
      const first = await ahead();
      if (first.refused !== undefined) return unaccountable(first.refused);
      const { key, role, access, workspace } = task;
      let kept: string | undefined;
      const again = async () => {
        const next = await ahead();
        kept = next.refused;
        return next;
      };
      const asking = { key, agent: agent.name, role, ...first, again };
      const { refused, aside: estimate = first.estimate } = await ledger.reserve(asking, signal);
      if (kept !== undefined) return unaccountable(kept);
      if (refused !== undefined) return { kind: 'spent', reason: refused };
      const most = mostUsd(estimate, ledger.left());
      const started = performance.now();
      const asked = { ...task, ...most, prompt, read: (text: string) => task.read(clean(text)) };
      const run = cleaned(ended(await agent.run(asked, signal).catch(uncalled(agent, signal))), clean);
      const ms = Math.round(performance.now() - started);
      const spent = await spentOn(agent, run, estimate, typical, prices);
      if (run.kind === 'answered' || run.kind === 'unreadable') {
        untold.usd ||= spent.usd === undefined;
        untold.tokens ||= spent.usage === undefined;
      }
      const call = { key, agent: agent.name, role, estimate, ms, ...spent, ...sessionOf(run) };
      const recording = { prompt: wholePrompt(prompt), text: run.text };
      const settle = (outcome: Call['outcome'], more: { reason?: string; left?: Left; truncated?: true }) =>
        ledger.settle({ ...call, outcome, ...more }, recording);
      if (run.kind === 'broken' || run.kind === 'failed') {
        settle(run.kind, { reason: run.reason });
        return { ...run, spent };
      }
      const cut = run.truncated === true ? { truncated: true as const } : {};
      const edited = agent.works === 'files' && access === 'edit' ? workspace : undefined;
      const left = await edited?.save().catch(because);
      if (typeof left === 'string') {
        const reason = `what ${agent.name} changed can't be kept: ${left}`;
        settle('broken', { reason });
        return { kind: 'broken', outage: 'missing', reason, text: run.text, spent };
      }
      settle(run.kind, {
        ...cut,
        ...(left === undefined ? {} : { left }),
        ...(run.kind === 'unreadable' ? { reason: run.why } : {}),
      });
      return { ...run, spent };
    },
  };
}

/** As it was when it was paid for. */
export async function recall<A>(task: AgentTask<A>, recalled: Recalled): Promise<AgentRun<A>> {
  const { text, model, usage, usd, left, session, truncated, outcome, reason = '' } = recalled;
  const spent = {
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
    ...(usd === undefined ? {} : { usd }),
  };
  const told: Told = {
    text,
    spent,
    ...(session === undefined ? {} : { session }),
    ...(truncated === undefined ? {} : { truncated }),
  };
  if (outcome === 'failed') return { kind: 'failed', reason, ...told };
  if (left !== undefined) await task.workspace?.load(left);
  return readRun(task, told);
}

/** Why a budget can't be kept with this agent, and what to do. */
function cannotKeep(
  { name, works }: Agent,
  left: Partial<Amount>,
  estimate: Amount,
  untold: { readonly usd: boolean; readonly tokens: boolean },
  typical: Amount | undefined,
): string | undefined {
  const toldTokens = typical !== undefined && typical.tokens > 0 && typical.usd === undefined;
  if (left.usd !== undefined && estimate.usd === undefined && (works === 'text' || untold.usd || toldTokens))
    return `what ${name} costs is not known, so --budget-usd can't be kept. Give a price with --price ${name.replace(/^[\w-]+:(?:[^/]*\/)?/, '')}=IN/OUT (USD per million tokens), or use --budget-tokens or --budget-evals`;
  if (left.tokens !== undefined && untold.tokens)
    return `${name} does not tell how many tokens it takes, so --budget-tokens can't be kept. Use --budget-evals instead`;
  return undefined;
}

/** A budget that can't be kept is the user's to change. */
const unaccountable = (reason: string) => ({ kind: 'broken', outage: 'missing', reason, text: '', spent: {} }) as const;

/** What is left besides is this call's as well. */
function mostUsd({ usd }: Amount, after: Partial<Amount>): { readonly mostUsd?: number } {
  return after.usd === undefined || usd === undefined ? {} : { mostUsd: after.usd + usd };
}

/**
 * What it told, with its price. One that tells as a rule and was ended before it could counts as it was set aside; a guess is
 * priced by the model that it named.
 */
async function spentOn<A>(
  { name, works }: Agent,
  { kind, spent, untold }: Ended<A>,
  estimate: Amount,
  typical: Amount | undefined,
  prices: Prices,
): Promise<Spent> {
  const { usage, usd, model } = spent;
  if (usage !== undefined) {
    const summed = works === 'files';
    const price = await usdOf(
      { agent: name, usage, summed, ...(model === undefined ? {} : { model }), ...(usd === undefined ? {} : { usd }) },
      prices,
    );
    const { usd: _said, ...rest } = spent;
    return price === undefined ? rest : { ...rest, usd: price };
  }
  const known = kind === 'failed' && typical !== undefined;
  if (usd !== undefined || !(untold || known)) return spent;
  const likely = { input: estimate.tokens, cached: 0, kept: 0, output: 0 };
  const input = untold || (typical?.tokens ?? 0) > 0 ? { usage: likely } : {};
  if (typical?.usd !== undefined && estimate.usd !== undefined) return { ...spent, ...input, usd: estimate.usd };
  if (!untold) return { ...spent, ...input };
  const named = model === undefined ? {} : { model };
  const price = (await usdOf({ agent: name, ...named, usage: likely, summed: true }, prices)) ?? estimate.usd;
  return { ...spent, ...input, ...(price === undefined ? {} : { usd: price }) };
}

/** An agent rejects for what the machine can't do, such as make a folder: the call must end for the ledger, too. */
const uncalled =
  ({ name }: Agent, signal: AbortSignal) =>
  (error: unknown) => {
    signal.throwIfAborted();
    const reason = `${name} can’t be called: ${because(error)}`;
    return { kind: 'broken', outage: 'server', reason, text: '', spent: {} } as const;
  };

function ended<A>(run: AgentRun<A>): Ended<A> {
  if (run.kind === 'spent') throw new Error('an agent keeps no budget of its own');
  return run;
}

function cleaned<A>(run: Ended<A>, clean: (text: string) => string): Ended<A> {
  const text = clean(run.text);
  switch (run.kind) {
    case 'answered':
      return { ...run, text };
    case 'unreadable':
      return { ...run, text, why: clean(run.why) };
    default:
      return { ...run, text, reason: clean(run.reason) };
  }
}

const sessionOf = ({ session }: Told) => (session === undefined ? {} : { session });

const because = (error: unknown): string => (error instanceof Error ? error.message : String(error));
