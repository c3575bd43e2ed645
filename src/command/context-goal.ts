import { agentOf, usdOf } from '../agent/agent.ts';
import { formatUsd } from '../lib/format.ts';
import { cut, plain } from '../lib/width.ts';
import { goalPrompt, readGoal } from '../operator/operator.ts';
import type { Context } from './contract.ts';

const TIMEOUT_MS = 3 * 60_000;

/** One sentence by an agent about what a definition is for; undefined where it has none to give, which is told. */
export async function goalByAgent(
  spec: string,
  target: { readonly path: string; readonly symbol: string; readonly code: string },
  context: Pick<Context, 'tell' | 'signal'>,
): Promise<string | undefined> {
  const agent = agentOf(spec);
  context.tell(`asking ${agent.name} what ${target.symbol} is for …`);
  const answer = await agent.run(
    {
      role: 'briefer',
      key: 'context/briefer',
      prompt: goalPrompt(target),
      access: 'read',
      timeoutMs: TIMEOUT_MS,
      read: readGoal,
    },
    context.signal,
  );
  if (answer.kind !== 'spent') {
    const { usage, ...spent } = answer.spent;
    const usd = usage === undefined ? spent.usd : await usdOf({ agent: agent.name, usage, ...spent });
    if (usd !== undefined) context.tell(`${agent.name} took ${formatUsd(usd)}`);
  }
  if (answer.kind === 'answered') return answer.answer;
  const reason = answer.kind === 'unreadable' ? answer.why : answer.reason;
  context.tell(`${agent.name} gave no sentence: ${cut(plain(reason), 200)}`);
  return undefined;
}
