import type { Detected } from '../../agent/agent.ts';
import { UserError } from '../../lib/user-error.ts';
import { installed } from '../appoint.ts';
import type { Context } from '../contract.ts';

type Found = readonly [name: string, found: Detected];

const NOBODY =
  'Who is to think? Name an agent: evolve optimize --agent claude, or agent: claude in evolve.yaml. evolve doctor shows what is installed.';

/**
 * Who makes the changes where nobody was named: a terminal asks once which of the installed agents shall. Elsewhere it is a mistake:
 * nobody's agent is used unasked, and nothing but an agent can work on a brief.
 */
export async function hire(
  context: Context,
  yes: boolean,
  detect: () => Promise<readonly Found[]> = installed,
): Promise<string> {
  if (yes || !context.interactive) throw new UserError(NOBODY);
  const usable = (await detect()).flatMap(([name, found]) =>
    found.kind === 'found' && found.missing === undefined && found.as === undefined
      ? [{ name, text: found.version }]
      : [],
  );
  if (usable.length === 0) throw new UserError(NOBODY);
  const width = Math.max(...usable.map(({ name }) => name.length));
  const question = [
    'Who is to think? (asked once; --agent NAME, or agent: NAME in evolve.yaml, answers it in advance)',
    ...usable.map(({ name, text }, index) => `  ${index + 1} ${name.padEnd(width)}  ${text}`),
    `Choose 1 to ${usable.length}: `,
  ].join('\n');
  for (;;) {
    const reply = (await context.ask(question))?.trim().toLowerCase();
    if (reply === undefined || reply === '') throw new UserError(NOBODY);
    const found = usable[Number(reply) - 1] ?? usable.find(({ name }) => name === reply);
    if (found !== undefined) return found.name;
    await context.show(`${reply} is none of them.`);
  }
}
