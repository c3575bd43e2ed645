import { agentOf, apart, withLedger, withRetry } from './agent/agent.ts';
import type { Engine, StandIn } from './command/command.ts';
import type { Agent } from './domain/agent.ts';
import { askedIn, drawnAuthor, expertsIn, judgesIn, type Named, named } from './domain/author.ts';
import { type Adjustable, isOfExperiments } from './domain/config.ts';
import { isOfGoals } from './domain/ladder.ts';
import type { Ledger } from './domain/ledger.ts';
import { lensesOf } from './domain/lens.ts';
import type { Operator } from './domain/operator.ts';
import { ROUNDS } from './domain/rounds.ts';
import { UserError } from './lib/user-error.ts';
import { author, BUILT_IN } from './operator/operator.ts';
import { authored, ladder, mixed, rounds, search, structural, tuning, type Variation } from './strategy/strategy.ts';

/** Names → implementations. */
export const engine: Engine = {
  operators: ({ adjustable, fixed }, ledger, standIn, prompts) => ({
    ...BUILT_IN,
    ...authorsOf(adjustable, ledger, fixed.redact, standIn, prompts),
  }),
  judges({ adjustable, fixed }, ledger) {
    if (fixed.judging === undefined) return [];
    const account = apart(ledger, 'judge');
    return judgesIn(adjustable).map((one) => ({
      agent: hired(one, adjustable, account, fixed.redact ?? []),
      weight: one.weight,
    }));
  },
  council({ identity, fixed, adjustable }, ledger, standIn, prompts) {
    const hires = new Map<string, Agent>();
    return {
      ask(role, key) {
        const asked = askedIn(adjustable, role);
        const drawn = drawnAuthor(asked, fixed.seed, key);
        const one = asked.find(({ name }) => name === drawn);
        if (one === undefined)
          throw new UserError(
            `No agent is there to be asked. Appoint one: evolve ${isOfGoals({ identity }) ? 'goals run' : 'optimize'} --agent claude`,
          );
        const known = hires.get(`${role}/${one.name}`);
        const who =
          known ?? standIn?.(one.agent, one.name) ?? hired(one, adjustable, apart(ledger, role), fixed.redact ?? []);
        hires.set(`${role}/${one.name}`, who);
        return who;
      },
      charge: {
        goal: adjustable.goal,
        fitness: identity.fitness,
        direction: fixed.direction,
        scope: identity.files,
        gates: fixed.gates,
        ...(isOfGoals({ identity }) ? { mission: adjustable.goal } : {}),
      },
      timeoutMs: adjustable.agentTimeoutMs,
      scanBytes: (adjustable.rounds ?? ROUNDS).scanKb * 1024,
      ...(prompts === undefined ? {} : { prompts }),
    };
  },
  strategy(config) {
    const { adjustable } = config;
    if (isOfExperiments(config))
      return rounds({ authors: named(adjustable.agents?.author ?? []), experts: expertsIn(adjustable) });
    if (isOfGoals(config)) return ladder({ authors: named(adjustable.agents?.author ?? []) });
    return search(config, variationOf(adjustable));
  },
};

function authorsOf(
  settings: Adjustable,
  ledger: Ledger,
  redact: readonly string[] = [],
  standIn?: StandIn,
  prompts?: string,
): Readonly<Record<string, Operator>> {
  const { agents, agentTimeoutMs: timeoutMs } = settings;
  const lenses = lensesOf(settings);
  const own = { lenses, timeoutMs, ...(prompts === undefined ? {} : { prompts }) };
  const experts = agents?.expert === undefined ? [] : expertsIn(settings);
  const authors = [
    ...named(agents?.author ?? []).map((one) => [one, 'author'] as const),
    ...experts.map((one) => [one, 'expert'] as const),
  ].map(([one, role]) => {
    const who = standIn?.(one.agent, one.name) ?? hired(one, settings, ledger, redact);
    return [one.name, author(who, { ...own, role })] as const;
  });
  const [first] = authors;
  // Runs that were opened before authors had names ask for this one.
  return { ...Object.fromEntries(authors), ...(first === undefined ? {} : { agent: first[1] }) };
}

/** An agent under the name that the run knows it by, whose calls are paid, remembered and tried again. */
function hired({ name, agent }: Named, settings: Adjustable, ledger: Ledger, redact: readonly string[]): Agent {
  const { prices = {}, isolate = false } = settings;
  const paid = withLedger({ ...agentOf(agent, { redact, isolate }), name }, { ledger, prices, redact });
  return withRetry(paid, { ledger });
}

function variationOf(settings: Adjustable): Variation {
  switch (settings.operator) {
    case 'built-in':
      return mixed();
    case 'tune':
      return tuning();
    case 'syntax':
      return structural();
    case 'agent':
      return authored(lensesOf(settings), named(settings.agents?.author ?? []));
  }
}
