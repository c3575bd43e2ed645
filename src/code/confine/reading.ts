import type { Target } from '../../domain/target.ts';
import type { Definition } from '../symbol/definition.ts';
import { definitionsOf } from '../symbol/definitions.ts';
import type { Import } from '../symbol/import.ts';
import { importsOf } from '../symbol/imports.ts';
import { locatedAmong } from '../symbol/locate.ts';
import { sourceOf } from '../symbol/source.ts';
import type { SyntaxTable } from '../syntax/table.ts';
import { TABLES } from '../syntax/tables.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { lostOf } from './lost.ts';

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
  const found = await sourceOf(path, text);
  if (found.kind !== 'read') return { kind: 'lost', reason: found.reason };
  const { source } = found;
  const [defined, table] = [definitionsOf(path, source), TABLES[source.language]];
  const own = defined.kind === 'found' ? locatedAmong(defined.definitions, target) : undefined;
  if (own === undefined || defined.kind !== 'found' || table === undefined)
    return { kind: 'lost', reason: lostOf(target, source) };
  const { root, language } = source;
  const [{ definitions }, imports] = [defined, importsOf(source)];
  return { kind: 'read', reading: { text, language, table, root, definitions, imports, target: own } };
}
