import type { Agent } from '../domain/agent.ts';
import { UserError } from '../lib/user-error.ts';
import { commandAgent } from './command.ts';

const COMMAND = 'command:';

/** The agent that a person names with `--agent`. Values of the named variables are kept out of its prompt and its log. */
export function agentOf(spec: string, redact: readonly string[] = []): Agent {
  if (!spec.startsWith(COMMAND))
    throw new UserError(
      `There is no agent ${JSON.stringify(spec)}. Give a shell line, as --agent 'command:my-agent {prompt_file}'; evolve doctor has one for each agent it finds.`,
    );
  const line = spec.slice(COMMAND.length).trim();
  if (line === '') throw new UserError(`--agent ${spec} has no shell line. Write it as command:my-agent {prompt_file}`);
  return commandAgent(line, redact);
}
