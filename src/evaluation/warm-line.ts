/** What a warm server said in answer to a question: the object of a result, or why there is none. */
export type WarmAnswer =
  | { readonly kind: 'answered'; readonly result: string }
  | { readonly kind: 'failed'; readonly reason: string };

const REASON_CHARACTERS = 500;

/**
 * Reads a line of a server's stdout. Contract: only a JSON object with the question's own id is an answer, and nobody
 * but the server has seen the id; anything else that was printed is none.
 */
export function answerIn(line: string, id: string): WarmAnswer | undefined {
  if (!line.includes(id)) return undefined;
  const value = objectIn(line);
  if (value?.id !== id) return undefined;
  const { id: _, error, ...result } = value;
  if (typeof error === 'string') return { kind: 'failed', reason: error.slice(0, REASON_CHARACTERS) };
  return { kind: 'answered', result: JSON.stringify(result) };
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
