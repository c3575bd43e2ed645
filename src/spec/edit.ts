/** One setting to change, by the keys that lead to it; without a value it is removed. */
export interface Edit {
  readonly path: readonly [string, ...string[]];
  readonly value?: unknown;
}

/**
 * The text with these settings. Contract: comments, order and quotes of the rest stay; a map that is left without settings goes, too.
 * The text must be one that `readSettings` takes.
 */
export async function editSettings(text: string, edits: readonly Edit[]): Promise<string> {
  const { isMap, isPair, isScalar, parseDocument, YAMLMap } = await import('yaml');
  const windows = text.includes('\r\n');
  const document = parseDocument(text.replaceAll('\r\n', '\n'));
  for (const { path, value } of edits) {
    if (value === undefined) remove(path);
    else put(path, value);
  }
  const empty = isMap(document.contents) && document.contents.items.length === 0;
  // An empty map says nothing; what was said around it stays.
  if (empty) document.contents = null;
  const written = document.toString(styleOf(text)).replace(/^null\n/m, '');
  return windows ? written.replaceAll('\n', '\r\n') : written;

  function put(path: Edit['path'], value: unknown): void {
    // What a map stands in place of, such as `holdout: command`, gives way to it.
    if (path.length > 1 && !isMap(document.getIn(path.slice(0, -1)))) document.setIn(path.slice(0, -1), new YAMLMap());
    const before = document.getIn(path, true);
    if (isScalar(before) && !isStructure(value)) {
      const same = typeof before.value === typeof value;
      before.value = value;
      // A text that is written anew may need other quotes.
      if (!same) delete before.type;
      delete before.source;
      return;
    }
    document.setIn(path, document.createNode(value));
  }

  function remove(path: Edit['path']): void {
    if (!document.hasIn(path)) return;
    document.deleteIn(path);
    const above = path.slice(0, -1);
    if (above.length === 0) return;
    const map = document.getIn(above);
    if (isMap(map) && map.items.filter(isPair).length === 0) document.deleteIn(above);
  }
}

const isStructure = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** As the file has it: lists below their key may or may not be indented, and long lines are left alone. */
const styleOf = (text: string) => ({ lineWidth: 0, indentSeq: !/^[\w-]+:[^\n]*\n- /m.test(text) });

/** What a text of YAML says, as plain data; undefined where it can't be read. */
export async function plainValue(text: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  return document.errors.length > 0 ? undefined : document.toJS();
}
