import { type Literal, literals, writeLiterals } from '../code/code.ts';
import type { Operator, Source } from '../domain/operator.ts';

interface Part {
  readonly path: string;
  readonly text: string;
  readonly literals: readonly Literal[];
}

/** Writes the numbers that the strategy has drawn into the code of the first parent. */
export const tune: Operator = {
  async apply({ proposal }, draft) {
    const values = proposal.edit?.literals;
    if (values === undefined) return { kind: 'failed', reason: 'no numbers were drawn' };
    const { parts } = await numbersIn(draft);
    const known = parts.flatMap((part) => part.literals);
    if (known.length !== values.length) {
      return { kind: 'failed', reason: `${values.length} numbers were drawn for a program that has ${known.length}` };
    }
    let at = 0;
    for (const part of parts) {
      const own = values.slice(at, at + part.literals.length);
      at += part.literals.length;
      const text = writeLiterals(part.text, part.literals, own);
      if (text !== part.text) draft.write(part.path, text);
    }
    const changes = known.flatMap((literal, index) => change(literal, values[index] ?? literal.value));
    return changes.length === 0
      ? { kind: 'unchanged', reason: 'the numbers drawn are those of the parent' }
      : { kind: 'changed', summary: summaryOf(changes) };
  },
};

/** The numbers in scope, in the order in which an edit gives them: by path, then by place in the text. */
export async function numbersIn(
  draft: Source,
): Promise<{ readonly parts: readonly Part[]; readonly skipped: readonly string[] }> {
  const parts: Part[] = [];
  const skipped: string[] = [];
  for (const path of [...draft.files()].sort()) {
    const text = await draft.read(path);
    if (text === undefined) {
      skipped.push(`${path}: not UTF-8`);
      continue;
    }
    const found = await literals(path, text, draft.target);
    if (found.kind !== 'found') skipped.push(found.reason);
    else if (found.literals.length > 0) parts.push({ path, text, literals: found.literals });
  }
  return { parts, skipped };
}

const SHOWN = 4;

function summaryOf(changes: readonly string[]): string {
  const more = changes.length > SHOWN ? ` and ${changes.length - SHOWN} more` : '';
  return changes.slice(0, SHOWN).join(', ') + more;
}

const change = (literal: Literal, after: number): string[] =>
  literal.value === after ? [] : [`line ${literal.line}: ${short(literal.value)} → ${short(after)}`];
const short = (value: number): string => String(Number(value.toPrecision(4)));
