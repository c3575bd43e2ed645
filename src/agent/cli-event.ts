/** An event as it came: nothing is known of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a field holds when it is an object; nothing in it otherwise. */
export function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

export function listIn(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

/** A count or an amount: finite, and not below nothing. */
export function amountIn(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** A longer line is nobody's event: a tool's output of this size was cut by the agent long before. */
const LINE_BYTES = 64 * 1024 * 1024;

export interface EventReader {
  push(chunk: Buffer): void;
  /** The last line may have no end. */
  end(): void;
}

/** Reads a stream of JSON lines. What is no JSON object, or longer than the longest line, is passed over. */
export function eventReader(
  hear: (event: Fields) => void,
  longest = LINE_BYTES,
  noise: readonly string[] = [],
): EventReader {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const take = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes > longest) pieces = [];
    else pieces.push(piece);
  };
  const finish = (): void => {
    const line = bytes > longest ? '' : Buffer.concat(pieces).toString('utf8').trim();
    pieces = [];
    bytes = 0;
    const event = line.startsWith('{') && !noise.some((start) => line.startsWith(start)) ? parsed(line) : undefined;
    if (event !== undefined) hear(event);
  };
  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        take(chunk.subarray(from, at));
        finish();
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
    },
    end: finish,
  };
}

function parsed(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
