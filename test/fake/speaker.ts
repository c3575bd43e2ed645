import { readRun } from '../../src/agent/run.ts';
import type { Agent, AgentRun, AgentTask } from '../../src/domain/agent.ts';

export interface Speaker {
  readonly agent: Agent;
  /** What it was asked so far. */
  readonly tasks: readonly Pick<AgentTask<unknown>, 'key' | 'prompt' | 'workspace'>[];
}

/** An agent that sees only the prompt and gives these answers, one per call. */
export function speaker(...answers: readonly (string | AgentRun<never>)[]): Speaker {
  const tasks: Pick<AgentTask<unknown>, 'key' | 'prompt' | 'workspace'>[] = [];
  const agent: Agent = {
    name: 'llm:fake',
    works: 'text',
    async run(task) {
      const said = answers[tasks.length] ?? '';
      tasks.push(task);
      return typeof said === 'string' ? readRun(task, { text: said, spent: {} }) : said;
    },
  };
  return { agent, tasks };
}
