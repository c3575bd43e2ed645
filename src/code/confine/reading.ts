import type { Target } from '../../domain/target.ts';
import { languageOf } from '../languages.ts';
import type { Definition } from '../symbol/definition.ts';
import { definitionsIn } from '../symbol/definitions.ts';
import type { Import } from '../symbol/import.ts';
import { importsIn } from '../symbol/imports.ts';
import { located } from '../symbol/locate.ts';
import { sourceOf } from '../symbol/source.ts';
import type { SyntaxTable } from '../syntax/table.ts';
import { TABLES } from '../syntax/tables.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { lostIn } from './lost.ts';

/** A file that has the target, read. */
export interface Reading {
  readonly text: string;
  readonly language: string;
  readonly table: SyntaxTable;
  readonly root: SyntaxNode;
  readonly definitions: readonly Definition[];
  readonly imports: readonly Import[];
  readonly target: Definition;
}

export type Read =
  | { readonly kind: 'read'; readonly reading: Reading }
  | { readonly kind: 'lost'; readonly reason: string };

/** A version of the target's file; `lost` where the target can't be found in it. */
export async function read(target: Target, text: string): Promise<Read> {
  const { path } = target;
  const own = await located(path, text, target);
  const [source, found] = [await sourceOf(path, text), await definitionsIn(path, text)];
  const table = TABLES[languageOf(path)?.name ?? ''];
  if (own === undefined || source.kind !== 'read' || found.kind !== 'found' || table === undefined)
    return { kind: 'lost', reason: await lostIn(target, text) };
  const { root, language } = source.source;
  const [{ definitions }, imports] = [found, await importsIn(path, text)];
  return { kind: 'read', reading: { text, language, table, root, definitions, imports, target: own } };
}
