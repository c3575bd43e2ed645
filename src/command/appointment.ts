import { ROLES, type Role } from '../domain/agent.ts';
import type { Appointed, Appointments } from '../domain/config.ts';
import { UserError } from '../lib/user-error.ts';

/** `[role=][weight*]agent`; without a role it is an author. */
const WRITTEN = new RegExp(`^(?:(${ROLES.join('|')})=)?(?:(\\d+(?:\\.\\d+)?)\\*)?([\\s\\S]*)$`);

/** Who is what, as `--agent` has it. */
export function appointmentsOf(given: readonly string[]): Appointments {
  const appointments: { [R in Role]?: readonly Appointed[] } = {};
  for (const text of given) {
    const [, role = 'author', weight = '1', agent = ''] = WRITTEN.exec(text.trim()) ?? [];
    if (agent === '') throw new UserError(`--agent ${text} names no agent. Write it as [role=][weight*]agent.`);
    const [, stranger] = /^([a-z]+)=/i.exec(agent) ?? [];
    if (stranger !== undefined)
      throw new UserError(`--agent ${text}: there is no role ${stranger}. There are: ${ROLES.join(', ')}.`);
    if (!(Number(weight) > 0)) throw new UserError(`--agent ${text}: a weight must be more than 0.`);
    const known = ROLES.find((one) => one === role) ?? 'author';
    appointments[known] = [...(appointments[known] ?? []), { agent, weight: Number(weight) }];
  }
  return appointments;
}

/** Those of the one list, and of the other for the roles that the one leaves open. */
export function overruled(given: readonly string[], others: readonly string[]): readonly string[] {
  const taken = new Set(given.map(roleOf));
  return [...given, ...others.filter((text) => !taken.has(roleOf(text)))];
}

export const roleOf = (text: string): string => WRITTEN.exec(text.trim())?.[1] ?? 'author';

/** As people would write it. */
export function appointmentText({ agent, weight }: Appointed): string {
  return weight === 1 ? agent : `${weight}*${agent}`;
}
