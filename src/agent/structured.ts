import type { ZodType } from 'zod';
import type { Agent, AgentRun, AgentTask, Reading } from '../domain/agent.ts';
import { cut, plain } from '../lib/width.ts';

export type StructuredTask = Omit<AgentTask<never>, 'read' | 'schema'>;

const MOST_PROBLEM = 500;

/**
 * Asks for JSON of a schema. An answer that is none goes back once with what is wrong with it; the second is the last.
 * Contract: the schema's root is an object.
 */
export async function structured<T>(
  agent: Agent,
  task: StructuredTask,
  schema: ZodType<T>,
  signal: AbortSignal,
): Promise<AgentRun<T>> {
  const { toJSONSchema } = await import('zod');
  const json = toJSONSchema(schema, { unrepresentable: 'any' });
  const { system, text } = task.prompt;
  const asked = {
    ...task,
    prompt: { system: `${system === '' ? '' : `${system}\n\n`}${FORM}\n\n${JSON.stringify(json)}`, text },
    schema: json,
    read: (words: string) => readJson(words, schema),
  };
  const first = await agent.run(asked, signal);
  if (first.kind !== 'unreadable') return first;
  const again = `${text}\n\nYour last answer could not be used: ${first.why}\nAnswer again, with one JSON object that fits the schema.`;
  return agent.run({ ...asked, key: `${task.key}/again`, prompt: { ...asked.prompt, text: again } }, signal);
}

const FORM = 'Answer with one JSON object that fits this JSON schema, and with nothing else:';

/** The last JSON object in a text, whatever stands around it, if it fits. */
export function readJson<T>(text: string, schema: ZodType<T>): Reading<T> {
  const found = lastObject(text);
  if (found === undefined) return { kind: 'unreadable', why: 'there is no JSON object in the answer' };
  const parsed = schema.safeParse(found.value);
  if (parsed.success) return { kind: 'read', answer: parsed.data };
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.map(String).join('.') || 'the object'}: ${message}`,
  );
  return { kind: 'unreadable', why: cut(plain(problems.join('; ')), MOST_PROBLEM) };
}

/** Braces in prose or code that lead nowhere cost a look at the rest of the text each. */
const MOST_STARTS = 500;

function lastObject(text: string): { readonly value: unknown } | undefined {
  let last: { readonly value: unknown } | undefined;
  let from = text.indexOf('{');
  for (let starts = 0; from >= 0 && starts < MOST_STARTS; starts++) {
    const end = endOf(text, from);
    const value = end === undefined ? undefined : parsed(text.slice(from, end));
    if (value !== undefined) last = { value };
    from = text.indexOf('{', value === undefined ? from + 1 : end);
  }
  return last;
}

/** Where the object that begins here ends. */
function endOf(text: string, from: number): number | undefined {
  let [depth, quoted] = [0, false];
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (quoted && char === '\\') at += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === '{') depth += 1;
    else if (!quoted && char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
