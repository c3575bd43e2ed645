import type { Command } from '../contract.ts';
import { checkAgents } from './agents.ts';
import { type Check, GROUPS } from './check.ts';
import { checkFolder } from './folder.ts';
import { checkLanguages } from './languages.ts';
import { checkMachine } from './machine.ts';

interface Diagnosis {
  /** Whether evolve can be used. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

/** Wider lines are hard to read, whatever the terminal has room for. */
const WIDTH = 80;
const INDENT = 20;

export const command: Command<Record<never, never>, Diagnosis> = {
  details:
    'Looks at the machine, this folder, the languages and the agents, and says what to do. Changes nothing, spends nothing.\nExits with 1 when evolve can’t be used.',
  examples: ['evolve doctor', 'evolve doctor --json'],
  positional: [],
  options: {},
  async run(_input, context) {
    const parts = await Promise.all([checkMachine(), checkFolder(context.cwd), checkLanguages(), checkAgents()]);
    const checks = parts.flat();
    return { ok: checks.every(({ status }) => status !== 'fail'), checks };
  },
  text({ ok, checks }, { columns }) {
    const width = Math.min(columns, WIDTH);
    const sections = GROUPS.map((group) => {
      const lines = checks.filter((check) => check.group === group).flatMap((check) => linesOf(check, width));
      return [group, ...lines].join('\n');
    });
    return [...sections, verdict(ok, checks)].join('\n\n');
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
};

function linesOf({ status, name, found, advice, use }: Check, width: number): readonly string[] {
  const mark = status === 'absent' ? '-' : status;
  const room = Math.max(20, width - INDENT);
  const [first = '', ...more] = wrapped(found, room);
  const indent = ' '.repeat(INDENT);
  return [
    `  ${mark.padEnd(4)}  ${name.padEnd(11)} ${first}`,
    ...more.map((line) => indent + line),
    ...(advice === undefined ? [] : wrapped(`→ ${advice}`, room).map((line) => indent + line)),
    ...(use === undefined ? [] : copied(use, width)),
  ];
}

/** On lines of its own, broken as a shell takes it, so that it can be copied. */
function copied(use: string, width: number): readonly string[] {
  const [flag = '', ...value] = use.split(' ');
  return use.length + 2 <= width ? [`  ${use}`] : [`  ${flag} \\`, `  ${value.join(' ')}`];
}

/** Lines of whole words; a word that is longer than a line is broken. */
export function wrapped(text: string, room: number): readonly string[] {
  const pieces = text.split(/\s+/).flatMap((word) => word.match(new RegExp(`.{1,${room}}`, 'gu')) ?? []);
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + piece.length > room) lines.push(piece);
    else lines[lines.length - 1] = `${last} ${piece}`;
  }
  return lines;
}

function verdict(ok: boolean, checks: readonly Check[]): string {
  const failing = checks.filter(({ status }) => status === 'fail').map(({ name }) => name);
  if (!ok) return `Evolve can't be used yet: see ${failing.join(', ')}.`;
  const warned = checks.filter(({ status }) => status === 'warn').map(({ name }) => name);
  return warned.length === 0 ? 'All is well.' : `Evolve can be used; look at ${warned.join(', ')}.`;
}
