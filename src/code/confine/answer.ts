import type { Target } from '../../domain/target.ts';
import { definitionsIn } from '../symbol/definitions.ts';
import { located } from '../symbol/locate.ts';
import { shifted } from '../syntax/lines.ts';
import { indentOf } from './lines.ts';

/**
 * The file with the target as an answer has it that is one fenced block and names no file: the definition, with its imports
 * and helpers, or the whole file. Undefined where it is neither.
 */
export async function bareAnswer(target: Target, file: string, answer: string): Promise<string | undefined> {
  const block = onlyBlock(answer);
  const own = await located(target.path, file, target);
  if (block === undefined || own === undefined) return undefined;
  const code = block.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (await isWhole(target, file, code)) return `${code}\n`;
  const [from, to] = [/^[ \t]*/.exec(code)?.[0] ?? '', indentOf(file, own.start)];
  const text = shifted(code.slice(from.length), from, to);
  const made = file.slice(0, own.start) + text + file.slice(own.end);
  const found = await located(target.path, made, target);
  return found !== undefined && found.start >= own.start && found.end <= own.start + text.length ? made : undefined;
}

/** Lines between the only two fences. */
function onlyBlock(answer: string): string | undefined {
  const lines = answer.split(/\r?\n/);
  const fences = lines.flatMap((line, index) => (/^\s*(?:`{3,}|~{3,})/.test(line) ? [index] : []));
  const [first, last, more] = fences;
  if (first === undefined || last === undefined || more !== undefined) return undefined;
  return lines.slice(first + 1, last).join('\n');
}

/** Whether it has all that the file has beside the target. */
async function isWhole({ path, symbol }: Target, file: string, code: string): Promise<boolean> {
  const [there, here] = [await definitionsIn(path, file), await definitionsIn(path, code)];
  if (there.kind !== 'found' || here.kind !== 'found') return false;
  const own = new Set(here.definitions.map((one) => one.symbol));
  const others = there.definitions.filter((one) => one.symbol !== symbol && !one.symbol.startsWith(`${symbol}.`));
  return own.has(symbol) && others.length > 0 && others.every((one) => own.has(one.symbol));
}
