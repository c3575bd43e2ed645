import type { Agent, AgentRun, Role } from '../../src/domain/agent.ts';
import type { Situation, Subject } from '../../src/domain/round.ts';
import type { Council } from '../../src/inquiry/inquiry.ts';
import { type Speaker, speaker } from './speaker.ts';

/** Who is asked says these things, one per call, whatever the role. */
export function councilOf(
  answers: readonly (object | string | AgentRun<never>)[],
  given: Partial<Council> & { readonly agent?: Partial<Agent> } = {},
): { readonly council: Council; readonly tasks: Speaker['tasks']; readonly roles: readonly Role[] } {
  const { agent: traits, ...rest } = given;
  const { agent, tasks } = speaker(
    ...answers.map((one) => (typeof one === 'string' || 'kind' in one ? one : JSON.stringify(one))),
  );
  const roles: Role[] = [];
  return {
    tasks,
    roles,
    council: {
      ask(role) {
        roles.push(role);
        return { ...agent, ...traits };
      },
      charge: { goal: 'fewer bins', fitness: 'node bench.js', direction: 'min', scope: ['src/**'], gates: [] },
      timeoutMs: 1000,
      scanBytes: 20_000,
      ...rest,
    },
  };
}

export const subjectOf = (id: string, given: Partial<Subject> = {}): Subject => ({
  id,
  parent: 'root',
  hypothesis: `try ${id}`,
  status: 'evaluated',
  score: 3,
  against: 2,
  attempt: 1,
  failed: [],
  ...given,
});

export const situationOf = (given: Partial<Situation> = {}): Situation => ({
  round: 2,
  width: 2,
  state: 'best: root 2',
  stall: 1,
  parents: [subjectOf('root', { status: 'committed' }), subjectOf('r1-l0-d0', { status: 'committed' })],
  findings: [],
  patterns: [],
  ideas: [],
  hints: [],
  discards: [],
  ...given,
});
