import { homedir } from 'node:os';
import { type HaltVerdict, haltVerdict } from '../../domain/halt.ts';
import { haltFacts } from '../../source/source.ts';
import { goalsIn } from '../../spec/spec.ts';
import type { Command } from '../contract.ts';
import { goalsPlace } from './place.ts';
import { shellIn } from './run/shell.ts';

export const command: Command<Record<string, never>, HaltVerdict> = {
  details:
    'The same check that begins every cycle: kill switches (~/.config/evolve/KILL, .agents/evolve/STOP), nothing left to do, too many failures, goals that are no longer met, a cycle that was given up. The first that holds is the cause. Prints JSON; exits with 1 where no cycle may begin.',
  examples: ['evolve goals halt', 'evolve goals halt && evolve goals run --max-cycles 1'],
  positional: [],
  options: {},
  async run(_, { cwd, signal }) {
    const { root, read } = goalsPlace(cwd);
    const desk = { root, home: process.env.HOME ?? homedir(), now: () => Date.now(), run: shellIn(root) };
    return haltVerdict(await haltFacts(desk, await goalsIn(read), signal));
  },
  text: (verdict) => JSON.stringify(verdict),
  exitCode: ({ halt }) => (halt ? 1 : 0),
};
