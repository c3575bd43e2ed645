import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentOf, apart, withLedger } from '../agent/agent.ts';
import type { Price } from '../domain/agent.ts';
import type { Ledger } from '../domain/ledger.ts';
import { CLOSED } from '../domain/sandbox.ts';
import { openDesk } from '../evaluation/evaluation.ts';
import { cut, plain } from '../lib/width.ts';
import { goalPrompt, readGoal } from '../operator/operator.ts';
import { isolation, remove } from '../workspace/workspace.ts';
import type { Context } from './contract.ts';

const TIMEOUT_MS = 3 * 60_000;

export interface Asked {
  /** As people write it. */
  readonly agent: string;
  readonly ledger: Ledger;
  readonly prices?: Readonly<Record<string, Price>>;
  readonly redact?: readonly string[];
  readonly isolate?: boolean;
  /** Hidden from it where that can be: it gets the code in words. */
  readonly root: string;
}

/** One sentence by an agent about what a definition is for; undefined where it has none to give, which is told. */
export async function goalByAgent(
  target: { readonly path: string; readonly symbol: string; readonly code: string },
  { agent: spec, ledger, prices = {}, redact = [], isolate = false, root }: Asked,
  context: Pick<Context, 'tell' | 'signal'>,
): Promise<string | undefined> {
  const agent = withLedger(agentOf(spec, { redact, isolate }), { ledger: apart(ledger, 'briefer'), prices, redact });
  context.tell(`asking ${agent.name} what ${target.symbol} is for …`);
  const folder = mkdtempSync(join(tmpdir(), 'galapagos-context-'));
  const shut = (await isolation()) === 'group' ? {} : { shut: { hidden: [root], reach: CLOSED.reach.agent } };
  try {
    using workspace = openDesk({ folder, ...shut });
    const asking = { role: 'briefer', key: 'context/briefer', access: 'read', timeoutMs: TIMEOUT_MS } as const;
    const answer = await agent.run(
      { ...asking, prompt: goalPrompt(target), workspace, read: readGoal },
      context.signal,
    );
    if (answer.kind === 'answered') return answer.answer;
    const reason = answer.kind === 'unreadable' ? answer.why : answer.reason;
    context.tell(`${agent.name} gave no sentence: ${cut(plain(reason), 200)}`);
    return undefined;
  } finally {
    remove(folder);
  }
}
