// What the protocols share: a conversation as a list of who said what, tables of tools, and server-sent events.

/** Text of a content field: a string, or parts of which some have text. */
export function textOf(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (typeof part === 'string' ? part : (part?.text ?? textOf(part?.content)))).join('\n');
}

/** Turns are `{ kind: 'system' | 'user' | 'assistant' | 'result', text }`; neighbours of the assistant are one turn. */
export function conversation(turns) {
  const kinds = turns.map(({ kind }) => kind).filter((kind) => kind !== 'system');
  const starts = kinds.map((kind, at) => kind === 'assistant' && kinds[at - 1] !== 'assistant');
  const count = (from) => starts.slice(from).filter(Boolean).length;
  const textsOf = (wanted) => turns.filter(({ kind }) => kind === wanted).map(({ text }) => text);
  const results = kinds.at(-1) === 'result' ? { lastToolResult: textsOf('result').at(-1) } : {};
  return {
    turn: count(0),
    step: count(kinds.lastIndexOf('user') + 1),
    system: textsOf('system').join('\n\n'),
    prompt: textsOf('user').join('\n\n'),
    ...results,
  };
}

/** From pairs of a name and a JSON schema, or null for a tool that takes plain text. */
export function toolTable(pairs) {
  const parameters = pairs.map(([name, schema]) => [
    name,
    schema === null ? null : Object.keys(schema?.properties ?? {}),
  ]);
  return { tools: pairs.map(([name]) => name), parameters: Object.fromEntries(parameters) };
}

export const sse = (data, event) =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
